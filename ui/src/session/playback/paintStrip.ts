/** Draws the strip that one scrubs over. */
import type { Ink } from '../timeline/ink';
import type { StripColumn } from './strip';

type Context = CanvasRenderingContext2D;

export const strip_px = 30;
/** Above the bars, for decisions and failures. */
const signs_px = 9;
/** More signs than this would run into each other. */
const signs_max = 120;

export function paintStrip(context: Context, strip: readonly StripColumn[], ink: Ink): void {
  context.clearRect(0, 0, strip.length, strip_px);
  context.globalAlpha = 0.55;
  strip.forEach(({ kind, rate }, x) => {
    if (kind === null) return;
    const tall = 5 + rate * (strip_px - signs_px - 8);
    context.fillStyle = ink.kind(kind);
    context.fillRect(x, strip_px - 2 - tall, 1, tall);
  });
  context.globalAlpha = 1;
  const decisions = strip.filter(({ decision }) => decision).length;
  const most = strip.reduce((max, { errors }) => Math.max(max, errors), 0);
  const failing = strip.filter(({ errors }) => errors > 0).length;
  strip.forEach(({ errors, decision }, x) => {
    if (decision) paintDecision(context, ink, x, decisions <= signs_max);
    if (errors > 0 && failing <= signs_max) paintCross(context, ink, x);
    else if (errors > 0) paintErrors(context, ink, x, errors / most);
  });
}

function paintDecision(context: Context, ink: Ink, x: number, sign: boolean): void {
  context.fillStyle = ink.token('--decision');
  context.fillRect(x, 4, 1.5, strip_px - 6);
  if (!sign) return;
  context.beginPath();
  context.moveTo(x - 2.5, 4);
  context.lineTo(x + 0.75, 0.5);
  context.lineTo(x + 4, 4);
  context.lineTo(x + 0.75, 7.5);
  context.fill();
}

function paintCross(context: Context, ink: Ink, x: number): void {
  context.strokeStyle = ink.token('--error');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x - 2.5, 1.5);
  context.lineTo(x + 2.5, 6.5);
  context.moveTo(x + 2.5, 1.5);
  context.lineTo(x - 2.5, 6.5);
  context.stroke();
}

/** Where most failed, the mark hangs lowest. */
function paintErrors(context: Context, ink: Ink, x: number, share: number): void {
  context.fillStyle = ink.token('--error');
  context.globalAlpha = 0.35 + 0.65 * share;
  context.fillRect(x, 0, 1, 1 + share * (signs_px - 2));
  context.globalAlpha = 1;
}
