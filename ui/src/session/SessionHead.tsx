import { recorded } from '../api/recorded';
import { usePlace } from '../ground/place';
import { CommandLine } from '../parts/CommandLine';
import { between, command, count, plural } from '../parts/format';
import { brief } from '../parts/printable';
import { Tabs } from '../parts/Tabs';
import { openFind } from './find/opening';
import { mapCommand } from './graph/scene/options';
import { SessionActions } from './SessionActions';
import { useSession, views, type View } from './state/session';
import { useGoal } from './state/useGoal';

import './SessionHead.css';

export type SessionHeadProps = { readonly view: View; readonly beside: View | null };

/** What shows the same; a transcript of some events only is an outline in their order. */
export function commandOf(session: string, query: URLSearchParams, view: View): string {
  const filter = optionsNamed(query, ['kinds', 'errors']);
  if (view === 'transcript' && filter.length > 0)
    return command('outline', session, '--order', 'time', ...filter);
  return command(...answers[view], session, ...optionsIn(query, view));
}

const answers: { readonly [view in View]: readonly string[] } = {
  graph: ['map'],
  tree: ['outline'],
  timeline: ['timeline'],
  transcript: ['trajectory'],
};

/** What of the address the command takes as an option of the same name. */
const options: { readonly [view in View]: readonly string[] } = {
  graph: [],
  tree: ['levels', 'closed', 'open', 'kinds', 'errors'],
  timeline: ['lanes', 'from', 'to'],
  transcript: [],
};

function optionsIn(query: URLSearchParams, view: View): readonly string[] {
  const by_turn = view === 'tree' && query.get('steps') !== '1' ? ['--order', 'turns'] : [];
  return by_turn.concat(optionsNamed(query, options[view]));
}

function optionsNamed(query: URLSearchParams, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = query.get(name);
    if (!value) return [];
    return name === 'errors' ? ['--errors'] : [`--${name}`, value];
  });
}

/** What session it is, its figures, and which views are shown. */
export function SessionHead({ view, beside }: SessionHeadProps) {
  const { session, head, live, growing } = useSession();
  const { query, set } = usePlace();
  const goal = useGoal().text;
  return (
    <header className="session-head">
      <h1 className="cut" title={session}>
        {session}
      </h1>
      {goal !== null && (
        <p className="session-head__goal cut" title={brief(goal, 2000)}>
          {brief(goal)}
        </p>
      )}
      <p className="session-head__figures soft">
        {head && (
          <>
            <span>{plural(head.events, 'event')}</span>{' '}
            <span>· {plural(head.agents.length, 'agent')}</span>{' '}
            <span>· {plural(head.runs, 'run')}</span>{' '}
            <span>
              {head.first !== null && head.last !== null
                ? `· ${between(head.first, head.last)}`
                : '· no time recorded'}
            </span>{' '}
            {head.missing_parents > 0 && (
              <span>· {count(head.missing_parents)} parents missing</span>
            )}
          </>
        )}
        <LeftOut />
      </p>
      <span
        className={`session-head__live session-head__live--${live}`}
        data-connection={live}
        title={live === 'live' ? 'new events appear by themselves' : 'no connection to the server'}
      >
        {live === 'live' ? growing && 'live' : live === 'waiting' && 'waiting'}
      </span>
      <Tabs
        label="Views"
        names={views}
        chosen={view}
        also={beside}
        hint="With Shift: beside the other, or no longer"
        onChoose={(each, press) =>
          set(press.shiftKey ? { beside: each === beside ? null : each } : { view: each })
        }
      />
      <CommandLine
        quiet
        command={view === 'graph' ? mapCommand(session, query) : commandOf(session, query, view)}
      />
      <button type="button" title="Find in the session ( / )" onClick={openFind}>
        Find
      </button>
      <SessionActions session={session} />
    </header>
  );
}

/** What a session that was exported as a file had to leave behind. */
function LeftOut() {
  if (!recorded) return null;
  const { events_kept, events_total, answers_left_out } = recorded;
  return (
    <>
      {events_kept < events_total && (
        <span className="missing">
          this file has the first {count(events_kept)} of {count(events_total)}
        </span>
      )}
      {answers_left_out > 0 && (
        <span className="missing">{plural(answers_left_out, 'answer')} left out</span>
      )}
    </>
  );
}
