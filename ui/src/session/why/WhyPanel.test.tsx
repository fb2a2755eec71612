import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { onKeyDown } from '../../ground/keys';
import { parsePlace } from '../../ground/place';
import { headOf, InSession } from '../state/inSession';
import { explanation, link } from './sample';
import { useChainKeys, WhyPanel } from './WhyPanel';

const decision = link('b', 'a', {
  summary: 'Decision: how urgent -> severity 1',
  rationale: {
    why: 'a third of all checkouts fails',
    refs: ['obs:alert', 'obs:gone'],
    alternatives: [{ option: 'wait', rejected_because: 'five minutes more of it' }],
    confidence: 0.95,
  },
});
const assumed = link('d', 'c', { via: { from: 'c', type: 'message', provenance: 'assumed' } });
const up = explanation('c', 'up', [link('a'), decision, link('c', 'b')], {
  complete: false,
  missing_parents: [{ event: 'a', parent: 'x' }],
  unresolved_refs: [{ event: 'b', ref: 'obs:gone' }],
  truncated: 8,
});
const down = explanation('c', 'down', [link('c'), assumed]);

beforeEach(() => {
  history.replaceState(null, '', '#/session/s?event=c');
  document.addEventListener('keydown', onKeyDown);
});

function Panel() {
  useChainKeys();
  return <WhyPanel event="c" />;
}

function show(select = vi.fn(), chains = { up, down }) {
  render(
    <InSession state={{ event: 'c', select, ...chains }}>
      <Panel />
    </InSession>,
  );
  return select;
}

test('the chain gives reasons, alternatives, confidence and where each link comes from', () => {
  show();
  const led = screen.getByRole('region', { name: 'What led to it' });
  const [, step] = within(led)
    .getAllByRole('listitem', { hidden: false })
    .filter((each) => each.classList.contains('why-step'));
  const said = within(step as HTMLElement);
  expect(said.getByText('a third of all checkouts fails')).toBeTruthy();
  expect(said.getByText(/five minutes more of it/)).toBeTruthy();
  expect(said.getByText(/0\.95/)).toBeTruthy();
  expect(said.getByText('parent · explicit')).toBeTruthy();
  expect(screen.getByText('the receiver’s next step · assumed')).toBeTruthy();
  expect(screen.getByText('hence explain c')).toBeTruthy();
});

test('in a session without times no step has one', () => {
  const head = { ...headOf(3), first: null, last: null };
  render(
    <InSession state={{ head, event: 'c', up, down }}>
      <Panel />
    </InSession>,
  );
  expect(screen.getAllByText('no time').length).toBeGreaterThan(2);
  expect(document.querySelector('time')).toBeNull();
});

test('what is missing is shown as missing', () => {
  show();
  expect(screen.getByText(/its parent x was never recorded/)).toBeTruthy();
  expect(screen.getByText(/obs:gone \(nothing known by that name\)/)).toBeTruthy();
  expect(screen.getByText(/8 left out by the limit/)).toBeTruthy();
});

test('a step is selected by a click, and by u and d', () => {
  const select = show();
  fireEvent.click(screen.getByRole('button', { name: /how urgent/ }));
  expect(select).toHaveBeenLastCalledWith('b');
  fireEvent.keyDown(document.body, { key: 'u' });
  expect(select).toHaveBeenLastCalledWith('b');
  fireEvent.keyDown(document.body, { key: 'd' });
  expect(select).toHaveBeenLastCalledWith('d');
});

test('assumed links are left out by a word in the address', () => {
  show();
  fireEvent.click(screen.getByRole('checkbox', { name: /assumed/ }));
  expect(parsePlace(location.hash).query.get('known')).toBe('1');
  expect(screen.getByText('hence explain c --known')).toBeTruthy();
});

test('long chains show the nearest steps, and the others when asked', () => {
  const many = Array.from({ length: 100 }, (_, at) => link(`n${at}`, at ? `n${at - 1}` : null));
  show(vi.fn(), {
    up: explanation('c', 'up', [...many, link('c', 'n99')]),
    down: explanation('c', 'down', [
      link('c'),
      ...many.map((each) => link(`d${each.event_id}`, 'c')),
    ]),
  });
  expect(screen.queryByText('n0')).toBeNull();
  fireEvent.click(screen.getByText('96 steps between'));
  expect(screen.getByText('n0')).toBeTruthy();
  fireEvent.click(screen.getByText('50 more'));
  expect(screen.getByText('dn99')).toBeTruthy();
});
