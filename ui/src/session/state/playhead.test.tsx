import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { go, parsePlace } from '../../ground/place';
import { makePlayhead, placeIn, useAddressedPlayhead, usePaced, type Playhead } from './playhead';

let moved: Playhead;

function Shown() {
  const playhead = useAddressedPlayhead();
  moved = playhead;
  return <output>{usePaced(playhead)}</output>;
}

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '#/session/s?at=7');
});

afterEach(() => {
  vi.useRealTimers();
});

test('an address names a place, or the end', () => {
  expect([null, '', 'x', '0', '-3', '4', '4.7'].map(placeIn)).toEqual([
    Infinity,
    Infinity,
    Infinity,
    Infinity,
    Infinity,
    4,
    4,
  ]);
});

test('watchers hear of a change once, and not of none', () => {
  const playhead = makePlayhead(1);
  const heard = vi.fn();
  const stop = playhead.subscribe(heard);
  playhead.move(2);
  playhead.move(2);
  playhead.setPlaying(true);
  playhead.setPlaying(true);
  stop();
  playhead.move(3);
  expect(heard).toHaveBeenCalledTimes(2);
});

test('begins where the address says, and writes where it rests', () => {
  render(<Shown />);
  expect(screen.getByRole('status').textContent).toBe('7');
  act(() => {
    for (let at = 8; at < 20; ++at) moved.move(at);
    vi.advanceTimersByTime(100);
  });
  expect(screen.getByRole('status').textContent).toBe('19');
  expect(parsePlace(location.hash).query.get('at')).toBe('7');
  act(() => void vi.advanceTimersByTime(400));
  expect(parsePlace(location.hash).query.get('at')).toBe('19');
});

test('is written at least once a second while it moves', () => {
  render(<Shown />);
  const steps = vi.spyOn(history, 'replaceState');
  act(() => {
    for (let frame = 0; frame < 180; ++frame) {
      moved.move(100 + frame);
      vi.advanceTimersByTime(16);
    }
  });
  expect(steps.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(steps.mock.calls.length).toBeLessThanOrEqual(4);
  steps.mockRestore();
});

test('goes where the address goes', () => {
  render(<Shown />);
  act(() => {
    go('#/session/s?at=3');
    vi.advanceTimersByTime(50);
  });
  expect(moved.at()).toBe(3);
  act(() => {
    go('#/session/s');
    vi.advanceTimersByTime(50);
  });
  expect(moved.at()).toBe(Infinity);
});

test('a page that is slow to draw is asked to less often, and ends at the right place', () => {
  let pictures = 0;
  function Slow() {
    const playhead = useAddressedPlayhead();
    moved = playhead;
    const at = usePaced(playhead);
    pictures += 1;
    return <output>{at}</output>;
  }
  const frames: ((now: number) => void)[] = [];
  vi.stubGlobal('requestAnimationFrame', (draw: (now: number) => void) => frames.push(draw));
  const run = (frame_ms: number): number => {
    pictures = 0;
    for (let now = 1000; now < 3000; now += frame_ms) {
      act(() => {
        moved.move(moved.at() + 1);
        frames.splice(0).forEach((draw) => draw(now));
      });
    }
    return pictures;
  };
  render(<Slow />);
  expect(run(16)).toBeGreaterThan(100);
  const frames_slow = 2000 / 100;
  expect(run(100)).toBeLessThan(frames_slow / 2);
  for (let now = 4000; now < 6000; now += 16) {
    act(() => frames.splice(0).forEach((draw) => draw(now)));
  }
  expect(screen.getByRole('status').textContent).toBe(String(moved.at()));
  expect(frames).toEqual([]);
  vi.unstubAllGlobals();
});
