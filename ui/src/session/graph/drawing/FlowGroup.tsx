import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';

import { plural } from '../../../parts/format';
import type { GroupNode } from './flow';

/** The box around a cluster, with its title. */
export const FlowGroup = memo(function FlowGroup({ data }: NodeProps<GroupNode>) {
  const { group, box } = data.placed;
  return (
    <div className="flow-group" style={{ width: box.width, height: box.height }}>
      <div className="flow-group__title cut">
        {group.title} <span className="soft">{plural(group.nodes, 'node')}</span>
      </div>
    </div>
  );
});
