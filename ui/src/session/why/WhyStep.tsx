import type * as api from '../../api/types';
import { Confidence } from '../../parts/Confidence';
import { shortId } from '../../parts/format';
import { kindColour } from '../../parts/Kind';
import { Missing } from '../../parts/Notice';
import { brief, printable } from '../../parts/printable';
import { SummaryText } from '../../parts/SummaryText';
import { StepTime } from '../state/RowTime';
import { useSession } from '../state/session';
import { Asked, askedWord, isAsked } from './Asked';
import type { Step } from './chain';
import { findRef, type Evidence } from './evidence';
import { hangsBy } from './hanging';

import './WhyStep.css';

export type WhyStepProps = {
  readonly step: Step;
  readonly selected?: boolean;
  /** How many steps it is moved in. */
  readonly indent?: number;
  /** Where what it rests on is found. */
  readonly evidence?: Evidence;
  readonly onSelect: (event: api.EventId) => void;
};

const indent_max = 6;

const words: { readonly [provenance in api.Provenance]: string } = {
  explicit: 'as it was recorded',
  derived: 'worked out by a rule over ids',
  assumed: 'assumed from order and time',
};

/** One step of a chain: what happened, who did it, and the reason that was given. */
export function WhyStep(props: WhyStepProps) {
  const { step, selected = false, indent = 0, onSelect } = props;
  const { growing } = useSession();
  const { link } = step;
  const provenance = link.via?.provenance ?? null;
  const classes = ['why-step'];
  if (provenance) classes.push(`why-step--${provenance in words ? provenance : 'assumed'}`);
  else classes.push('why-step--first');
  if (selected) classes.push('why-step--selected');
  return (
    <li
      className={classes.join(' ')}
      style={{ marginLeft: Math.min(indent, indent_max) * 12 }}
      aria-current={selected ? 'true' : undefined}
    >
      <div className="why-step__card">
        <span className="why-step__dot" style={{ color: kindColour(link.kind) }} />
        {step.missing_parents.map((parent) => (
          <div key={parent}>
            <Missing>
              its parent {printable(shortId(parent))}{' '}
              {growing ? 'has not arrived so far' : 'was never recorded'}
            </Missing>
          </div>
        ))}
        <button type="button" className="why-step__what" onClick={() => onSelect(link.event_id)}>
          {/* All that was asked for stands below. */}
          <SummaryText summary={isAsked(link.kind) ? askedWord(link) : link.summary} />
        </button>
        <div className="why-step__meta">
          {link.agent && <span className="why-step__agent cut">{brief(link.agent)}</span>}
          <StepTime time={link.time} />
          {link.rationale?.confidence !== undefined && (
            <Confidence value={link.rationale.confidence} />
          )}
          {link.via && provenance && (
            <span className="why-step__via" title={words[provenance]}>
              {hangsBy(link)} · {provenance}
            </span>
          )}
        </div>
        {link.said && <blockquote className="why-step__said">{printable(link.said)}</blockquote>}
        {isAsked(link.kind) && <Asked link={link} />}
        {link.rationale && (
          <Reasons
            rationale={link.rationale}
            unresolved={step.unresolved_refs}
            {...(props.evidence ? { evidence: props.evidence } : {})}
            onSelect={onSelect}
          />
        )}
      </div>
    </li>
  );
}

export type ReasonsProps = {
  readonly rationale: api.Rationale;
  readonly unresolved: readonly string[];
  readonly evidence?: Evidence;
  readonly onSelect?: (event: api.EventId) => void;
};

/** Why, what it rests on, and what else there was and why not. */
export function Reasons({ rationale, unresolved, evidence, onSelect }: ReasonsProps) {
  const { why, alternatives = [], refs = [] } = rationale;
  return (
    <>
      <p className="why-step__why">{printable(why)}</p>
      {alternatives.length > 0 && (
        <ul className="why-step__alternatives" aria-label="Alternatives">
          {alternatives.map((each, at) => (
            <li key={at}>
              <span aria-hidden="true">✗ </span>
              <span className="unseen">rejected: </span>
              {printable(each.option)}{' '}
              <span className="soft">— {printable(each.rejected_because)}</span>
            </li>
          ))}
        </ul>
      )}
      {refs.length > 0 && (
        <div className="why-step__refs">
          <span className="soft">rests on</span>
          {refs.map((ref, at) =>
            unresolved.includes(ref) ? (
              <Missing key={at}>{brief(ref)} (nothing known by that name)</Missing>
            ) : (
              <Ref key={at} name={ref} leads_to={evidence?.get(ref) ?? null} onSelect={onSelect} />
            ),
          )}
        </div>
      )}
    </>
  );
}

type RefProps = {
  readonly name: string;
  readonly leads_to: api.EventId | null;
  readonly onSelect: ((event: api.EventId) => void) | undefined;
};

/** Evidence leads to the event that it is. A note of the agent itself is nowhere else. */
function Ref({ name, leads_to, onSelect }: RefProps) {
  const { session } = useSession();
  // Not every answer says which event a name means: the session's events are asked by it.
  const looks = leads_to === null && onSelect !== undefined && !name.startsWith('scratch:');
  const find = async () => {
    if (leads_to !== null) return onSelect?.(leads_to);
    const found = await findRef(session, name);
    if (found !== null) onSelect?.(found);
  };
  if (!looks && leads_to === null) return <code className="cut">{brief(name)}</code>;
  return (
    <button type="button" className="why-step__ref cut" onClick={() => void find()}>
      {brief(name)}
    </button>
  );
}
