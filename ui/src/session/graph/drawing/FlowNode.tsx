import { Handle, type NodeProps } from '@xyflow/react';
import { memo } from 'react';

import { nodeMarks, useGraph, useMarks } from '../scene/marks';
import { dotOf } from '../scene/shapes';
import { hintOf, nameOf } from '../scene/words';
import { elementId, type CardNode } from './flow';
import { NodeCard } from './NodeCard';
import { positionOf } from './sides';

/** Puts a card into React Flow: its marks, its name, its handles. */
export const FlowNode = memo(function FlowNode({ data }: NodeProps<CardNode>) {
  const { node, box, holds } = data.placed;
  const { toggle } = useGraph();
  const marked = useMarks((marking) => nodeMarks(marking, node));
  const opens = node.type === 'STACK' || holds;
  return (
    <div
      id={`card-${elementId(node.id)}`}
      className={`flow-node ${marked}`}
      style={{ width: box.width, height: box.height, ['--dot' as string]: `var(--${dotOf(node)})` }}
      role="button"
      aria-label={nameOf(node)}
      title={hintOf(node)}
      aria-current={marked.includes('is-selected') ? 'true' : undefined}
      aria-expanded={opens ? node.type !== 'STACK' && node.hidden === 0 : undefined}
    >
      <NodeCard node={node} holds={holds} onToggle={toggle} />
      {data.sides.map((side) => (
        <Handle
          key={side}
          id={side}
          type={side === 'right' || side === 'bottom' ? 'source' : 'target'}
          position={positionOf(side)}
          isConnectable={false}
        />
      ))}
    </div>
  );
});
