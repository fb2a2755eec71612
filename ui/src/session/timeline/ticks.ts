/** The marks of the time axis: round times, not too near each other, none inside of a fold. */
import type { Scale, Stretch } from './scale';

export type Tick = { readonly moment: number; readonly label: string };
export type Axis = 'since' | 'clock';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const steps_ms: readonly number[] = [
  ...[0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 14, 30, 90, 365, 3650].map((n) => n * day),
];

/** The smallest round step of which `count` at most fit into so much time. */
export function stepOf(length_ms: number, count: number): number {
  const least = length_ms / Math.max(1, count);
  return steps_ms.find((step) => step >= least) ?? Math.ceil(least / (3650 * day)) * 3650 * day;
}

export type TickRequest = {
  readonly view: Stretch;
  readonly scale: Scale;
  /** How many fit beside each other. */
  readonly count: number;
  readonly axis: Axis;
  /** When the session began, in milliseconds since 1970. */
  readonly origin_ms: number;
};

export function ticksOf({ view, scale, count, axis, origin_ms }: TickRequest): readonly Tick[] {
  const length = scale.place(view.to) - scale.place(view.from);
  const step = stepOf(length, count);
  // Round by the clock, or round since the beginning.
  const offset = axis === 'clock' ? origin_ms % day : 0;
  const gap = (length / Math.max(1, count)) * 0.8;
  const ticks: Tick[] = [];
  let last = -Infinity;
  let end = view.from;
  for (const { from, to } of unfolded(view, scale)) {
    // A fold says how long it is, from where it begins.
    if (from > end) last = Math.max(last, scale.place(end));
    end = to;
    for (let at = Math.ceil((from + offset) / step - 1e-9); at * step - offset <= to + 1e-9; ++at) {
      const moment = at * step - offset;
      const place = scale.place(moment);
      // A fold is drawn over what comes before it: no label may run into one.
      if (place - last < gap || (to < view.to && scale.place(to) - place < gap)) continue;
      last = place;
      ticks.push({ moment, label: labelOf(moment, step, axis, origin_ms) });
    }
  }
  return ticks;
}

/** The parts of a view between the folds. */
function unfolded(view: Stretch, scale: Scale): readonly Stretch[] {
  const parts: Stretch[] = [];
  let from = view.from;
  for (const fold of scale.folds) {
    if (fold.to <= view.from) continue;
    if (fold.from >= view.to) break;
    if (fold.from > from) parts.push({ from, to: fold.from });
    from = Math.max(from, fold.to);
  }
  if (from < view.to) parts.push({ from, to: view.to });
  return parts;
}

export function labelOf(moment: number, step: number, axis: Axis, origin_ms: number): string {
  return axis === 'clock' ? clockLabel(origin_ms + moment, step) : sinceLabel(moment, step);
}

function clockLabel(time_ms: number, step: number): string {
  // A step below a millisecond leaves rounding behind that must not show as .999.
  const rounded = step < 1 ? Math.round(time_ms * 1000) / 1000 : Math.round(time_ms);
  const date = new Date(Math.floor(rounded));
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  if (step >= day) return text.slice(0, 10);
  if (rounded % day === 0) return text.slice(5, 10);
  if (step >= minute) return text.slice(11, 16);
  if (step >= second) return text.slice(11, 19);
  if (step >= 1) return text.slice(11, 23);
  const micro = Math.round((rounded - Math.floor(rounded)) * 1000);
  return text.slice(11, 23) + String(micro).padStart(3, '0');
}

function sinceLabel(moment: number, step: number): string {
  const size = Math.abs(moment);
  const sign = moment < 0 ? '−' : '+';
  if (size < step / 2) return '0';
  if (size < second) return `${sign}${trimmed(size, step)} ms`;
  if (size < minute) return `${sign}${trimmed(size / second, step / second)} s`;
  const whole = Math.round(size / Math.min(step, second)) * Math.min(step, second);
  const parts = [
    whole >= day ? `${Math.floor(whole / day)} d` : '',
    whole >= hour && step < day ? `${Math.floor((whole % day) / hour)} h` : '',
    step < hour && whole < day ? `${Math.floor((whole % hour) / minute)} min` : '',
    step < minute && whole < hour * 10
      ? `${trimmed((whole % minute) / second, step / second)} s`
      : '',
  ];
  return sign + parts.filter(Boolean).join(' ');
}

function trimmed(value: number, step: number): string {
  const digits = step >= 1 ? 0 : Math.min(6, Math.ceil(-Math.log10(step)));
  return String(Number(value.toFixed(digits)));
}
