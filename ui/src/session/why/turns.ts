/** A chain, folded for reading: prompts and what is near stay, and a model's words stand with the deed. */
import type { Step } from './chain';

/** A step, or a number of steps that are folded. */
export type Part =
  | { readonly step: Step; readonly folded?: undefined }
  | { readonly step?: undefined; readonly folded: readonly Step[] };

/** So many steps before the one that was asked for are shown. */
const near = 4;

/** What somebody asked for, decided or handed over is never folded away. */
const telling = new Set([
  'session_start',
  'prompt',
  'decision',
  'delegation',
  'message',
  'outcome',
]);

/** `steps`: the oldest first, the one that was asked for last. */
export function foldedChain(steps: readonly Step[]): readonly Part[] {
  const told = steps.filter((step, at) => !isRepeated(step, steps[at + 1]));
  const parts: Part[] = [];
  let folded: Step[] = [];
  const flush = () => {
    if (folded.length === 1) parts.push({ step: folded[0] as Step });
    else if (folded.length > 1) parts.push({ folded });
    folded = [];
  };
  told.forEach((step, at) => {
    const shown = at >= told.length - 1 - near || isTelling(step);
    if (!shown) {
      folded.push(step);
      return;
    }
    flush();
    parts.push({ step });
  });
  flush();
  return parts;
}

function isTelling({ link, missing_parents }: Step): boolean {
  return telling.has(link.kind) || link.rationale !== null || missing_parents.length > 0;
}

/** A model call whose words stand with what it asked for, in the next step. */
function isRepeated({ link, missing_parents }: Step, next: Step | undefined): boolean {
  if (link.kind !== 'llm_call' || !next || missing_parents.length > 0) return false;
  return next.link.said !== null && next.link.via?.from === link.event_id;
}
