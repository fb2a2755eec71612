import { useMemo } from 'react';

import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { go, hashOf, usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, count, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { AsOf } from './decisions/AsOf';
import { DecisionDetail } from './decisions/DecisionDetail';
import { DecisionFlow } from './decisions/DecisionFlow';
import { changesOf, partOf } from './decisions/graph';

import './DecisionsPage.css';

const change_kinds = 'graph_node,graph_edge,graph_update,graph_delete,graph_supersede';
const changes_max = 1000;
const statuses = ['active', 'completed', 'superseded', 'rejected'] as const;

/** Without a name: the default graph, or where that is empty the one that changed last. */
export type DecisionsPageProps = { readonly graph: string | null };

/** The decision graph: goals to outcomes, as it is or as it was. */
export function DecisionsPage({ graph: named }: DecisionsPageProps) {
  const { query, set } = usePlace();
  const { changes, graph, names, known } = useChanges(named);
  const [as_of, selected] = [query.get('as_of'), query.get('node')];
  const answer = useAnswer<api.GraphDocument>(
    known ? address(['graphs', graph, 'export'], { as_of }) : null,
  );
  const around = query.get('around');
  const part = useMemo(
    () => answer.data && partOf(answer.data, { around, hops: 2, statuses: statusesIn(query) }),
    [answer.data, around, query.get('status')],
  );
  const chosen = answer.data?.nodes.find((node) => node.id === selected);
  return (
    <div className="decisions">
      <Head graph={graph} names={names} changes={changes} />
      {answer.error && <Failure error={answer.error} />}
      {(!known || answer.waiting) && !answer.data && <p role="status">Reading the graph…</p>}
      {part && part.left_out > 0 && (
        <Notice>
          The newest {count(part.nodes.length)} are drawn;{' '}
          {plural(part.left_out, 'older node is', 'older nodes are')} left out. Choose a node and
          look only around it.
        </Notice>
      )}
      {answer.data?.nodes.length === 0 && <Empty />}
      <div className="decisions__middle">
        {part && part.nodes.length > 0 && (
          <div className="decisions__flow">
            <DecisionFlow
              key={`${graph} ${around ?? ''}`}
              part={part}
              selected={selected}
              onSelect={(id) => set({ node: id })}
            />
          </div>
        )}
        {chosen && answer.data && (
          <DecisionDetail node={chosen} whole={answer.data} onSelect={(id) => set({ node: id })} />
        )}
      </div>
    </div>
  );
}

/** The statuses to which the picture is limited; none when it shows all. */
function statusesIn(query: URLSearchParams): ReadonlySet<string> {
  return new Set((query.get('status') ?? '').split(',').filter(Boolean));
}

type HeadProps = {
  readonly graph: string;
  readonly names: readonly string[];
  readonly changes: readonly string[];
};

/** Which graph, which part of it, and as of when. */
function Head({ graph, names, changes }: HeadProps) {
  const { query, set } = usePlace();
  const [as_of, selected, around] = [query.get('as_of'), query.get('node'), query.get('around')];
  return (
    <header className="page-head page-head--bar">
      <h1>Decisions</h1>
      <label>
        Graph{' '}
        <select value={graph} onChange={(event) => go(hashOf(['decisions', event.target.value]))}>
          {[...new Set([graph, ...names])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <Statuses />
      {selected && (
        <button
          type="button"
          aria-pressed={around !== null}
          onClick={() => set({ around: around === null ? selected : null })}
        >
          Only around the chosen
        </button>
      )}
      <AsOf changes={changes} asOf={as_of} onChange={(next) => set({ as_of: next })} />
      <CommandLine
        command={command(
          'graph',
          'export',
          graph !== 'default' && `--graph=${graph}`,
          as_of && `--as-of=${as_of}`,
        )}
      />
    </header>
  );
}

function Statuses() {
  const { query, set } = usePlace();
  const shown = statusesIn(query);
  const flip = (status: string) => {
    const next = new Set(shown);
    if (!next.delete(status)) next.add(status);
    set({ status: [...next].join(',') });
  };
  return (
    <span role="group" aria-label="Only of status">
      {statuses.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={shown.has(status)}
          onClick={() => flip(status)}
        >
          {status}
        </button>
      ))}
    </span>
  );
}

function Empty() {
  return (
    <Notice>
      Nothing was decided here. Agents record goals and decisions through MCP:{' '}
      <code>{command('mcp')}</code>. By hand:{' '}
      <code>{command('graph', 'add-node', '--type', 'goal', '--label', 'Implement auth')}</code>
    </Notice>
  );
}

/** When this graph changed, and which graphs there are, as far as the newest changes tell. */
function useChanges(named: string | null) {
  const page = useAnswer<api.EventPage>(
    address(['events'], { kinds: change_kinds, limit: changes_max, newest: true }),
  );
  return useMemo(() => {
    const events = page.data?.events ?? [];
    const graph_of = (event: api.Event) => {
      const name = event.fields?.['graph'];
      return typeof name === 'string' ? name : 'default';
    };
    const newest = events.at(-1);
    const usual = events.some((event) => graph_of(event) === 'default');
    const graph = named ?? (newest && !usual ? graph_of(newest) : 'default');
    return {
      graph,
      // Which graph is meant is not known before the changes are, unless it was named.
      known: named !== null || page.data !== null || page.error !== null,
      names: [...new Set(events.map(graph_of))],
      changes: changesOf(
        events.filter((event) => graph_of(event) === graph).map(({ time }) => time),
      ),
    };
  }, [page.data, page.error, named]);
}
