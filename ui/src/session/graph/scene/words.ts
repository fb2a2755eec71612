/** What a node and an edge say in words: on the card, in the drawing, to a screen reader. */
import type * as api from '../../../api/types';
import { count, duration, plural, tokens } from '../../../parts/format';
import { printable } from '../../../parts/printable';
import { wordOf } from './shapes';

/** More of a label is never shown: cards and names are short. */
const looked_at = 300;

/** The line under the label. */
export function measuresOf(node: api.MapNode): string {
  const parts = [
    node.agent === null ? null : short(node.agent),
    node.duration_ms === null ? null : duration(node.duration_ms),
    node.tokens === null ? null : `${tokens(node.tokens)} tokens`,
  ];
  return parts.filter((part) => part !== null && part !== '').join(' · ');
}

/** `failed`, or how many inside a stack; empty when nothing did. */
export function failureOf(node: api.MapNode): string {
  if (node.type === 'STACK') return node.errors > 0 ? `${count(node.errors)} failed` : '';
  return node.status === 'error' ? 'failed' : '';
}

export function labelOf(node: api.MapNode): string {
  return node.label.trim() === '' ? '(no words)' : short(node.label);
}

/** The name a screen reader says. */
export function nameOf(node: api.MapNode): string {
  const parts = [
    `${wordOf(node.type)}: ${labelOf(node)}`,
    failureOf(node),
    node.synthesized && node.type !== 'STACK' ? 'synthesized' : '',
    measuresOf(node),
    node.hidden > 0 ? `${plural(node.hidden, 'node')} hidden under it` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

export function edgeWords(edge: api.MapEdge): string {
  return edge.count > 1 ? `${edge.label} ×${count(edge.count)}` : edge.label;
}

function short(text: string): string {
  return printable(text.length > looked_at ? `${text.slice(0, looked_at)}…` : text);
}
