import type { ReactNode } from 'react';

import type * as api from '../../api/types';
import { Kind } from '../../parts/Kind';
import { printable } from '../../parts/printable';
import { RationaleText, Rejected } from '../../parts/RationaleText';
import { Several } from '../../parts/Several';
import { hashOf } from '../../ground/place';
import { actionOf, doneIn, kindOfAction } from './actions';

import './Sections.css';

export type SectionProps = { readonly title: string; readonly children: ReactNode };

export function Section({ title, children }: SectionProps) {
  return (
    <section className="debrief__section" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type StepProps = {
  readonly iter: number | null;
  readonly title: ReactNode;
  readonly children?: ReactNode;
};

function Step({ iter, title, children }: StepProps) {
  return (
    <li className="debrief__step">
      <span className="debrief__iter soft">{iter === null ? '' : `iter ${iter}`}</span>
      <div>
        <div className="debrief__what">{title}</div>
        {children}
      </div>
    </li>
  );
}

export type SectionsProps = {
  readonly debrief: api.Debrief;
  /** Where its events are looked at; null where that is not known. */
  readonly session: string | null;
};

/** What the run did and why, section by section; those with nothing in them are left out. */
export function Sections({ debrief, session }: SectionsProps) {
  const { path, assumptions, curator_actions, alternatives } = debrief;
  return (
    <>
      {path.length > 0 && (
        <Section title="Why this path">
          <ol className="debrief__steps">
            <Several items={path}>
              {(step, at) => <PathStep key={at} step={step} session={session} />}
            </Several>
          </ol>
        </Section>
      )}
      {assumptions.length > 0 && (
        <Section title="Assumptions">
          <ul className="debrief__steps">
            <Several items={assumptions}>
              {(each, at) => (
                <Step key={at} iter={each.iter} title={each.assumption ?? 'unknown'}>
                  <RationaleText rationale={each.rationale} of="this assumption" />
                </Step>
              )}
            </Several>
          </ul>
        </Section>
      )}
      {curator_actions.length > 0 && (
        <Section title="Curator">
          <ul className="debrief__steps">
            <Several items={curator_actions}>
              {(each, at) => (
                <Step
                  key={at}
                  iter={each.iter}
                  title={
                    <>
                      {printable(each.action)} <code>{printable(each.target_ref ?? '?')}</code>
                    </>
                  }
                >
                  <RationaleText rationale={each.rationale} of="this" />
                </Step>
              )}
            </Several>
          </ul>
        </Section>
      )}
      {alternatives.length > 0 && (
        <Section title="Alternatives considered">
          <ul className="debrief__steps">
            <Several items={alternatives}>
              {(each, at) => (
                <Step key={at} iter={each.iter} title={`chose ${printable(each.chosen ?? '?')}`}>
                  <Rejected alternatives={each.rejected} />
                </Step>
              )}
            </Several>
          </ul>
        </Section>
      )}
    </>
  );
}

type PathStepProps = {
  readonly step: api.DebriefStep;
  readonly session: string | null;
};

/** What was done, with its arguments; why; and where nobody gave a reason, what was said with it. */
function PathStep({ step, session }: PathStepProps) {
  const { type, name } = actionOf(step.action);
  const said = step.rationale === null ? (step.said ?? null) : null;
  const what = <strong>{printable(doneIn(step) ?? name)}</strong>;
  return (
    <Step
      iter={step.iter}
      title={
        <>
          <Kind kind={kindOfAction(type)} />{' '}
          {session !== null && step.event !== undefined ? (
            <a href={hashOf(['session', session], { event: step.event })}>{what}</a>
          ) : (
            what
          )}
        </>
      }
    >
      {said === null ? (
        <RationaleText rationale={step.rationale} of="this step" />
      ) : (
        <blockquote className="debrief__said" title="Said in the answer that asked for this step">
          {printable(said)}
        </blockquote>
      )}
    </Step>
  );
}
