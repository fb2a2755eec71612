import { count, duration } from '../../parts/format';
import { brief } from '../../parts/printable';
import { box, type PlacedEdge, type PlacedNode, type TopologyPicture } from './picture';

export type PictureProps = { readonly picture: TopologyPicture };

/** The topology as boxes and lines. The table below says the same in numbers. */
export function Picture({ picture }: PictureProps) {
  return (
    <div className="topology__picture" tabIndex={0} role="region" aria-label="Topology">
      <svg
        width={picture.width}
        height={picture.height}
        role="img"
        aria-label="Who works with whom"
      >
        {picture.edges.map((placed) => (
          <Line key={`${placed.edge.type} ${placed.from.key} ${placed.to.key}`} placed={placed} />
        ))}
        {picture.nodes.map((node) => (
          <g key={node.key} data-kind={node.kind} transform={`translate(${node.x} ${node.y})`}>
            <title>{`${node.kind}: ${brief(node.name)}`}</title>
            <rect width={box.width} height={box.height} rx={node.kind === 'agent' ? 13 : 4} />
            <text x={box.width / 2} y={17} textAnchor="middle">
              {brief(node.name, 24)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function Line({ placed }: { readonly placed: PlacedEdge }) {
  const { edge, from, to } = placed;
  const path = pathOf(from, to);
  const latency = edge.latency.p50_ms === null ? '' : `, median ${duration(edge.latency.p50_ms)}`;
  return (
    <path
      d={path}
      strokeWidth={1 + Math.min(5, Math.log2(edge.count + 1) / 2)}
      strokeDasharray={edge.type === 'messages' ? '5 4' : undefined}
      data-failed={edge.failures > 0 ? '' : undefined}
    >
      <title>
        {`${brief(from.name)} ${edge.type} ${brief(to.name)}: ${count(edge.count)} times, ${count(edge.failures)} failed${latency}`}
      </title>
    </path>
  );
}

/** To the right from side to side; within a column around its left; back from left to right. */
function pathOf(from: PlacedNode, to: PlacedNode): string {
  const [y1, y2] = [from.y + box.height / 2, to.y + box.height / 2];
  if (from.x === to.x) {
    const bend = from.x - 50;
    return `M${from.x},${y1} C${bend},${y1} ${bend},${y2} ${to.x},${y2}`;
  }
  const forward = from.x < to.x;
  const [x1, x2] = forward ? [from.x + box.width, to.x] : [from.x, to.x + box.width];
  const bend = ((forward ? 1 : -1) * Math.max(80, Math.abs(x2 - x1))) / 2;
  return `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`;
}
