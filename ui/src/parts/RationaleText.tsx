import type * as api from '../api/types';
import { Confidence } from './Confidence';
import { LongText } from './JsonText';
import { Missing } from './Notice';
import { brief } from './printable';

import './RationaleText.css';

/** Beyond this it is shown in part, with a way to the rest. */
const long = 2000;

export type RationaleTextProps = {
  readonly rationale: api.Rationale | null | undefined;
  /** What it would have been the rationale of, for the words where there is none. */
  readonly of?: string;
  /** Goes to what the reason rests on, where the page can. */
  readonly onRef?: (ref: string) => void;
};

/** Why, how sure, on what grounds, and what else there was; or that nobody said. */
export function RationaleText({ rationale, of = 'this', onRef }: RationaleTextProps) {
  if (!rationale) return <Missing>no rationale was given for {of}</Missing>;
  const { why, refs = [], alternatives = [], confidence } = rationale;
  return (
    <div className="rationale">
      <div className="rationale__why">
        {why.length > long ? <LongText text={why} /> : <span>{why}</span>}
        {typeof confidence === 'number' && <Confidence value={confidence} />}
      </div>
      {refs.length > 0 && (
        <div className="rationale__refs soft">
          rests on{' '}
          {refs.map((ref, at) =>
            onRef && !ref.startsWith('scratch:') ? (
              <button key={at} type="button" onClick={() => onRef(ref)}>
                {brief(ref)}
              </button>
            ) : (
              <code key={at}>{brief(ref)}</code>
            ),
          )}
        </div>
      )}
      <Rejected alternatives={alternatives} />
    </div>
  );
}

export type RejectedProps = {
  readonly alternatives: readonly api.RejectedOption[];
};

/** What was not chosen, and why not. */
export function Rejected({ alternatives }: RejectedProps) {
  if (alternatives.length === 0) return null;
  return (
    <ul className="rationale__rejected" aria-label="Rejected">
      {alternatives.map((each, at) => (
        <li key={at}>
          <span aria-hidden="true">✕ </span>
          <s>{each.option ?? '?'}</s>
          {each.rejected_because !== null && (
            <>
              {' '}
              <span className="soft">— {each.rejected_because}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
