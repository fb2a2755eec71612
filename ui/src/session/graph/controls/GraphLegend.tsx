import { NodeIcon } from '../drawing/NodeIcon';
import { nodeTypes, tokenOf, wordOf } from '../scene/shapes';

import './GraphLegend.css';

const provenances = [
  { name: 'explicit', says: 'recorded so' },
  { name: 'derived', says: 'from ids' },
  { name: 'assumed', says: 'from order' },
] as const;

/** What the signs and lines mean, in words. */
export function GraphLegend() {
  return (
    <aside className="graph-legend" aria-label="Legend">
      <ul>
        {nodeTypes.map((type) => (
          <li key={type} style={{ color: `var(--${tokenOf(type)})` }}>
            <NodeIcon type={type} /> {wordOf(type)}
          </li>
        ))}
        <li className="graph-legend__failed">✕ failed</li>
        <li className="graph-legend__made-up">synthesized</li>
      </ul>
      <ul>
        {provenances.map(({ name, says }) => (
          <li key={name} title={says}>
            <svg
              width="34"
              height="8"
              aria-hidden="true"
              className={`flow-edge flow-edge--${name}`}
            >
              <path className="flow-edge__line" d="M1 4H33" />
            </svg>{' '}
            {name} <span className="graph-legend__says soft">{says}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
