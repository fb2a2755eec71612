import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { brief } from '../../parts/printable';

import './Outcome.css';

export type OutcomeProps = Pick<api.Summary, 'status' | 'outcomes'>;

const signs: ReadonlyMap<string, string> = new Map([
  ['success', '✓'],
  ['failure', '✕'],
  ['cancelled', '–'],
]);

/** How it ended, and what came of its decisions. */
export function Outcome({ status, outcomes }: OutcomeProps) {
  const known = status !== null && status !== undefined && signs.has(status);
  return (
    <span className="outcome">
      {status && (
        <span className={`outcome__status cut ${known ? `outcome__status--${status}` : ''}`}>
          {known && <span aria-hidden="true">{signs.get(status)} </span>}
          {brief(status)}
        </span>
      )}
      {outcomes && outcomes.correct + outcomes.incorrect + outcomes.unknown > 0 && (
        <span className="outcome__decisions" title={spelled(outcomes)}>
          <span aria-hidden="true">
            {outcomes.correct > 0 && <b className="outcome__right">{count(outcomes.correct)}✓</b>}
            {outcomes.incorrect > 0 && (
              <b className="outcome__wrong">{count(outcomes.incorrect)}✕</b>
            )}
            {outcomes.unknown > 0 && <b>{count(outcomes.unknown)}?</b>}
          </span>
          <span className="unseen">{spelled(outcomes)}</span>
        </span>
      )}
    </span>
  );
}

function spelled({ correct, incorrect, unknown }: NonNullable<OutcomeProps['outcomes']>): string {
  return `decisions: ${count(correct)} correct, ${count(incorrect)} incorrect, ${count(unknown)} unknown`;
}
