/** Which part of the session is on the screen: zooming, panning, and what to ask the server for. */
import type { Scale, Stretch } from './scale';

/** Recorded times are kept to the microsecond or so by a number; nearer there is nothing to see. */
const shown_min_ms = 0.02;
/** Room before the first and behind the last moment, as a share of the whole. */
const margin = 0.015;

/** All of the session, with some room on both sides. */
export function wholeView(scale: Scale): Stretch {
  const from = scale.place(scale.whole.from);
  const to = scale.place(scale.whole.to);
  const room = Math.max((to - from) * margin, 0.5);
  return { from: scale.moment(from - room), to: scale.moment(to + room) };
}

/** Keeps what is shown within the whole; its length, in drawn time, stays as far as it can. */
export function bounded(view: Stretch, scale: Scale): Stretch {
  const whole = wholeView(scale);
  const least = scale.place(whole.from);
  const most = scale.place(whole.to);
  let from = scale.place(view.from);
  let to = scale.place(view.to);
  if (!(to - from >= shown_min_ms)) {
    const middle = (from + to) / 2;
    from = middle - shown_min_ms / 2;
    to = middle + shown_min_ms / 2;
  }
  if (to - from >= most - least) return whole;
  const shift = from < least ? least - from : to > most ? most - to : 0;
  return { from: scale.moment(from + shift), to: scale.moment(to + shift) };
}

/** Shows `factor` times as much; the moment at `share` of the width stays where it is. */
export function zoomed(view: Stretch, scale: Scale, factor: number, share = 0.5): Stretch {
  const from = scale.place(view.from);
  const length = scale.place(view.to) - from;
  const fixed = from + length * share;
  const next = Math.max(length * factor, shown_min_ms);
  return bounded(
    {
      from: scale.moment(fixed - next * share),
      to: scale.moment(fixed + next * (1 - share)),
    },
    scale,
  );
}

/** Moves by a share of what is shown; to the right for later. */
export function panned(view: Stretch, scale: Scale, share: number): Stretch {
  const from = scale.place(view.from);
  const to = scale.place(view.to);
  const by = (to - from) * share;
  return bounded({ from: scale.moment(from + by), to: scale.moment(to + by) }, scale);
}

/** So that a moment is inside, in the middle when it was not. */
export function revealing(view: Stretch, scale: Scale, moment: number): Stretch {
  if (moment >= view.from && moment <= view.to) return view;
  const length = scale.place(view.to) - scale.place(view.from);
  const middle = scale.place(moment);
  return bounded(
    { from: scale.moment(middle - length / 2), to: scale.moment(middle + length / 2) },
    scale,
  );
}

/**
 * What to ask for to show a view: more than it, so that one can pan before the next answer is
 * there, on a grid, so that going back finds an answer that is known.
 */
export function askedFor(view: Stretch, whole: Stretch): Stretch | null {
  const length = view.to - view.from;
  if (!(length < (whole.to - whole.from) * 0.9)) return null;
  const grid = 2 ** Math.ceil(Math.log2(length)) / 2;
  return {
    from: Math.max(whole.from, Math.floor((view.from - length / 4) / grid) * grid),
    to: Math.min(whole.to, Math.ceil((view.to + length / 4) / grid) * grid),
  };
}

export function covers(outer: Stretch, inner: Stretch): boolean {
  return outer.from <= inner.from && outer.to >= inner.to;
}

/** How exact the ends of a view need to be: nobody sees a thousandth of it. */
export function exactness(view: Stretch): number {
  const step = 10 ** Math.floor(Math.log10((view.to - view.from) / 1000));
  return Math.max(0.001, step >= 10_000 ? 60_000 : step);
}

/** A moment as the server takes it: RFC 3339, to the microsecond or less exact. */
export function instant(origin_ms: number, moment: number, step_ms = 0.001): string {
  const time =
    step_ms < 1 ? origin_ms + moment : Math.round((origin_ms + moment) / step_ms) * step_ms;
  const whole = Math.floor(time);
  const micro = Math.round(Math.round((time - whole) / Math.min(step_ms, 1)) * step_ms * 1000);
  const date = new Date(micro >= 1000 ? whole + 1 : whole);
  if (Number.isNaN(date.getTime())) return '';
  const fraction = date.toISOString().slice(20, 23) + String(micro % 1000).padStart(3, '0');
  const digits = fraction.replace(/0+$/, '');
  const seconds = date.toISOString().slice(0, 19);
  return digits === '' ? `${seconds}Z` : `${seconds}.${digits}Z`;
}
