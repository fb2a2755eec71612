import type * as api from '../../../api/types';
import { iconOf } from '../scene/icons';

export type NodeIconProps = { readonly type: api.NodeType };

/** The sign of a type, in the colour around it. */
export function NodeIcon({ type }: NodeIconProps) {
  return (
    <svg className="node-icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={iconOf(type)} />
    </svg>
  );
}
