import { expect, test } from 'vitest';

import type * as api from '../api/types';
import { brief, firstLine, named, printable } from './printable';
import { summary } from './summary';

function tell(kind: string, fields: api.JsonObject = {}, more: object = {}): string {
  return summary({ kind, fields, ...more });
}

const rejected = [{ option: 'B', rejected_because: 'slow' }, { option: 'C' }];

// Every line of the table of summaries, and what stands where something is missing.
test.each([
  ['tool_call', { tool_name: 'Read' }, { duration_ms: 45 }, 'Tool call: Read (45ms)'],
  ['tool_call', {}, {}, 'Tool call: unknown (0ms)'],
  ['tool_call', { tool_name: '' }, { duration_ms: 45.5 }, 'Tool call: unknown (45.5ms)'],
  ['tool_call', { tool_name: 7 }, { duration_ms: 0.1236 }, 'Tool call: unknown (0.124ms)'],
  ['tool_call', {}, { duration_ms: 0.0001 }, 'Tool call: unknown (0ms)'],
  ['tool_call', {}, { duration_ms: 1e21 }, 'Tool call: unknown (1000000000000000000000ms)'],
  [
    'llm_call',
    { model: 'claude-sonnet-4-6', total_tokens: 1200 },
    { duration_ms: 350 },
    'LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)',
  ],
  ['llm_call', { prompt_tokens: 1, completion_tokens: 2 }, {}, 'LLM call: unknown (3 tokens, 0ms)'],
  ['llm_call', { total_tokens: null, prompt_tokens: 1 }, {}, 'LLM call: unknown (1 tokens, 0ms)'],
  ['llm_call', { total_tokens: '12' }, {}, 'LLM call: unknown (? tokens, 0ms)'],
  [
    'decision',
    { description: 'use vitest or jest', chosen: 'vitest' },
    {},
    'Decision: use vitest or jest -> vitest',
  ],
  ['decision', { decision_type: 'sizing' }, {}, 'Decision: sizing -> ?'],
  ['decision', { chosen: 'A' }, { rationale: { why: 'cheaper' } }, 'Decision: cheaper -> A'],
  ['decision', {}, {}, 'Decision: unknown -> ?'],
  [
    'delegation',
    { parent_id: 'orchestrator', child_id: 'reviewer', task: 'code review' },
    {},
    'Delegation: orchestrator -> reviewer (code review)',
  ],
  ['delegation', {}, {}, 'Delegation: ? -> ? (?)'],
  ['error', { error: 'ENOENT: no such file' }, {}, 'Error: ENOENT: no such file'],
  [
    'message',
    { from: 'router', to: ['foresight', 'cfo'], status: 'dispatched' },
    {},
    'Message: router -> foresight, cfo (dispatched)',
  ],
  ['message', { to: ['cfo'] }, {}, 'Message: ? -> cfo'],
  [
    'message',
    { from: 'risk-guard', subtype: 'kill_switch', status: 'fired' },
    {},
    'Action: risk-guard kill_switch (fired)',
  ],
  ['message', { from: 'risk-guard', to: 'cfo' }, {}, 'Action: risk-guard'],
  ['outcome', { outcome: 'text', correct: true }, {}, 'Outcome: correct (text)'],
  ['outcome', { outcome: 'text', correct: false }, {}, 'Outcome: incorrect (text)'],
  ['outcome', { outcome: 'text', correct: null }, {}, 'Outcome: unknown (text)'],
  ['outcome', {}, {}, 'Outcome: unknown'],
  ['thought', { text: '\n\nfirst line\nsecond' }, {}, 'Thought: first line'],
  ['assumption', { assumption: 'text' }, {}, 'Assumption: text'],
  ['observation', { key: 'obs:1', content: 'c' }, {}, 'Observation: obs:1'],
  ['observation', { content: 'one\ntwo' }, {}, 'Observation: one'],
  ['observation', { content: { a: [1.5] } }, {}, 'Observation: {"a":[1.5]}'],
  ['observation', { error: 'timed out' }, {}, 'Observation: timed out'],
  ['observation', { content: null }, {}, 'Observation: unknown'],
  ['curation', { action: 'dropped', target: 'obs:1' }, {}, 'Curation: dropped obs:1'],
  ['alternatives', { chosen: 'A', rejected }, {}, 'Alternatives: chose A over B, C'],
  ['alternatives', { rejected: [7, null, { option: 1 }] }, {}, 'Alternatives: chose ?'],
  ['log', { severity: 'WARN', body: 'low disk\nmore' }, {}, 'Log: WARN: low disk'],
  ['log', { body: 'low disk' }, {}, 'Log: low disk'],
  ['strategy_switch', { from: 'react', to: 'plan' }, {}, 'Strategy: react -> plan'],
  ['reactive', { action: 'early_stop' }, {}, 'Reactive: early_stop'],
  ['termination', { reason: 'done' }, {}, 'Termination: done'],
  ['session_start', { goal: 'ship it' }, {}, 'Session started: ship it'],
  ['session_start', {}, {}, 'Session started'],
  ['session_end', { status: 'success' }, {}, 'Session ended: success'],
  ['graph_node', {}, {}, 'Event: graph_node'],
  ['span', { name: 'invoke_agent a' }, {}, 'Event: span (invoke_agent a)'],
  ['prompt', { text: 'go on\nplease' }, {}, 'Event: prompt (go on)'],
  ['constructor', {}, {}, 'Event: constructor'],
] as const)('%s %j %j', (kind, fields, more, line) => {
  expect(tell(kind, fields as api.JsonObject, more)).toBe(line);
});

test('an event without fields is told all the same', () => {
  expect(summary({ kind: 'tool_call' })).toBe('Tool call: unknown (0ms)');
});

test('the duration of the observation stands in only where the call has none', () => {
  expect(summary({ kind: 'tool_call' }, 45.5)).toBe('Tool call: unknown (45.5ms)');
  expect(summary({ kind: 'tool_call', duration_ms: 5 }, 45.5)).toBe('Tool call: unknown (5ms)');
});

test('eighty characters are whole, and one more is cut', () => {
  const eighty = '😀'.repeat(80);
  expect(firstLine(eighty)).toBe(eighty);
  expect(firstLine(`${eighty}y`)).toBe(`${'😀'.repeat(79)}…`);
  expect(firstLine(`one\r\ntwo`)).toBe('one');
});

test('a row takes no more than it can show', () => {
  expect(named(' ')).toBe(`" "`);
  expect(brief('x'.repeat(300))).toBe('x'.repeat(300));
  expect(brief('x'.repeat(1_000_000))).toBe(`${'x'.repeat(299)}…`);
});

test('what would act on the text around it is shown instead', () => {
  expect(printable('a\u001b[31m\u0007b\r\nc\td')).toBe('a\\x1b[31m\\x07b c d');
  expect(printable('\u202eevil\ufeff\ud800')).toBe('\\u{202e}evil\\u{feff}\ufffd');
  expect(tell('tool_call', { tool_name: '\u202e' })).toBe('Tool call: \\u{202e} (0ms)');
});
