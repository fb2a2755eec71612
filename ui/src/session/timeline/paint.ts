/** Draws a picture of the timeline on a canvas. */
import type { Ink } from './ink';
import { beginOf, type Mark, type Picture } from './picture';
import type { Scale } from './scale';
import { boxOf, isPoint, type Across, type Box, type LaneBox } from './scene';
import type { Tick } from './ticks';

export type Scene = {
  readonly picture: Picture;
  readonly lanes: readonly LaneBox[];
  readonly over: Across;
  readonly scale: Scale;
  readonly ticks: readonly Tick[];
  /** How far the lanes are scrolled, and how much of them is seen. */
  readonly top: number;
  readonly height: number;
  readonly selected: string | null;
  /** When the selected event happened. */
  readonly chosen: number | null;
  readonly lit: ReadonlySet<string>;
  readonly at: number;
  /** Where the playhead is in time; null when it is at the end. */
  readonly now: number | null;
  readonly pointed: Mark | null;
};

type Context = CanvasRenderingContext2D;

/** A path of more segments is drawn finer. */
const thin_segments = 60;
const label_min_px = 34;
const label_max_chars = 160;
const to_come_alpha = 0.28;

export function paint(context: Context, scene: Scene, ink: Ink): void {
  const { over, height, top } = scene;
  context.clearRect(0, 0, over.width, height);
  context.save();
  context.translate(0, -top);
  paintGround(context, scene, ink);
  for (const mark of scene.picture.marks) paintMark(context, scene, ink, mark);
  paintCritical(context, scene, ink);
  for (const mark of scene.picture.marks) paintHalo(context, scene, ink, mark);
  paintChosen(context, scene, ink);
  paintNow(context, scene, ink);
  context.restore();
}

function paintGround(context: Context, scene: Scene, ink: Ink): void {
  const { over, lanes, ticks, scale, top, height } = scene;
  context.fillStyle = ink.token('--line');
  for (const { moment } of ticks) context.fillRect(Math.round(over.x(moment)), top, 1, height);
  for (const fold of scale.folds) {
    const from = over.x(fold.from);
    const to = over.x(fold.to);
    if (to < 0 || from > over.width) continue;
    context.fillStyle = ink.token('--sunken');
    context.fillRect(from, top, Math.max(2, to - from), height);
  }
  context.fillStyle = ink.token('--line');
  for (const { y, height: lane } of lanes) context.fillRect(0, y + lane - 1, over.width, 1);
}

function seen(box: Box, scene: Scene): boolean {
  return (
    box.x + box.width >= -2 &&
    box.x <= scene.over.width + 2 &&
    box.y + box.height >= scene.top &&
    box.y <= scene.top + scene.height
  );
}

function placeOf(scene: Scene, mark: Mark): Box | null {
  const lane = scene.lanes[mark.lane];
  if (!lane) return null;
  const box = boxOf(mark, lane, scene.over, scene.picture.busiest);
  if (!seen(box, scene)) return null;
  // What reaches far beyond the canvas is cut: browsers draw huge boxes slowly and wrongly.
  const x = Math.max(box.x, -8);
  return { ...box, x, width: Math.min(box.x + box.width, scene.over.width + 8) - x };
}

function paintMark(context: Context, scene: Scene, ink: Ink, mark: Mark): void {
  const box = placeOf(scene, mark);
  if (!box) return;
  const begun = beginOf(mark) <= scene.at;
  context.globalAlpha = begun ? 1 : to_come_alpha;
  const colour = ink.kind(mark.kind);
  if (mark.bucket) paintBar(context, ink, mark, box, colour);
  else if (isPoint(mark)) paintDiamond(context, box, colour);
  else paintSpan(context, ink, mark, box, colour);
  if (mark.failed && !mark.bucket) paintCross(context, ink, box, isPoint(mark));
  context.globalAlpha = 1;
}

function paintBar(context: Context, ink: Ink, mark: Mark, box: Box, colour: string): void {
  const base = context.globalAlpha;
  context.globalAlpha = base * 0.8;
  context.fillStyle = colour;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.globalAlpha = base;
  const errors = mark.bucket?.errors ?? 0;
  if (errors === 0) return;
  // Failed ones also stand on top, apart from the bar: colour is not their only sign.
  const height = Math.max(3, (errors / Math.max(1, mark.events)) * box.height);
  context.fillStyle = ink.token('--ground');
  context.fillRect(box.x, box.y - 2, box.width, 2);
  context.fillStyle = ink.token('--error');
  context.fillRect(box.x, box.y - 2 - Math.min(height, 6), box.width, Math.min(height, 6));
}

/** Without the word for its kind, which the colour says: there is room for a few letters only. */
export function aboutWhat(summary: string): string {
  const colon = summary.indexOf(': ');
  return summary.slice(colon < 0 ? 0 : colon + 2);
}

