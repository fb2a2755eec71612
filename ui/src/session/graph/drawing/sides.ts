/** Sides as React Flow names them. */
import { Position } from '@xyflow/react';

import type { Side } from '../../../layout/geometry';

const positions: { readonly [side in Side]: Position } = {
  left: Position.Left,
  right: Position.Right,
  top: Position.Top,
  bottom: Position.Bottom,
};

export function positionOf(side: Side): Position {
  return positions[side];
}
