import { memo } from 'react';

import type * as api from '../../api/types';
import { Failed } from '../../parts/Failed';
import { plural } from '../../parts/format';
import { brief } from '../../parts/printable';
import { ItemBody } from './bodies';
import { Card } from './Card';
import type { Group, Item } from './items';
import { titleOf } from './titles';

export type ItemCardProps = {
  readonly item: Item;
  readonly total: number;
  /** By what the views share: selected, on the path, still to come. */
  readonly marks: string;
  /** The newest one at the playhead. */
  readonly now: boolean;
  readonly onSelect: (event: api.EventId) => void;
  readonly onFold: (key: string, open: boolean) => void;
};

/** One event of the transcript, with what is folded into it. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, marks, now } = props;
  const { row, group } = item;
  const classes = [marks, now && 'card--now', row.kind === 'log' && 'card--log'];
  const own = classes.filter(Boolean).join(' ');
  return (
    <>
      {group && <GroupHead group={group} seq={row.seq} marks={own} onFold={props.onFold} />}
      {(!group || group.open) && (
        <Card
          row={row}
          title={titleOf(row)}
          total={props.total}
          agent={item.new_agent && !group ? row.agent : null}
          className={own}
          selected={marks.includes('is-selected')}
          onSelect={props.onSelect}
        >
          <ItemBody item={item} />
        </Card>
      )}
    </>
  );
});

type GroupHeadProps = {
  readonly group: Group;
  readonly seq: number;
  readonly marks: string;
  readonly onFold: (key: string, open: boolean) => void;
};

/** A sub-agent in one line: its name, how much it did, and a way to open it. */
function GroupHead({ group, seq, marks, onFold }: GroupHeadProps) {
  const { agent, key, open, events, failed } = group;
  return (
    <div
      className={open ? 'card__group' : `card__group ${marks}`}
      {...(open ? {} : { 'data-seq': seq })}
    >
      <button type="button" aria-expanded={open} onClick={() => onFold(key, !open)}>
        <span aria-hidden="true">{open ? '▾' : '▸'}</span> sub-agent{' '}
        <strong>{brief(agent ?? key)}</strong>
      </button>
      <span className="soft">{plural(events, 'event')}</span>
      {failed > 0 && <Failed of={failed} />}
    </div>
  );
}
