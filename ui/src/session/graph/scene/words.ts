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

/** What a node says: a call with its argument, a turn with its words. */
export function labelOf(node: api.MapNode): string {
  if (node.type === 'TOOL_CALL' && node.summary !== null) return short(callOf(node.summary));
  const silent = /^LLM call: (\S+) \(.*\)$/.exec(node.label);
  if (silent) return `(no words) ${short(silent[1] ?? '')}`;
  return node.label.trim() === '' ? '(no words)' : short(node.label);
}

/** Of a summary, what was called with what: how it went and how long it took stand elsewhere. */
function callOf(summary: string): string {
  const call = summary.replace(/^Tool call: /, '').replace(/ FAILED(?:: .*)?$/s, '');
  return call.replace(/ \((?:[\d.]+(?:ms|s|m|h) ?)+\)$/, '').replace(/ FAILED(?:: .*)?$/s, '');
}

/** All that is known in one line, for who points at it. */
export function hintOf(node: api.MapNode): string {
  const said = node.summary === null || node.type === 'OBSERVATION' ? labelOf(node) : node.summary;
  return [short(said), measuresOf(node)].filter((part) => part !== '').join('\n');
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
