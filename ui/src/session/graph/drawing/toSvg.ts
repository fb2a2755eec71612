/** The graph as one SVG file that stands alone: every recorded text in it is escaped text. */
import type * as api from '../../../api/types';
import type { Box } from '../../../layout/geometry';
import { arrowOf, middleOf, pathOf } from '../../../layout/routes';
import { iconOf } from '../scene/icons';
import {
  extentOf,
  type PlacedEdge,
  type PlacedGroup,
  type PlacedNode,
  type Stage,
} from '../scene/scene';
import { detailOf, outlineOf, tokenOf, wordOf } from '../scene/shapes';
import { edgeWords, failureOf, labelOf, measuresOf } from '../scene/words';
import { linesOf, textOf } from './svgText';

/** The colour of a token, resolved: `#1769aa` for `tool`. */
export type Colours = (token: string) => string;

export type Look = {
  readonly colours: Colours;
  /** Selected or on the path, by event. */
  readonly selected: api.EventId | null;
  readonly lit: ReadonlySet<api.EventId>;
};

const margin = 24;
const sans = `system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif`;
const mono = `ui-monospace, 'SF Mono', 'DejaVu Sans Mono', monospace`;
const dashes: { readonly [provenance in api.Provenance]: string } = {
  explicit: '',
  derived: ' stroke-dasharray="7 4"',
  assumed: ' stroke-dasharray="1.5 4" stroke-linecap="round"',
};

export function toSvg(stage: Stage, look: Look): string {
  const box = pictureBox(stage);
  const colour = (token: string) => textOf(look.colours(token));
  const frame = `${box.x} ${box.y} ${box.width} ${box.height}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${frame}" width="${box.width}" height="${box.height}" font-family="${sans}">`,
    `<title>${textOf(stage.scene.map.session)}</title>`,
    `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${colour('ground')}"/>`,
    ...stage.groups.map((each) => groupSvg(each, colour)),
    ...stage.edges.map((each) => edgeSvg(each, look, colour)),
    ...stage.nodes.map((each) => nodeSvg(each, look, colour)),
    '</svg>',
  ].join('\n');
}

export function pictureBox(stage: Stage): Box {
  const { x, y, width, height } = extentOf(stage);
  return {
    x: Math.floor(x - margin),
    y: Math.floor(y - margin),
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + 2 * margin),
  };
}

function groupSvg({ group, box }: PlacedGroup, colour: Colours): string {
  const title = linesOf(group.title, box.width - 28, 12, 1).join('');
  return (
    `<g><rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" rx="10" fill="${colour('raised')}" stroke="${colour('line')}"/>` +
    `<text x="${box.x + 14}" y="${box.y + 21}" font-size="12" font-weight="600" fill="${colour('text-soft')}">${textOf(title)}</text></g>`
  );
}

function edgeSvg({ edge, from, to, route }: PlacedEdge, look: Look, colour: Colours): string {
  const lit = isLit(from.node, look) && isLit(to.node, look);
  const stroke = colour(lit ? 'lit' : 'text-faint');
  const { x, y } = middleOf(route);
  const dash = Object.hasOwn(dashes, edge.provenance) ? dashes[edge.provenance] : dashes.assumed;
  return (
    `<g><path d="${pathOf(route)}" fill="none" stroke="${stroke}" stroke-width="${lit ? 2.5 : 1.25}"${dash}/>` +
    `<path d="${arrowOf(route)}" fill="${stroke}"/>` +
    `<text x="${x}" y="${y + 3}" font-size="10" text-anchor="middle" fill="${colour('text-soft')}" stroke="${colour('ground')}" stroke-width="3" paint-order="stroke">${textOf(edgeWords(edge))}</text></g>`
  );
}

function nodeSvg({ node, box }: PlacedNode, look: Look, colour: Colours): string {
  const kind = colour(tokenOf(node.type));
  const made_up = node.synthesized && node.type !== 'STACK';
  const failure = failureOf(node);
  const [edge, width] = strokeOf(node, look, colour);
  const fill = failure && node.type !== 'STACK' ? 'error-soft' : made_up ? 'raised' : 'ground';
  const dash = made_up ? ' stroke-dasharray="5 4"' : '';
  const room = box.width - (node.type === 'ACTION' ? 36 : 28);
  const short = node.type === 'TOOL_CALL' || node.type === 'OBSERVATION';
  const lines = linesOf(labelOf(node), room, 13, short ? 1 : 2);
  const end = box.width - (node.type === 'ACTION' || node.type === 'OBSERVATION' ? 24 : 14);
  const font = node.type === 'TOOL_CALL' ? ` font-family="${mono}"` : '';
  const slant = made_up ? ' font-style="italic"' : '';
  return [
    `<g transform="translate(${box.x} ${box.y})">`,
    `<path d="${outlineOf(node.type, box)}" fill="${colour(fill)}" stroke="${edge}" stroke-width="${width}"${dash}/>`,
    `<path d="${detailOf(node.type, box)}" fill="none" stroke="${kind}" stroke-width="${node.type === 'TOOL_CALL' ? 3 : 1.25}"/>`,
    `<path transform="translate(14 8) scale(0.875)" d="${iconOf(node.type)}" fill="none" stroke="${kind}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>`,
    `<text x="33" y="19" font-size="11" font-weight="600" fill="${kind}">${textOf(wordOf(node.type) + (made_up ? ' (synthesized)' : ''))}</text>`,
    failure
      ? `<text x="${end}" y="19" font-size="11" font-weight="600" text-anchor="end" fill="${colour('error')}">✕ ${textOf(failure)}</text>`
      : '',
    ...lines.map(
      (line, at) =>
        `<text x="14" y="${38 + 17 * at}" font-size="13"${font}${slant} fill="${colour('text')}">${textOf(line)}</text>`,
    ),
    `<text x="14" y="${box.height - 10}" font-size="11" fill="${colour('text-soft')}">${textOf(linesOf(measuresOf(node), room, 11, 1).join(''))}</text>`,
    node.hidden > 0
      ? `<text x="${box.width - 14}" y="${box.height + 12}" font-size="11" text-anchor="end" fill="${colour('text-soft')}">+${node.hidden} hidden</text>`
      : '',
    '</g>',
  ].join('');
}

function strokeOf(node: api.MapNode, look: Look, colour: Colours): readonly [string, number] {
  if (node.event !== null && node.event === look.selected) return [colour('accent'), 3];
  if (isLit(node, look)) return [colour('lit'), 2.5];
  if (failureOf(node) && node.type !== 'STACK') return [colour('error'), 2];
  return [colour(tokenOf(node.type)), 1.25];
}

function isLit({ event }: api.MapNode, { selected, lit }: Look): boolean {
  return event !== null && (event === selected || lit.has(event));
}
