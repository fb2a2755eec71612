import type { ReactNode } from 'react';

import type { Player } from './usePlayer';
import type { Steps } from './useSteps';

type ControlProps = {
  readonly label: string;
  readonly keyName: string;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Control({ label, keyName, onPress, children }: ControlProps) {
  return (
    <button type="button" aria-label={label} title={`${label} (${keyName})`} onClick={onPress}>
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        {children}
      </svg>
    </button>
  );
}

const back = <path d="M11 3 5 8l6 5z" />;
const on = <path d="m5 3 6 5-6 5z" />;
const twice_back = <path d="M8 3 2 8l6 5zm6 0L8 8l6 5z" />;
const twice_on = <path d="m2 3 6 5-6 5zm6 0 6 5-6 5z" />;
const diamond_back = <path d="M10.5 4.5 14 8l-3.5 3.5L7 8zM6 3.5 1.5 8 6 12.5z" />;
const diamond_on = <path d="M5.5 4.5 9 8l-3.5 3.5L2 8zM10 3.5 14.5 8 10 12.5z" />;
const cross = 'm8.5 5.5 5 5m0-5-5 5';
const cross_left = 'm2.5 5.5 5 5m0-5-5 5';

export type ControlsProps = { readonly player: Player; readonly steps: Steps };

/** Play, pause and the steps. */
export function Controls({ player, steps }: ControlsProps) {
  const { step } = steps;
  return (
    <div className="controls" role="toolbar" aria-label="Playback">
      <Control label="To the start" keyName="Home" onPress={steps.toStart}>
        <path d="M3 3h2v10H3zm10 0L6 8l7 5z" />
      </Control>
      <Control label="Previous turn" keyName="H" onPress={() => step('turn', -1)}>
        {twice_back}
      </Control>
      <Control label="Previous event" keyName="h" onPress={() => step('event', -1)}>
        {back}
      </Control>
      <button
        type="button"
        className="controls__play"
        aria-label={player.playing ? 'Pause' : 'Play'}
        title={`${player.playing ? 'Pause' : 'Play'} (Space)`}
        onClick={player.toggle}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          {player.playing ? (
            <path d="M4 3h3v10H4zm5 0h3v10H9z" />
          ) : (
            <path d="m4 2.5 9 5.5-9 5.5z" />
          )}
        </svg>
      </button>
      <Control label="Next event" keyName="l" onPress={() => step('event', 1)}>
        {on}
      </Control>
      <Control label="Next turn" keyName="L" onPress={() => step('turn', 1)}>
        {twice_on}
      </Control>
      <Control label="To the end" keyName="End" onPress={steps.toEnd}>
        <path d="M11 3h2v10h-2zM3 3l7 5-7 5z" />
      </Control>
      <span className="controls__gap" />
      <Control label="Previous decision" keyName="<" onPress={() => step('decision', -1)}>
        {diamond_back}
      </Control>
      <Control label="Next decision" keyName=">" onPress={() => step('decision', 1)}>
        {diamond_on}
      </Control>
      <Control label="Previous failure" keyName="X" onPress={() => step('failure', -1)}>
        <path d="M6 3.5 1.5 8 6 12.5z" />
        <path className="controls__cross" d={cross} />
      </Control>
      <Control label="Next failure" keyName="x" onPress={() => step('failure', 1)}>
        <path className="controls__cross" d={cross_left} />
        <path d="M10 3.5 14.5 8 10 12.5z" />
      </Control>
    </div>
  );
}
