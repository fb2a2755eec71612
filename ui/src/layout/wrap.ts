/**
 * A long session is a long strip, of which a screen shows a hairline. Like a text it is broken into
 * lines: causes stand before effects within a line, and the lines follow each other.
 */
import type { Box, Graph, Placed, Point } from './geometry';

/** What a line is about as long as, compared with how high all of them are. */
const proportion = 1.9;
const line_min = 3_000;
/** Lines grow by steps: a session that grows is not broken anew with each event. */
const line_step = 1.5;
const line_gap = 100;

type Column = { readonly start: number; readonly end: number };

export function wrapped(graph: Graph, placed: Placed): Placed {
  const turned = graph.direction === 'vertical';
  const boxes = turned ? placed.boxes.map(turnedBox) : placed.boxes;
  const { columns, of } = columnsOf(boxes);
  const lines = linesOf(columns, crossingsOf(graph.edges, of, columns.length), heightOf(boxes));
  if (lines.length === 1) return placed;
  const line_of_column = columns.map((_, at) => lines.findLastIndex(({ first }) => first <= at));
  const line_of = of.map((column) => line_of_column[column] as number);
  const bends = placed.bends.map((points) => (turned ? points.map(turnedPoint) : points));
  const inside = graph.edges.map(({ from, to }) => line_of[from] === line_of[to]);
  const reach: Box[][] = lines.map(() => []);
  boxes.forEach((box, node) => (reach[line_of[node] as number] as Box[]).push(box));
  graph.edges.forEach(({ from }, edge) => {
    if (!inside[edge]) return;
    const line = reach[line_of[from] as number] as Box[];
    bends[edge]?.forEach(({ x, y }) => line.push({ x, y, width: 0, height: 0 }));
  });
  const shifts = shiftsOf(lines, reach);
  const moved = boxes.map((box, node) => shifted(box, shifts[line_of[node] as number] as Point));
  const moved_bends = bends.map((points, edge) => {
    const line = line_of[graph.edges[edge]?.from ?? 0] as number;
    return inside[edge] ? points.map((point) => shifted(point, shifts[line] as Point)) : [];
  });
  return turned
    ? { boxes: moved.map(turnedBox), bends: moved_bends.map((each) => each.map(turnedPoint)) }
    : { boxes: moved, bends: moved_bends };
}

/** Boxes that reach over each other along the strip stand in one column. */
function columnsOf(boxes: readonly Box[]): {
  readonly columns: readonly Column[];
  readonly of: readonly number[];
} {
  const order = boxes.map((_, at) => at);
  order.sort((a, b) => (boxes[a] as Box).x - (boxes[b] as Box).x || a - b);
  const columns: { start: number; end: number }[] = [];
  const of = new Array<number>(boxes.length).fill(0);
  for (const at of order) {
    const { x, width } = boxes[at] as Box;
    const last = columns[columns.length - 1];
    if (!last || x >= last.end) columns.push({ start: x, end: x + width });
    else last.end = Math.max(last.end, x + width);
    of[at] = columns.length - 1;
  }
  return { columns, of };
}

/** How many edges would be cut before each column. */
function crossingsOf(
  edges: Graph['edges'],
  of: readonly number[],
  columns: number,
): readonly number[] {
  const changes = new Array<number>(columns + 1).fill(0);
  for (const { from, to } of edges) {
    const [a, b] = [of[from] as number, of[to] as number];
    const [low, high] = [Math.min(a, b), Math.max(a, b)];
    changes[low + 1] = (changes[low + 1] ?? 0) + 1;
    changes[high + 1] = (changes[high + 1] ?? 0) - 1;
  }
  let sum = 0;
  return changes.map((change) => (sum += change));
}

type Line = { readonly first: number; readonly start: number };

/** A line ends where the fewest edges are cut, in its last third. */
function linesOf(
  columns: readonly Column[],
  crossings: readonly number[],
  height: number,
): readonly Line[] {
  const end = columns[columns.length - 1]?.end ?? 0;
  const wanted = Math.sqrt(end * (height + line_gap) * proportion);
  const steps = Math.ceil(Math.log(Math.max(1, wanted / line_min)) / Math.log(line_step));
  const length = line_min * line_step ** steps;
  const lines: { first: number; start: number }[] = [{ first: 0, start: 0 }];
  if (end <= length * 1.5) return lines;
  let best = -1;
  columns.forEach(({ start, end: column_end }, at) => {
    const line = lines[lines.length - 1] as Line;
    if (column_end - line.start > length && best > line.first) {
      lines.push({ first: best, start: (columns[best] as Column).start });
      best = -1;
    }
    const now = lines[lines.length - 1] as Line;
    if (start - now.start < length * 0.66 || at === now.first) return;
    if (best <= now.first || (crossings[at] ?? 0) <= (crossings[best] ?? 0)) best = at;
  });
  return lines;
}

/** Each line begins at 0, and under the one before. */
function shiftsOf(lines: readonly Line[], reach: readonly (readonly Box[])[]): readonly Point[] {
  let under = 0;
  return lines.map(({ start }, line) => {
    let [top, bottom] = [Infinity, -Infinity];
    for (const { y, height } of reach[line] as readonly Box[]) {
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + height);
    }
    const shift = { x: -start, y: under - top };
    under += bottom - top + line_gap;
    return shift;
  });
}

function heightOf(boxes: readonly Box[]): number {
  return boxes.reduce((most, { y, height }) => Math.max(most, y + height), 0);
}

function shifted<At extends Point>(at: At, { x, y }: Point): At {
  return { ...at, x: at.x + x, y: at.y + y };
}

function turnedBox({ x, y, width, height }: Box): Box {
  return { x: y, y: x, width: height, height: width };
}

function turnedPoint({ x, y }: Point): Point {
  return { x: y, y: x };
}
