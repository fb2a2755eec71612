import { useId } from 'react';

import { address } from '../../api/client';
import type * as api from '../../api/types';
import { useAnswer } from '../../api/useAnswer';

const offered_max = 200;

export type RunChoiceProps = {
  readonly label: string;
  readonly run: string;
  readonly session: string | null;
  readonly onChoose: (run: string, session: string | null) => void;
};

/** A run by its name, with the newest ones offered. */
export function RunChoice({ label, run, session, onChoose }: RunChoiceProps) {
  const list = useId();
  const runs = useAnswer<api.RunPage>(address(['runs'], { limit: offered_max }));
  const offered = runs.data?.runs ?? [];
  const choose = (text: string) => {
    const row =
      offered.find((each) => nameOf(each) === text) ?? offered.find((each) => each.id === text);
    onChoose(row?.id ?? text, row?.session ?? null);
  };
  return (
    <label>
      {label}{' '}
      <input
        list={list}
        key={`${run} ${session ?? ''}`}
        defaultValue={session ? `${run} (${session})` : run}
        onChange={(event) => {
          // Choosing from the list changes the whole text at once; typing ends with Enter.
          if (offered.some((each) => nameOf(each) === event.target.value))
            choose(event.target.value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && choose(event.currentTarget.value)}
        onBlur={(event) => {
          if (event.target.value !== event.target.defaultValue) choose(event.target.value);
        }}
        placeholder="a run"
        size={28}
      />
      <datalist id={list}>
        {offered.map((each) => (
          <option key={nameOf(each)} value={nameOf(each)}>
            {each.goal ?? ''}
          </option>
        ))}
      </datalist>
    </label>
  );
}

function nameOf(row: api.Run): string {
  return row.session ? `${row.id} (${row.session})` : row.id;
}
