/** Draws the time axis above the lanes. */
import { duration } from '../../parts/format';
import type { Ink } from './ink';
import type { Scene } from './paint';
import type { Fold } from './scale';

type Context = CanvasRenderingContext2D;

export const axis_px = 24;
const fold_label_px = 74;

/** The axis above the lanes: times, what is folded, and the playhead's handle. */
export function paintAxis(context: Context, scene: Scene, ink: Ink): void {
  const { over, ticks, scale } = scene;
  context.clearRect(0, 0, over.width, axis_px);
  context.font = `11px ${ink.font}`;
  context.textBaseline = 'middle';
  context.fillStyle = ink.token('--text-soft');
  for (const { moment, label } of ticks) {
    const x = Math.round(over.x(moment));
    context.fillRect(x, axis_px - 6, 1, 6);
    context.fillText(label, x + 4, axis_px / 2);
  }
  for (const fold of scale.folds) paintFold(context, scene, ink, fold);
  if (scene.now === null) return;
  const x = over.x(scene.now);
  context.fillStyle = ink.token('--accent');
  context.beginPath();
  context.moveTo(x - 5, axis_px - 9);
  context.lineTo(x + 5, axis_px - 9);
  context.lineTo(x, axis_px);
  context.fill();
}

/** A fold says how long it is; the times around it would not. */
function paintFold(context: Context, scene: Scene, ink: Ink, fold: Fold): void {
  const from = scene.over.x(fold.from);
  const width = Math.max(2, scene.over.x(fold.to) - from);
  if (from + width < 0 || from > scene.over.width) return;
  context.fillStyle = ink.token('--sunken');
  context.fillRect(from, 0, width, axis_px);
  context.save();
  context.beginPath();
  context.rect(from, 0, Math.max(width, fold_label_px), axis_px);
  context.clip();
  context.fillStyle = ink.token('--text-faint');
  context.fillText(`⋯ ${duration(fold.to - fold.from)}`, from + 4, axis_px / 2);
  context.restore();
}
