/** The size and the outline of each type of node: the card and the exported drawing share them. */
import type * as api from '../../../api/types';
import type { Size } from '../../../layout/geometry';

const sizes: { readonly [type in api.NodeType]: Size } = {
  INCIDENT: { width: 236, height: 84 },
  THOUGHT: { width: 236, height: 84 },
  TOOL_CALL: { width: 228, height: 84 },
  OBSERVATION: { width: 228, height: 84 },
  DECISION: { width: 236, height: 84 },
  OUTCOME: { width: 204, height: 84 },
  ACTION: { width: 236, height: 84 },
  STACK: { width: 220, height: 84 },
};

/** The colour token of a type, and the word for it. */
const looks: {
  readonly [type in api.NodeType]: { readonly token: string; readonly word: string };
} = {
  INCIDENT: { token: 'incident', word: 'goal' },
  THOUGHT: { token: 'thought', word: 'thought' },
  TOOL_CALL: { token: 'tool', word: 'tool call' },
  OBSERVATION: { token: 'observation', word: 'observation' },
  DECISION: { token: 'decision', word: 'decision' },
  OUTCOME: { token: 'decision', word: 'outcome' },
  ACTION: { token: 'action', word: 'final output' },
  STACK: { token: 'stack', word: 'stack' },
};

export const nodeTypes = Object.keys(sizes) as readonly api.NodeType[];

/** A type that is not known (of a newer server) is drawn as a thought. */
function known(type: api.NodeType): api.NodeType {
  return Object.hasOwn(sizes, type) ? type : 'THOUGHT';
}

export function sizeOf(type: api.NodeType): Size {
  return sizes[known(type)];
}

export function tokenOf(type: api.NodeType): string {
  return looks[known(type)].token;
}

/** The colour token of a node that is only a dot: what failed stands out, a stack with a failure not. */
export function dotOf(node: Pick<api.MapNode, 'type' | 'status'>): string {
  return node.type !== 'STACK' && node.status === 'error' ? 'error' : tokenOf(node.type);
}

export function wordOf(type: api.NodeType): string {
  return Object.hasOwn(looks, type) ? looks[type].word : String(type).toLowerCase();
}

/** The outline as an SVG path, in a box that begins at 0,0. */
export function outlineOf(type: api.NodeType, { width: w, height: h }: Size): string {
  switch (known(type)) {
    case 'INCIDENT': {
      const c = 14;
      return `M${c} 0H${w - c}L${w} ${c}V${h - c}L${w - c} ${h}H${c}L0 ${h - c}V${c}Z`;
    }
    case 'ACTION': {
      const tip = 18;
      return `M6 0H${w - tip}L${w} ${h / 2}L${w - tip} ${h}H6Q0 ${h} 0 ${h - 6}V6Q0 0 6 0Z`;
    }
    case 'OBSERVATION': {
      const fold = 14;
      return `M3 0H${w - fold}L${w} ${fold}V${h - 3}Q${w} ${h} ${w - 3} ${h}H3Q0 ${h} 0 ${h - 3}V3Q0 0 3 0Z`;
    }
    case 'TOOL_CALL':
      return rounded(w, h, 3);
    case 'DECISION': {
      const c = 12;
      return `M${c} 0H${w - c}L${w} ${h / 2}L${w - c} ${h}H${c}L0 ${h / 2}Z`;
    }
    case 'OUTCOME':
      return rounded(w, h, 12);
    case 'STACK':
      return rounded(w, h, 8);
    case 'THOUGHT':
      return rounded(w, h, 16);
  }
}

/** Lines inside or behind the outline that make the shape what it is. */
export function detailOf(type: api.NodeType, { width: w, height: h }: Size): string {
  switch (known(type)) {
    case 'OBSERVATION':
      return `M${w - 14} 0V11Q${w - 14} 14 ${w - 11} 14H${w}`;
    case 'STACK':
      return `M8 ${h}V${h + 2}Q8 ${h + 5} 13 ${h + 5}H${w + 1}Q${w + 5} ${h + 5} ${w + 5} ${h + 1}V12Q${w + 5} 8 ${w + 2} 8H${w}`;
    case 'TOOL_CALL':
      return `M5 3V${h - 3}`;
    case 'OUTCOME':
      return `M6 12V${h - 12}`;
    case 'INCIDENT':
    case 'THOUGHT':
    case 'DECISION':
    case 'ACTION':
      return '';
  }
}

function rounded(w: number, h: number, r: number): string {
  return `M${r} 0H${w - r}Q${w} 0 ${w} ${r}V${h - r}Q${w} ${h} ${w - r} ${h}H${r}Q0 ${h} 0 ${h - r}V${r}Q0 0 ${r} 0Z`;
}
