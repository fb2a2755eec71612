import type { KeyboardEvent } from 'react';

import type * as api from '../../../api/types';
import { useKeysInside } from '../../../ground/keys';
import { useView } from '../../state/useView';
import type { Camera } from '../drawing/useCamera';
import { layouts, type GraphOptions } from '../scene/options';
import type { Stage } from '../scene/scene';
import { inOrder, step, type Arrow } from '../scene/walk';
import type { Cursor } from './useCursor';
import type { Export } from './useExport';

export type GraphKeysProps = {
  readonly stage: Stage | null;
  readonly cursor: Cursor;
  readonly camera: Camera;
  readonly toggle: (node: api.MapNode) => void;
  readonly options: GraphOptions;
  readonly change: (next: Partial<GraphOptions>) => void;
  readonly keep: Export;
};

/** What the keyboard does in the graph; where the graph is the main view, without the focus, too. */
export function useGraphKeys(props: GraphKeysProps): (event: KeyboardEvent) => void {
  const { stage, cursor, camera, toggle, options, change, keep } = props;
  const main = useView() === 'graph';
  const go = (next: (from: NonNullable<Cursor['active']>) => Cursor['active']) => () => {
    const from = cursor.active;
    const to = from ? next(from) : (stage?.nodes[0] ?? null);
    if (to) cursor.to(to);
  };
  const walk = (arrow: Arrow) => go((from) => (stage ? step(stage, from, arrow) : null));
  const order = (by: 1 | -1) => go((from) => (stage ? inOrder(stage, from, by) : null));
  const open = () => {
    const at = cursor.active;
    if (!at) return;
    if (at.node.type === 'STACK' || at.holds) toggle(at.node);
    else cursor.to(at);
  };
  const turn = () => {
    const next = layouts[(layouts.indexOf(options.layout) + 1) % layouts.length];
    if (next) change({ layout: next });
  };
  return useKeysInside(
    'Graph',
    [
      { keys: ['ArrowRight'], label: 'Go right, along a link', run: walk('right') },
      { keys: ['ArrowLeft'], label: 'Go left, along a link', run: walk('left') },
      { keys: ['ArrowDown'], label: 'Go down', run: walk('down') },
      { keys: ['ArrowUp'], label: 'Go up', run: walk('up') },
      { keys: ['j'], label: 'Next node', run: order(1) },
      { keys: ['k'], label: 'Previous node', run: order(-1) },
      { keys: ['Enter'], label: 'Open the stack, or hide and show what hangs under it', run: open },
      {
        keys: ['Backspace'],
        label: 'Close the stack that was opened last',
        run: () => change({ open: options.open.slice(0, -1) }),
      },
      { keys: ['f'], label: 'Fit the graph', run: camera.fit },
      { keys: ['+', '='], label: 'Zoom in', run: () => camera.zoom(1.4) },
      { keys: ['-'], label: 'Zoom out', run: () => camera.zoom(1 / 1.4) },
      {
        keys: ['z'],
        label: 'Centre the selection',
        run: () => cursor.active && camera.centre(cursor.active),
      },
      { keys: ['v'], label: 'Next layout of the graph', run: turn },
      { keys: [], label: 'Save the graph as SVG', run: () => keep.save('svg') },
      { keys: [], label: 'Save the graph as PNG', run: () => keep.save('png') },
    ],
    main,
  );
}
