import type * as api from '../../api/types';
import { count } from '../../parts/format';
import { kindColour } from '../../parts/Kind';
import { printable } from '../../parts/printable';
import { Several } from '../../parts/Several';
import { actionOf, doneIn, kindOfAction, stretchesOf } from './actions';

import './PathStrip.css';

export type PathStripProps = { readonly path: api.Debrief['path'] };

/** The path at a glance: one chip for each step, or for a stretch of the same. */
export function PathStrip({ path }: PathStripProps) {
  return (
    <ol className="path-strip" aria-label="Path">
      <Several items={stretchesOf(path)}>
        {({ action, times, from }) => {
          const { type, name: bare } = actionOf(action);
          const done = times === 1 && path[from] ? doneIn(path[from]) : null;
          const name = done ?? bare;
          return (
            <li key={from} style={{ borderColor: kindColour(kindOfAction(type)) }}>
              <span className="path-strip__type">{printable(type)}</span>
              <span className="cut" title={name}>
                {printable(name)}
              </span>
              {times > 1 && <span className="soft"> ×{count(times)}</span>}
            </li>
          );
        }}
      </Several>
    </ol>
  );
}
