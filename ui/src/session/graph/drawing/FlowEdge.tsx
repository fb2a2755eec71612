import type { EdgeProps } from '@xyflow/react';
import { memo } from 'react';

import { arrowOf } from '../../../layout/routes';
import { edgeMarks, useMarks } from '../scene/marks';
import { edgeWords } from '../scene/words';
import type { LinkEdge } from './flow';

/** A link: its line by how it is known, its words in the middle, its head at the end. */
export const FlowEdge = memo(function FlowEdge({ data }: EdgeProps<LinkEdge>) {
  const placed = data?.placed;
  const marked = useMarks((marking) =>
    placed ? edgeMarks(marking, placed.from.node, placed.to.node) : '',
  );
  if (!data || !placed) return null;
  const { edge, route } = placed;
  return (
    <g className={`flow-edge flow-edge--${provenanceOf(edge.provenance)} ${marked}`}>
      <path className="flow-edge__line" d={data.path} />
      {data.pulses && marked.includes('is-lit') && (
        <path className="flow-edge__pulse" d={data.path} />
      )}
      <path className="flow-edge__head" d={arrowOf(route)} />
      <text
        className={`flow-edge__words ${edge.count > 1 ? 'is-many' : ''}`}
        x={data.middle.x}
        y={data.middle.y}
      >
        {edgeWords(edge)}
      </text>
    </g>
  );
});

function provenanceOf(provenance: string): string {
  return provenance === 'explicit' || provenance === 'derived' ? provenance : 'assumed';
}
