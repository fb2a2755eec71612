import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { fakeServer, type FakeServer } from '../../api/fakeServer';
import { timeWindow, treeWindow } from '../../api/recordedWindows';
import { forget } from '../../api/useAnswer';
import { onKeyDown } from '../../ground/keys';
import { parsePlace } from '../../ground/place';
import { InSession } from '../state/inSession';
import { makePlayhead } from '../state/playhead';
import { sampleOutline, sampleTree } from '../state/sampleRow';
import { TreeView } from './TreeView';

const rows = sampleTree([1, 2, 3, 3, 2, 1, 2]).map((row) => ({
  ...row,
  ...(row.ordinal === 3 ? { status: 'error' as const, summary: 'Tool call: Read (45ms)' } : {}),
  ...(row.ordinal === 6 ? { parent: 'gone', parent_missing: true } : {}),
}));
const whole = sampleOutline(rows, { kinds: { thought: 6, tool_call: 1 } });
const slow = { timeout: 5000 };
let server: FakeServer;

beforeEach(() => {
  forget('');
  history.replaceState(null, '', '#/session/s?view=tree');
  document.addEventListener('keydown', onKeyDown);
  server = fakeServer((path, query) =>
    path === 'sessions/s/outline' ? treeWindow(whole, query) : undefined,
  );
});

function show(event: string | null = null, select = vi.fn()) {
  render(
    <InSession state={{ head: whole, event, select }}>
      <TreeView />
    </InSession>,
  );
  return select;
}

const shown = () => screen.getAllByRole('treeitem').map((row) => row.id.replace('tree-row-', ''));
const query = () => parsePlace(location.hash).query;
const press = (key: string) => fireEvent.keyDown(screen.getByRole('tree'), { key });
const active = () => screen.getByRole('tree').getAttribute('aria-activedescendant');

test('a tree shows levels, what failed and what is missing in words', async () => {
  show();
  const items = await screen.findAllByRole('treeitem');
  expect(items.map((item) => item.getAttribute('aria-level'))).toEqual([
    ...['1', '2', '3', '3', '2', '1', '2'],
  ]);
  expect(within(items[2] as HTMLElement).getByText(/failed/)).toBeTruthy();
  expect(within(items[5] as HTMLElement).getByText(/parent gone never recorded/)).toBeTruthy();
  expect(items[0]?.getAttribute('aria-expanded')).toBe('true');
  expect(items[3]?.getAttribute('aria-posinset')).toBe('2');
});

test('the keyboard opens, closes and walks', async () => {
  const select = show();
  await screen.findAllByRole('treeitem');
  press('ArrowDown');
  await waitFor(() => expect(active()).toBe('tree-row-2'));
  press('ArrowLeft');
  expect(shown()).toEqual(['1', '2', '5', '6', '7']);
  expect(query().get('closed')).toBe('2');
  press('ArrowLeft');
  await waitFor(() => expect(active()).toBe('tree-row-1'));
  press('j');
  press('ArrowRight');
  await waitFor(() => expect(shown()).toEqual(['1', '2', '3', '4', '5', '6', '7']));
  press('ArrowRight');
  await waitFor(() => expect(active()).toBe('tree-row-3'));
  press('Enter');
  expect(select).toHaveBeenCalledWith('e3');
});

test('all closed, then one opened by its mark', async () => {
  show();
  await screen.findAllByRole('treeitem');
  press('{');
  await waitFor(() => expect(shown()).toEqual(['1', '6']));
  expect(screen.getByText('+4')).toBeTruthy();
  const mark = document.querySelector('#tree-row-1 .tree-row__twisty') as HTMLElement;
  fireEvent.click(mark);
  await waitFor(() => expect(shown()).toEqual(['1', '2', '5', '6']));
  expect(query().get('open')).toBe('1');
  press('}');
  await waitFor(() => expect(shown()).toHaveLength(7));
  expect(query().get('levels')).toBeNull();
});

test('an event that is selected elsewhere is brought into view, though it was closed', async () => {
  history.replaceState(null, '', '#/session/s?view=tree&closed=1');
  show('e4');
  await waitFor(() => expect(query().get('closed')).toBeNull());
  await waitFor(() => expect(active()).toBe('tree-row-4'));
  const row = screen.getByRole('treeitem', { selected: true });
  expect(row.id).toBe('tree-row-4');
});

test('the playhead is followed, until somebody scrolls', async () => {
  const many = sampleOutline(sampleTree([1, ...Array.from({ length: 499 }, () => 2)]));
  fakeServer((_, asked) =>
    asked.get('order') === 'time' ? timeWindow(many, asked) : treeWindow(many, asked),
  );
  const playhead = makePlayhead();
  render(
    <InSession state={{ head: many }} playhead={playhead}>
      <TreeView />
    </InSession>,
  );
  const sees = (seq: number) =>
    waitFor(() => expect(document.getElementById(`tree-row-${seq}`)).toBeTruthy(), slow);
  await sees(1);
  act(() => playhead.move(450));
  await sees(450);
  fireEvent.wheel(screen.getByRole('tree'));
  act(() => playhead.move(150));
  const again = await screen.findByRole('button', { name: 'Follow the playhead' });
  await sees(450);
  fireEvent.click(again);
  await sees(150);
});

test('kinds are chosen from those that the session has', async () => {
  show();
  await screen.findAllByRole('treeitem');
  fireEvent.click(screen.getByRole('button', { name: /All kinds/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /tool call/ }));
  await waitFor(() =>
    expect(server.asked.some((each) => each.includes('kinds=tool_call'))).toBe(true),
  );
  expect(query().get('kinds')).toBe('tool_call');
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Failed only' })));
  expect(query().get('errors')).toBe('1');
});

test('a name that is markup is text', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  fakeServer(() =>
    sampleOutline([{ ...rows[0]!, summary: hostile, agent: hostile, why: hostile }]),
  );
  show();
  expect(await screen.findAllByText(hostile)).toHaveLength(3);
  expect(document.querySelector('img')).toBeNull();
});
