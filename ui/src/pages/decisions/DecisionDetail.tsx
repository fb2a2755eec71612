import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { hashOf } from '../../ground/place';
import { Copy } from '../../parts/Copy';
import { clock } from '../../parts/format';
import { JsonText } from '../../parts/JsonText';
import { Missing } from '../../parts/Notice';
import { printable } from '../../parts/printable';

export type DecisionDetailProps = {
  readonly node: api.Node;
  readonly whole: api.GraphDocument;
  readonly onSelect: (id: string) => void;
};

/** Everything that is known of one node, and what it is tied to. */
export function DecisionDetail({ node, whole, onSelect }: DecisionDetailProps) {
  const event = useAnswer<api.Event>(node.event && address(['events', node.event]));
  const where = event.data?.session ?? event.data?.run;
  const label_of = (id: string) => whole.nodes.find((each) => each.id === id)?.label ?? id;
  return (
    <aside className="decision-detail" aria-label="The chosen node">
      <h2>{printable(node.label)}</h2>
      <p className="soft">
        {node.type}, {node.status}
        {node.confidence !== null && `, confidence ${node.confidence}`} · {clock(node.created_at)}
        {node.updated_at !== node.created_at && `, changed ${clock(node.updated_at)}`}
      </p>
      <p>
        {node.rationale === null ? (
          <Missing>no rationale recorded</Missing>
        ) : (
          printable(node.rationale)
        )}
      </p>
      <Ties
        title="Comes from"
        edges={whole.edges.filter((edge) => edge.to_id === node.id)}
        other={(edge) => edge.from_id}
        label={label_of}
        onSelect={onSelect}
      />
      <Ties
        title="Leads to"
        edges={whole.edges.filter((edge) => edge.from_id === node.id)}
        other={(edge) => edge.to_id}
        label={label_of}
        onSelect={onSelect}
      />
      {node.event && where && (
        <p>
          <a href={hashOf(['session', where], { event: event.data?.id ?? node.event })}>
            The event it stands for
          </a>
        </p>
      )}
      {node.event && event.error && (
        <p>
          <Missing>its event {printable(node.event)} was never recorded</Missing>
        </p>
      )}
      {Object.keys(node.metadata).length > 0 && <JsonText name="metadata" value={node.metadata} />}
      <Copy label="Copy id" text={() => node.id} />{' '}
      <Copy label="Copy JSON" text={() => JSON.stringify(node, null, 2)} />
    </aside>
  );
}

type TiesProps = {
  readonly title: string;
  readonly edges: readonly api.Edge[];
  readonly other: (edge: api.Edge) => string;
  readonly label: (id: string) => string;
  readonly onSelect: (id: string) => void;
};

function Ties({ title, edges, other, label, onSelect }: TiesProps) {
  if (edges.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {edges.map((edge) => (
          <li key={edge.id}>
            <span className="soft">{edge.edge_type.replaceAll('_', ' ')}</span>{' '}
            <button type="button" onClick={() => onSelect(other(edge))}>
              {printable(label(other(edge)))}
            </button>
            {typeof edge.metadata['rationale'] === 'string' && (
              <div className="soft">{printable(edge.metadata['rationale'])}</div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
