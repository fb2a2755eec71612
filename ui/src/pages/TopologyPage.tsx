import { address } from '../api/client';
import type * as api from '../api/types';
import { useAnswer } from '../api/useAnswer';
import { usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { command, count, duration, plural } from '../parts/format';
import { Failure, Notice } from '../parts/Notice';
import { Picture } from './topology/Picture';
import { pictureOf } from './topology/picture';

import './TopologyPage.css';

/** Who called, delegated to and messaged whom, across all sessions. */
export function TopologyPage() {
  const { query, set } = usePlace();
  const [from, to] = [query.get('from'), query.get('to')];
  const answer = useAnswer<api.Topology>(address(['topology'], { from, to }));
  const picture = answer.data && pictureOf(answer.data);
  const range = (name: string, value: string | null) => (
    <label>
      {name}{' '}
      <input
        type="date"
        value={value?.slice(0, 10) ?? ''}
        onChange={(event) =>
          set({
            [name.toLowerCase()]:
              event.target.value &&
              `${event.target.value}T${name === 'From' ? '00:00:00Z' : '23:59:59Z'}`,
          })
        }
      />
    </label>
  );
  return (
    <div className="topology">
      <header className="topology__head">
        <h1>Topology</h1>
        {range('From', from)}
        {range('To', to)}
        <CommandLine command={command('topology', from && `--from=${from}`, to && `--to=${to}`)} />
      </header>
      <p className="soft">
        Agents stand in the order in which they hand work on, tools and models beside them. A line
        is as thick as it was used often; red means that some of it failed.
      </p>
      {answer.error && <Failure error={answer.error} />}
      {picture && picture.nodes.length === 0 && (
        <Notice>Nobody called, asked or messaged anybody in this time.</Notice>
      )}
      {picture && picture.nodes.length > 0 && <Picture picture={picture} />}
      {picture && picture.left_out > 0 && (
        <p className="soft">
          {plural(picture.left_out, 'link')} of less use {picture.left_out === 1 ? 'is' : 'are'} in
          the table only.
        </p>
      )}
      {answer.data && answer.data.edges.length > 0 && <Edges edges={answer.data.edges} />}
    </div>
  );
}

function Edges({ edges }: { readonly edges: readonly api.TopologyEdge[] }) {
  return (
    <table className="topology__table">
      <thead>
        <tr>
          <th>From</th>
          <th>How</th>
          <th>To</th>
          <th>Times</th>
          <th>Failed</th>
          <th>Sessions</th>
          <th>Median</th>
          <th>95 %</th>
        </tr>
      </thead>
      <tbody>
        {edges.map((edge) => (
          <tr key={`${edge.type} ${edge.from} ${edge.to}`}>
            <td>{edge.from ?? 'nobody named'}</td>
            <td className="soft">{edge.type}</td>
            <td>{edge.to ?? 'nobody named'}</td>
            <td>{count(edge.count)}</td>
            <td className={edge.failures > 0 ? 'failed' : ''}>{count(edge.failures)}</td>
            <td>{count(edge.sessions)}</td>
            <td>{duration(edge.latency.p50_ms)}</td>
            <td>{duration(edge.latency.p95_ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
