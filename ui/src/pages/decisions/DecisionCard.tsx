import type * as api from '../../api/types';
import { printable } from '../../parts/printable';

import './DecisionCard.css';

export type DecisionCardProps = { readonly node: api.Node; readonly isSelected: boolean };

const signs: { readonly [status in api.Node['status']]: string } = {
  active: '',
  completed: '✓ ',
  superseded: '⤳ ',
  rejected: '✗ ',
};

/** One node of the decision graph: what it is, how it stands, how sure somebody was. */
export function DecisionCard({ node, isSelected }: DecisionCardProps) {
  return (
    <article
      className={`decision-card decision-card--${node.type} decision-card--${node.status}`}
      aria-current={isSelected}
    >
      <header>
        {node.type}
        <span>
          {signs[node.status]}
          {node.status}
        </span>
      </header>
      <p>{printable(node.label)}</p>
      {node.confidence !== null && (
        <meter min={0} max={1} value={node.confidence} aria-label="confidence">
          {node.confidence}
        </meter>
      )}
    </article>
  );
}
