import { memo } from 'react';

import type * as api from '../../api/types';
import { ItemBody } from './bodies';
import { Card } from './Card';
import type { Item } from './items';
import { titleOf } from './titles';

export type ItemCardProps = {
  readonly item: Item;
  readonly total: number;
  /** By what the views share: selected, on the path, still to come. */
  readonly marks: string;
  /** The newest one at the playhead. */
  readonly now: boolean;
  readonly onSelect: (event: api.EventId) => void;
};

/** One event of the transcript, with what is folded into it. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, marks, now } = props;
  const { row } = item;
  const classes = [marks, now && 'card--now', row.kind === 'log' && 'card--log'];
  return (
    <Card
      row={row}
      title={titleOf(row)}
      total={props.total}
      agent={item.new_agent ? row.agent : null}
      className={classes.filter(Boolean).join(' ')}
      selected={marks.includes('is-selected')}
      onSelect={props.onSelect}
    >
      <ItemBody item={item} />
    </Card>
  );
});
