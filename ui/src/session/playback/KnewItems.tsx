import { useEffect, useState } from 'react';

import { address } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { bytes, count, plural } from '../../parts/format';
import { LongText } from '../../parts/JsonText';
import { Failure } from '../../parts/Notice';
import { brief } from '../../parts/printable';
import { StepTime } from '../state/RowTime';
import { useSession } from '../state/session';

/** While somebody types, the search waits for the end of the word. */
const typing_ms = 250;

/** What came in for the agent before the event, newest first, and a search in all of it. */
export function KnewItems({ knew }: { readonly knew: api.Knew }) {
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim());
  const { version } = useSession();
  const target = search && address(['events', knew.event, 'knew'], { search });
  const { data, error } = useAnswer<api.Knew>(target || null, version);
  const shown = search ? data : knew;
  return (
    <section aria-label="What came in">
      <h3>
        {knew.exact ? 'Came in after the call' : 'Told, read and shown before it'}{' '}
        <span className="soft">{plural(knew.items_total, 'item')}</span>
      </h3>
      {recorded === null && (
        <input
          type="search"
          className="knew__search"
          placeholder="Had it seen…?"
          aria-label="Look for a text in what it knew"
          value={typed}
          onChange={(change) => setTyped(change.target.value)}
        />
      )}
      {error && <Failure error={error} />}
      {shown && <Found shown={shown} />}
    </section>
  );
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typing_ms);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}

function Found({ shown }: { readonly shown: api.Knew }) {
  const { items, items_found, items_total, search } = shown;
  const left_out = items_found - items.length;
  return (
    <>
      {search !== null && (
        <p role="status" className="soft">
          {items_found === 0
            ? `Nothing of it holds “${search}”.`
            : `${count(items_found)} of ${plural(items_total, 'item')} hold “${search}”.`}
        </p>
      )}
      {search === null && items.length === 0 && (
        <p className="soft">Nothing that came in was recorded.</p>
      )}
      <ol className="knew__messages">
        {items.toReversed().map((item, at) => (
          <Item key={`${item.event} ${items.length - at}`} item={item} />
        ))}
      </ol>
      {left_out > 0 && <p className="soft">{plural(left_out, 'item')} more, not shown.</p>}
    </>
  );
}

const sources: Record<api.KnewItem['source'], string> = {
  prompt: 'prompt',
  task: 'task from',
  message: 'message from',
  file: 'file',
  tool: '',
  observation: 'observation',
  shown: 'shown to the model:',
};

/** What is new stands open. */
function Item({ item }: { readonly item: api.KnewItem }) {
  const { select } = useSession();
  const sign = item.after_call ? '>' : item.new ? '+' : ' ';
  return (
    <li>
      <details className="knew__message" open={item.new || item.source === 'prompt'}>
        <summary className="knew__head">
          <span className="knew__sign" aria-hidden="true">
            {sign}
          </span>
          {item.new && <span className="unseen">new: </span>}
          <strong className="cut" title={item.from === null ? undefined : brief(item.from, 1000)}>
            {sources[item.source]} {item.from !== null && brief(item.from, 200)}
          </strong>
          <span className="knew__first cut soft">{brief(item.text, 120)}</span>
          <span className="knew__size soft" title={bytes(item.bytes)}>
            <StepTime time={item.time} />
          </span>
        </summary>
        {item.after_call && (
          <p className="soft">It came after the model call: the model had not been shown it.</p>
        )}
        {item.text === '' ? <p className="soft">(empty)</p> : <LongText text={item.text} />}
        <button type="button" className="knew__open" onClick={() => select(item.event)}>
          {item.cut ? 'cut: open the event' : 'open the event'}
        </button>
      </details>
    </li>
  );
}
