import { useState, type ReactNode } from 'react';

import { count } from './format';

export type SeveralProps<Item> = {
  readonly items: readonly Item[];
  readonly children: (item: Item, at: number) => ReactNode;
  /** How many at first, and how many more each time. */
  readonly step?: number;
  /** What the button stands in, such as `li`. */
  readonly as?: 'li' | 'div';
};

/** The first of many things, and a button for more: no list is drawn whole unasked. */
export function Several<Item>({ items, children, step = 100, as: Box = 'li' }: SeveralProps<Item>) {
  const [shown, setShown] = useState(step);
  return (
    <>
      {items.slice(0, shown).map(children)}
      {items.length > shown && (
        <Box className="several__more">
          <button type="button" onClick={() => setShown(shown + 10 * step)}>
            {count(items.length - shown)} more
          </button>
        </Box>
      )}
    </>
  );
}
