import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { Markdown } from '../../parts/rich/Markdown';
import { useSession } from '../state/session';

/** Thoughts stand near the call that they led to; so many before it are looked at. */
const thoughts_max = 8;
const fields_max = 16_384;

export type SameAnswerProps = { readonly up: api.Explanation };

/** What the model thought and said in the answer that asked for the event. It is no reason given. */
export function SameAnswer({ up }: SameAnswerProps) {
  const { select } = useSession();
  const link = up.chain.at(-1);
  const call = modelCallOf(up);
  const thoughts = useThoughts(up.event, call);
  const said = useSaid(call) ?? link?.said ?? null;
  if (call === null || (thoughts.length === 0 && !said?.trim())) return null;
  return (
    <section aria-label="In the same answer" className="same-answer">
      <h3>Thought and said in the same answer</h3>
      {thoughts.map(({ id, text }) => (
        <blockquote key={id} className="same-answer__thought">
          <span className="soft">thought: </span>
          <Markdown text={text} />
        </blockquote>
      ))}
      {said?.trim() && (
        <blockquote className="same-answer__said">
          <span className="soft">said: </span>
          <Markdown text={said} />
        </blockquote>
      )}
      <button type="button" onClick={() => select(call)}>
        Open the model call
      </button>
    </section>
  );
}

/** The model call that asked for the event: the one that it hangs on. */
export function modelCallOf({ chain, event }: api.Explanation): api.EventId | null {
  const link = chain.find(({ event_id }) => event_id === event);
  if (!link || link.kind === 'llm_call') return null;
  const from = [link.via, ...link.also].flatMap((origin) => (origin ? [origin.from] : []));
  return (
    chain.find(({ event_id, kind }) => kind === 'llm_call' && from.includes(event_id))?.event_id ??
    null
  );
}

function useThoughts(event: api.EventId, call: api.EventId | null) {
  const { session } = useSession();
  const outline = (query: object) =>
    address(['sessions', session, 'outline'], { order: 'time', ...query });
  const own = useAnswer<api.Outline>(call ? outline({ at: event, limit: 1 }) : null);
  const row = own.data?.rows.find(({ id }) => id === event);
  const { data } = useAnswer<api.Outline>(
    call && row
      ? outline({
          ...{ kinds: 'thought', before: row.ordinal, limit: thoughts_max, fields: fields_max },
        })
      : null,
  );
  return (call ? (data?.rows ?? []) : []).flatMap(({ id, parent, fields }) => {
    const text = fields?.['text'];
    return parent === call && typeof text === 'string' ? [{ id, text }] : [];
  });
}

function useSaid(call: api.EventId | null): string | null {
  const { data } = useAnswer<api.Event>(call ? address(['events', call]) : null);
  const said = call && data?.id === call ? data.fields?.['completion'] : undefined;
  return typeof said === 'string' ? said : null;
}
