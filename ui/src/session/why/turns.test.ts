import { expect, test } from 'vitest';

import { stepsUp } from './chain';
import { evidenceOf } from './evidence';
import { explanation, link } from './sample';
import { modelCallOf } from './SameAnswer';
import { foldedChain } from './turns';

test('prompts and what is near stay, what lies between is folded, words stand with the deed', () => {
  const chain = [
    link('p', null, { kind: 'session_start' }),
    ...Array.from({ length: 20 }, (_, at) => link(`t${at}`, at ? `t${at - 1}` : 'p')),
    link('m', 't19', { kind: 'llm_call' }),
    link('c', 'm', { kind: 'tool_call', said: 'I look' }),
  ];
  const parts = foldedChain(stepsUp(explanation('c', 'up', chain)));
  const told = parts.map(({ step, folded }) => step?.link.event_id ?? folded?.length);
  expect(told).toEqual(['p', 16, 't16', 't17', 't18', 't19', 'c']);
  expect(modelCallOf(explanation('c', 'up', chain))).toBe('m');
});

test('evidence leads to the event that a link names', () => {
  const why = (refs: readonly string[]) =>
    link('d', 'a', {
      rationale: { why: 'so', refs },
      also: [{ from: 'o1', type: 'ref', provenance: 'derived' }],
    });
  expect(evidenceOf(why(['o1']), []).get('o1')).toBe('o1');
  expect(evidenceOf(why(['obs:1']), []).get('obs:1')).toBe('o1');
  expect(evidenceOf(why(['scratch:x']), []).size).toBe(0);
});