function paintSpan(context: Context, ink: Ink, mark: Mark, box: Box, colour: string): void {
  const base = context.globalAlpha;
  context.fillStyle = mark.failed ? ink.token('--error') : colour;
  context.globalAlpha = base * 0.24;
  context.fillRect(box.x, box.y, box.width, box.height);
  context.globalAlpha = base;
  context.fillRect(box.x, box.y, Math.min(3, box.width), box.height);
  context.fillRect(box.x, box.y + box.height - 1, box.width, 1);
  const inset = mark.failed && box.width >= 16 ? 17 : 7;
  if (box.width < label_min_px || box.height < 11) return;
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.width - 3, box.height);
  context.clip();
  context.fillStyle = ink.token('--text');
  context.font = `11px ${ink.font}`;
  context.textBaseline = 'middle';
  const text = aboutWhat(mark.span?.summary ?? '').slice(0, label_max_chars);
  context.fillText(text, Math.max(box.x, 0) + inset, box.y + box.height / 2 + 0.5);
  context.restore();
}

function diamond(context: Context, box: Box, grow: number): void {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const reach = box.width / 2 + grow;
  context.beginPath();
  context.moveTo(x, y - reach);
  context.lineTo(x + reach, y);
  context.lineTo(x, y + reach);
  context.lineTo(x - reach, y);
  context.closePath();
}

function paintDiamond(context: Context, box: Box, colour: string): void {
  diamond(context, box, 0);
  context.fillStyle = colour;
  context.fill();
}

/** A cross: on the left of a span that has room for it, over one that has none. */
function paintCross(context: Context, ink: Ink, box: Box, point: boolean): void {
  const inside = !point && box.width >= 16;
  const x = inside ? Math.max(box.x, 0) + 10 : box.x + box.width / 2;
  const y = inside ? box.y + box.height / 2 : box.y + box.height / 2;
  const reach = point ? 6 : 3.5;
  context.strokeStyle = ink.token('--error');
  context.lineWidth = 1.75;
  context.beginPath();
  context.moveTo(x - reach, y - reach);
  context.lineTo(x + reach, y + reach);
  context.moveTo(x + reach, y - reach);
  context.lineTo(x - reach, y + reach);
  context.stroke();
}

/** A line below what the session waited for, from lane to lane. */
function paintCritical(context: Context, scene: Scene, ink: Ink): void {
  const { picture, lanes, over } = scene;
  const rows = picture.rows;
  const level = (segment: Picture['segments'][number]): number => {
    const lane = lanes[segment.lane];
    if (!lane) return 0;
    const row = rows.get(segment.event);
    if (row === undefined) return lane.y + lane.height - 3;
    return lane.y + 5 + (row + 1) * lane.row_px - 1;
  };
  context.strokeStyle = ink.token('--text');
  context.globalAlpha = 0.75;
  context.lineWidth = picture.segments.length > thin_segments ? 1 : 1.5;
  context.beginPath();
  let before: number | null = null;
  for (const segment of picture.segments) {
    const from = Math.max(-10, Math.min(over.x(segment.from), over.width + 10));
    const to = Math.max(-10, Math.min(over.x(segment.to), over.width + 10));
    const y = level(segment);
    if (before !== null && before !== y) {
      context.moveTo(from, before);
      context.lineTo(from, y);
    }
    context.moveTo(from, y);
    context.lineTo(Math.max(to, from + 0.5), y);
    before = y;
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** Around what is selected, on its path, or pointed at. */
function paintHalo(context: Context, scene: Scene, ink: Ink, mark: Mark): void {
  const id = mark.span?.id ?? null;
  const selected = id !== null && id === scene.selected;
  const lit = id !== null && scene.lit.has(id);
  const pointed = mark === scene.pointed;
  if (!selected && !lit && !pointed) return;
  const box = placeOf(scene, mark);
  if (!box) return;
  context.globalAlpha = beginOf(mark) <= scene.at || pointed ? 1 : 2 * to_come_alpha;
  context.strokeStyle = ink.token(selected ? '--accent' : lit ? '--lit' : '--text-soft');
  context.lineWidth = selected || lit ? 2 : 1;
  if (isPoint(mark)) {
    diamond(context, box, 2.5);
    context.stroke();
  } else {
    context.strokeRect(box.x - 1, box.y - 1, box.width + 2, box.height + 2);
  }
  context.globalAlpha = 1;
}

/** Among buckets, an event is a moment. */
function paintChosen(context: Context, scene: Scene, ink: Ink): void {
  if (scene.chosen === null || !scene.picture.bucketed) return;
  const x = Math.round(scene.over.x(scene.chosen)) + 0.5;
  context.strokeStyle = ink.token('--accent');
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(x, scene.top);
  context.lineTo(x, scene.top + scene.height);
  context.stroke();
  context.setLineDash([]);
}

function paintNow(context: Context, scene: Scene, ink: Ink): void {
  if (scene.now === null) return;
  context.fillStyle = ink.token('--accent');
  context.fillRect(Math.round(scene.over.x(scene.now)) - 1, scene.top, 2, scene.height);
}
