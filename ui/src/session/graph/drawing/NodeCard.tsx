import { memo } from 'react';

import type * as api from '../../../api/types';
import { count } from '../../../parts/format';
import { detailOf, outlineOf, sizeOf, tokenOf, wordOf } from '../scene/shapes';
import { failureOf, labelOf, measuresOf } from '../scene/words';
import { NodeIcon } from './NodeIcon';

import './NodeCard.css';

export type NodeCardProps = {
  readonly node: api.MapNode;
  /** Something hangs under it that can be hidden, or is. */
  readonly holds: boolean;
  readonly onToggle: (node: api.MapNode) => void;
};

/** A node as a card: its shape, what it says, and how it went. The name of the node says it all. */
export const NodeCard = memo(function NodeCard({ node, holds, onToggle }: NodeCardProps) {
  const size = sizeOf(node.type);
  const failure = failureOf(node);
  const kind = `node-card--${tokenOf(node.type)}`;
  const made_up = node.synthesized && node.type !== 'STACK';
  const looks = `${failure ? 'is-failed' : ''} ${made_up ? 'is-synthesized' : ''}`;
  return (
    <div className={`node-card ${kind} ${looks}`} style={size} aria-hidden="true">
      <svg className="node-card__shape" width={size.width} height={size.height} aria-hidden="true">
        <path className="node-card__outline" d={outlineOf(node.type, size)} />
        <path className="node-card__detail" d={detailOf(node.type, size)} />
      </svg>
      <div className="node-card__head">
        <NodeIcon type={node.type} />
        <span className="node-card__type">{wordOf(node.type)}</span>
        {made_up && <span className="node-card__made-up">synthesized</span>}
        {failure && <span className="node-card__failure">✕ {failure}</span>}
      </div>
      <div className="node-card__label" dir="auto">
        {labelOf(node)}
      </div>
      <div className="node-card__measures cut">{measuresOf(node)}</div>
      {holds && (
        <span
          className="node-card__toggle nodrag nopan"
          title={node.hidden > 0 ? 'Show what hangs under it' : 'Hide what hangs under it'}
          onClick={(event) => {
            event.stopPropagation();
            onToggle(node);
          }}
        >
          {node.hidden > 0 ? `+${count(node.hidden)}` : '−'}
        </span>
      )}
    </div>
  );
});
