import { useMemo } from 'react';

import { address } from '../../api/client';
import { recorded } from '../../api/recorded';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';
import { useKeys, useKeysInside } from '../../ground/keys';
import { usePlace } from '../../ground/place';
import { usePlayhead } from '../state/playhead';
import { useSession } from '../state/session';
import { pictureOf } from '../timeline/picture';
import { loopIn, loopText, withEnd } from './clock';
import { Controls } from './Controls';
import { NowCard } from './NowCard';
import { paceIn, Pacing } from './Pacing';
import { makeRows, rowsOf } from './rows';
import { Scrubber } from './Scrubber';
import { usePlayer } from './usePlayer';
import { useRow } from './useRow';
import { useSteps } from './useSteps';

import './PlaybackBar.css';

/** More decisions than this are not marked one by one. */
const decisions_max = 500;
const none: readonly number[] = [];
const no_kinds = {};

/** Plays the session back: everything that is not there yet is dimmed in every view. */
export function PlaybackBar() {
  const { session, head, select, version, at } = useSession();
  const { query, set } = usePlace();
  const playhead = usePlayhead();
  // An exported file may have only the first events.
  const events = Math.min(head?.events ?? 0, recorded?.events_kept ?? Infinity);
  const { asRecorded, ...pace } = paceIn(query);
  const loop = loopIn(query.get('loop'));
  // Late events change the order: what was read before `version` may stand elsewhere now.
  const rows = useMemo(() => makeRows(rowsOf(session)), [session, version]);
  const player = usePlayer({ events, rows, pace, loop });
  const steps = useSteps(session, events, head?.kinds ?? no_kinds);
  const at_playhead = useRow(rows, events);
  const selected = useSelectedRow();
  // At the end nothing is played back: the bar is about what is selected, if anything is.
  const row = Number.isFinite(at) || !selected ? at_playhead : selected;
  const answer = useAnswer<api.Timeline>(address(['sessions', session, 'timeline']), version).data;
  const picture = useMemo(() => answer && pictureOf(answer), [answer]);
  const decisions = useDecisions(session, head, picture?.bucketed ?? false, version);

  const setEnd = (end: 'first' | 'last') =>
    set({ loop: loopText(withEnd(loop, end, Math.min(playhead.at(), events), events)) });
  useKeys('Playback', [
    { keys: ['Space'], label: 'Play or pause', run: player.toggle },
    { keys: ['h'], label: 'Previous event', run: () => steps.step('event', -1) },
    { keys: ['l'], label: 'Next event', run: () => steps.step('event', 1) },
    { keys: ['H'], label: 'Previous turn', run: () => steps.step('turn', -1) },
    { keys: ['L'], label: 'Next turn', run: () => steps.step('turn', 1) },
    { keys: ['<'], label: 'Previous decision', run: () => steps.step('decision', -1) },
    { keys: ['>'], label: 'Next decision', run: () => steps.step('decision', 1) },
    { keys: ['X'], label: 'Previous failure', run: () => steps.step('failure', -1) },
    { keys: ['x'], label: 'Next failure', run: () => steps.step('failure', 1) },
    { keys: ['i'], label: 'Loop from here', run: () => setEnd('first') },
    { keys: ['o'], label: 'Loop up to here', run: () => setEnd('last') },
    {
      keys: ['r'],
      label: 'Loop, or no longer',
      run: () => set({ loop: loop || events < 2 ? null : `1-${events}` }),
    },
  ]);
  const onKeyDown = useKeysInside('Playback, while it has the focus', [
    { keys: ['ArrowLeft', 'ArrowDown'], label: 'Back', run: () => steps.step('event', -1) },
    { keys: ['ArrowRight', 'ArrowUp'], label: 'On', run: () => steps.step('event', 1) },
    { keys: ['Home'], label: 'To the start', run: steps.toStart },
    { keys: ['End'], label: 'To the end', run: steps.toEnd },
  ]);
  const failed = row === null && events > 0 && rows.error(Math.min(playhead.at(), events));
  const note =
    failed instanceof Error ? failed.message : player.waiting ? 'waiting for events…' : steps.said;
  return (
    <footer className="playback" aria-label="Playback" onKeyDown={onKeyDown}>
      <div className="playback__row">
        <Controls player={player} steps={steps} />
        <NowCard {...{ row, events, note }} playing={player.playing} onSelect={select} />
        <Pacing {...{ pace, asRecorded, loop, events }} here={playhead.at} />
      </div>
      <Scrubber
        {...{ events, picture, decisions, loop }}
        row={at_playhead}
        onToggle={player.toggle}
      />
    </footer>
  );
}

/** The row of the selected event, as the head of the panel asks for it. */
function useSelectedRow(): api.OutlineRow | null {
  const { session, event, version } = useSession();
  const { data } = useAnswer<api.Outline>(
    event && address(['sessions', session, 'outline'], { order: 'time', at: event, limit: 1 }),
    version,
  );
  const row = data?.rows[0];
  return event !== null && row?.id === event ? row : null;
}

/** Where decisions are, for sessions so long that the picture has no single events. */
function useDecisions(
  session: string,
  head: api.Outline | null,
  bucketed: boolean,
  version: number,
): readonly number[] {
  const kinds = head?.kinds ?? {};
  const known = Object.hasOwn(kinds, 'decision') ? (kinds['decision'] ?? 0) : 0;
  const target =
    bucketed && known > 0 && known <= decisions_max
      ? address(['sessions', session, 'outline'], {
          ...{ order: 'time', kinds: 'decision', limit: decisions_max },
        })
      : null;
  const { data } = useAnswer<api.Outline>(target, version);
  return useMemo(() => data?.rows.map(({ ordinal }) => ordinal) ?? none, [data]);
}
