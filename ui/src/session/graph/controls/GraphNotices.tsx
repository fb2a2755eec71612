import { recorded } from '../../../api/recorded';
import type * as api from '../../../api/types';
import type { Answer } from '../../../api/useAnswer';
import { CompletenessList, linesOf } from '../../../parts/CompletenessList';
import { count, plural } from '../../../parts/format';
import { Failure } from '../../../parts/Notice';
import { useSession } from '../../state/session';
import type { GraphOptions } from '../scene/options';
import type { PlacedNode } from '../scene/scene';
import { labelOf } from '../scene/words';
import type { Staged } from './useStage';

export type GraphNoticesProps = {
  readonly map: Answer<api.SessionMap>;
  readonly staged: Staged;
  readonly options: GraphOptions;
  readonly holder: PlacedNode | null;
  readonly problem: string | null;
  /** Opens what the selected event is in. */
  readonly onOpen: () => void;
  readonly onSelect: (event: api.EventId) => void;
  readonly onChange: (change: Partial<GraphOptions>) => void;
};

/** What is to be said about the drawing: how much it shows, how well, and what it lacks. */
export function GraphNotices(props: GraphNoticesProps) {
  const { map, staged, options, holder, problem } = props;
  const { stage, coarse, busy } = staged;
  const { head } = useSession();
  const answer = stage?.scene.map ?? map.data;
  const gaps = answer ? linesOf(answer.completeness).length : 0;
  return (
    <div className="graph-notices">
      <div className="graph-notices__line" role="status">
        {!answer && !map.error && <span>{waiting(head?.events ?? 0)}</span>}
        {busy && <span>laying out…</span>}
        {!busy && coarse && stage && (
          <span>
            coarse layout ({plural(stage.nodes.length, 'node')}){' '}
            <button type="button" onClick={staged.insist}>
              Lay out fully
            </button>
          </span>
        )}
      </div>
      {options.open.length > 0 && (
        <div className="graph-notices__line">
          {plural(options.open.length, 'stack')} open
          <button type="button" onClick={() => props.onChange({ open: options.open.slice(0, -1) })}>
            Close the last
          </button>
          <button type="button" onClick={() => props.onChange({ open: [] })}>
            Close all stacks
          </button>
        </div>
      )}
      {options.closed.length > 0 && (
        <div className="graph-notices__line">
          {plural(options.closed.length, 'node')} folded
          <button type="button" onClick={() => props.onChange({ closed: [] })}>
            Unfold all
          </button>
        </div>
      )}
      {recorded && (options.open.length > 0 || options.closed.length > 0) && (
        <div className="graph-notices__line">
          this file holds the graph as it was exported: what is in a stack is not in it
        </div>
      )}
      {holder && <Holder holder={holder} onOpen={props.onOpen} />}
      {gaps > 0 && answer && (
        <details className="graph-notices__gaps">
          <summary>incomplete: {count(gaps)}</summary>
          <CompletenessList completeness={answer.completeness} onSelect={props.onSelect} />
        </details>
      )}
      {problem && <div className="graph-notices__line graph-notices__problem">{problem}</div>}
      {map.error && <Failure error={map.error} />}
      {stage && stage.nodes.length === 0 && <div>There is nothing to draw in this session.</div>}
    </div>
  );
}

const many = 100_000;

function waiting(events: number): string {
  if (events < many) return 'asking…';
  return `reading ${count(events)} events: a few seconds, the first time`;
}

type HolderProps = {
  readonly holder: PlacedNode;
  readonly onOpen: () => void;
};

/** Where the selected event is, when no node is its own. */
function Holder({ holder: { node }, onOpen }: HolderProps) {
  const stack = node.type === 'STACK';
  return (
    <div className="graph-notices__line">
      <span className="graph-notices__holder cut">
        {stack ? 'the selected event is inside' : 'the selected event has no node; it comes after'}{' '}
        “{labelOf(node)}”
      </span>
      {(stack || node.hidden > 0) && (
        <button type="button" onClick={onOpen}>
          Open it
        </button>
      )}
    </div>
  );
}
