import type * as api from '../api/types';
import { count, shortId } from './format';
import { Notice } from './Notice';

const shown_max = 20;

export type CompletenessListProps = {
  readonly completeness: api.Completeness;
  readonly onSelect?: (event: api.EventId) => void;
  /** The session goes on: what is missing may only be late. */
  readonly growing?: boolean;
};

/** What an answer lacks, as the record has it; nothing when it lacks nothing. */
export function CompletenessList(props: CompletenessListProps) {
  const { completeness, onSelect, growing = false } = props;
  if (completeness.complete) return null;
  const lines = linesOf(completeness, growing);
  return (
    <Notice tone="missing">
      <strong>Incomplete</strong>
      <ul>
        {lines.slice(0, shown_max).map((line, at) => (
          <li key={at}>
            {line.event && onSelect ? (
              <button type="button" onClick={() => onSelect(line.event as string)}>
                {shortId(line.event)}
              </button>
            ) : (
              line.event && <code>{shortId(line.event)}</code>
            )}{' '}
            {line.text}
          </li>
        ))}
      </ul>
      {lines.length > shown_max && <div>and {count(lines.length - shown_max)} more</div>}
    </Notice>
  );
}

type Line = { readonly event: api.EventId | null; readonly text: string };

export function linesOf(completeness: api.Completeness, growing = false): readonly Line[] {
  const { missing_parents, cycles, unresolved_refs, uncaused, truncated, gaps } = completeness;
  return [
    ...missing_parents.map(({ event, parent }) => ({
      event,
      text: `its parent ${parent} ${growing ? 'has not arrived so far' : 'was never recorded'}`,
    })),
    ...cycles.map((cycle) => ({ event: null, text: `a cycle: ${cycle.join(' → ')}` })),
    ...unresolved_refs.map(({ event, ref }) => ({
      event,
      text: `refers to ${ref}: nothing is known by that name`,
    })),
    ...uncaused.map((event) => ({
      event,
      text: 'no cause of it was recorded; what is shown follows from order and time',
    })),
    ...gaps.map(({ event, rule, detail }) => ({
      event,
      text: `${rule.replaceAll('_', ' ')}: ${detail}`,
    })),
    ...(truncated > 0 ? [{ event: null, text: `${count(truncated)} left out by the limit` }] : []),
  ];
}
