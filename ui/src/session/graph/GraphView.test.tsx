import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer, type FakeServer } from '../../api/fakeServer';
import type * as api from '../../api/types';
import { forget } from '../../api/useAnswer';
import { onKeyDown } from '../../ground/keys';
import { parsePlace } from '../../ground/place';
import { InSession } from '../state/inSession';
import { makePlayhead } from '../state/playhead';
import { sampleOutline, sampleRow } from '../state/sampleRow';
import { GraphView } from './GraphView';
import { mapEdge, mapNode, sessionMap } from './scene/graphs';

let server: FakeServer;
let map: api.SessionMap;

const stack = mapNode({
  ...{ id: 'stack:turns:1.0:x', type: 'STACK', label: '40 turns', event: null, members: 40 },
  ...{ synthesized: true, errors: 2, ordinal: 50, last_ordinal: 90 },
});

function withStack(): api.SessionMap {
  const one = sessionMap(1);
  return { ...one, nodes: [...one.nodes, stack], edges: [...one.edges, mapEdge('t1', stack.id)] };
}

// jsdom lays nothing out: the page says how large it is, and there is no worker.
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(4000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(2000);
  forget('');
  history.replaceState(null, '', '#/session/s');
  document.removeEventListener('keydown', onKeyDown);
  document.addEventListener('keydown', onKeyDown);
  map = withStack();
  server = fakeServer((path, query) => {
    if (path === 'sessions/s/map') return map;
    if (path === 'sessions/s/outline' && query.get('at') === 'deep') {
      return sampleOutline([{ ...sampleRow(70), id: 'deep' }]);
    }
    return undefined;
  });
});

function show(event: string | null = null, playhead = makePlayhead()) {
  render(
    <InSession state={{ event }} playhead={playhead}>
      <GraphView />
    </InSession>,
  );
}

const query = () => parsePlace(location.hash).query;
const node = (name: RegExp) => screen.findByRole('button', { name }, { timeout: 5000 });

test('every node names itself, and what failed says so', async () => {
  map = {
    ...map,
    nodes: map.nodes.map((each) =>
      each.id === 't1a'
        ? { ...each, label: 'Bash', status: 'error' as const, duration_ms: 2130 }
        : each,
    ),
  };
  show();
  await node(/^goal: incident, coder$/);
  const call = await node(/^tool call: Bash, failed, coder · 2\.13 s$/);
  expect(within(call).getByText(/✕ failed/)).toBeTruthy();
  expect(await node(/^stack: 40 turns, 2 failed, coder$/)).toBeTruthy();
  expect(screen.getByText('7 of 7 nodes')).toBeTruthy();
});

test('without a worker the layout is coarse, and says so', async () => {
  show();
  expect(await screen.findByText(/coarse layout \(8 nodes\)/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Lay out fully' }));
  await waitFor(() => expect(screen.queryByText(/coarse layout/)).toBeNull());
  expect(await node(/^goal/)).toBeTruthy();
});

test('a click selects; the keyboard goes on from there along the links', async () => {
  map = sessionMap(1);
  show();
  fireEvent.click(await node(/^thought: t1/));
  await waitFor(async () =>
    expect((await node(/^thought: t1/)).getAttribute('aria-current')).toBe('true'),
  );
  const plane = screen.getByRole('application');
  fireEvent.keyDown(plane, { key: 'ArrowRight' });
  await waitFor(async () =>
    expect((await node(/^tool call: t1a/)).getAttribute('aria-current')).toBe('true'),
  );
  const active = plane.getAttribute('aria-activedescendant');
  expect(document.getElementById(active ?? '')?.getAttribute('aria-label')).toMatch(/t1a/);
});

test('a stack opens with a click and closes again', async () => {
  show();
  fireEvent.click(await node(/^stack: 40 turns/));
  expect(query().getAll('stack')).toEqual([stack.id]);
  await waitFor(() =>
    expect(server.asked.at(-1)).toBe('sessions/s/map?by=turn&open=stack%3Aturns%3A1.0%3Ax'),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Close all stacks' }));
  expect(query().getAll('stack')).toEqual([]);
});

test('Enter hides what hangs under a node', async () => {
  show('t1');
  await waitFor(async () =>
    expect((await node(/^thought: t1/)).getAttribute('aria-expanded')).toBe('true'),
  );
  fireEvent.keyDown(screen.getByRole('application'), { key: 'Enter' });
  expect(query().getAll('fold')).toEqual(['t1']);
});

test('an event inside of a stack is found there, and can be opened', async () => {
  show('deep');
  expect(await screen.findByText(/the selected event is inside “40 turns”/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Open it' }));
  expect(query().getAll('stack')).toEqual(['deep']);
});

test('what is not yet there is dimmed while the playhead moves, without a new answer', async () => {
  const playhead = makePlayhead();
  show(null, playhead);
  const action = await node(/^final output/);
  const asked = server.asked.length;
  expect(action.className).not.toMatch('is-to-come');
  act(() => playhead.move(3));
  expect(action.className).toMatch('is-to-come');
  expect((await node(/^tool call: t1a/)).className).toMatch('is-now');
  expect(server.asked).toHaveLength(asked);
});

test('layout, clusters, turns and fan stand in the address', async () => {
  show();
  await node(/^goal/);
  fireEvent.click(screen.getByRole('button', { name: 'clustered' }));
  fireEvent.change(screen.getByRole('combobox', { name: 'Clusters' }), {
    target: { value: 'subagent' },
  });
  fireEvent.change(screen.getByRole('combobox', { name: 'fan' }), { target: { value: '12' } });
  fireEvent.click(screen.getByRole('button', { name: 'runs' }));
  expect(query().toString()).toBe('layout=clustered&cluster=subagent&fan=12&by=run');
  expect(await screen.findByText('main')).toBeTruthy();
});

test('what cannot be answered is said, and the graph before stays', async () => {
  show();
  await node(/^goal/);
  map = undefined as unknown as api.SessionMap;
  fireEvent.click(screen.getByRole('button', { name: 'runs' }));
  expect(await screen.findByText(/was never recorded/)).toBeTruthy();
  expect(await node(/^goal/)).toBeTruthy();
});

test('recorded text is text, whatever it holds', async () => {
  const text = '<img src=x onerror="alert(1)">\u202e';
  map = {
    ...map,
    nodes: [mapNode({ id: text, type: 'THOUGHT', label: text, agent: '__proto__' })],
    edges: [mapEdge(text, text)],
  };
  show(text);
  expect(await node(/onerror/)).toBeTruthy();
  expect(document.querySelector('img')).toBeNull();
});
