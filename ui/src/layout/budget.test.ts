import { expect, test, vi } from 'vitest';

import { layOutWithin, type Clock, type Engine } from './budget';
import { layOutCoarsely } from './coarse';
import { workerEngine } from './engine';
import type { Layout } from './geometry';
import { layOut } from './layout';
import { sampleInput } from './sampleInput';

const input = sampleInput(3, 'horizontal');

/** A clock that goes on when told to. */
function handClock(): Clock & { readonly pass: (ms: number) => void } {
  let now = 0;
  let waiting: { readonly due: number; readonly act: () => void }[] = [];
  return {
    after: (ms, act) => {
      const wait = { due: now + ms, act };
      waiting.push(wait);
      return () => {
        waiting = waiting.filter((each) => each !== wait);
      };
    },
    pass: (ms) => {
      now += ms;
      waiting.filter(({ due }) => due <= now).forEach(({ act }) => act());
    },
  };
}

function slowEngine(): Engine & { readonly finish: (layout: Layout) => void } {
  let done: (layout: Layout) => void = () => undefined;
  return {
    run: () => new Promise((resolve) => (done = resolve)),
    stop: vi.fn(),
    finish: (layout) => done(layout),
  };
}

test('what is there in time is taken', async () => {
  const [engine, clock] = [slowEngine(), handClock()];
  const result = layOutWithin(input, engine, 600, clock);
  clock.pass(599);
  engine.finish(layOut(input));
  expect(await result).toEqual({ layout: layOut(input), coarse: null });
  clock.pass(1000);
  expect(engine.stop).not.toHaveBeenCalled();
});

test('when the time is over, the engine is stopped and the layout is coarse', async () => {
  const [engine, clock] = [slowEngine(), handClock()];
  const result = layOutWithin(input, engine, 600, clock);
  clock.pass(600);
  expect(await result).toEqual({ layout: layOutCoarsely(input), coarse: 'time' });
  expect(engine.stop).toHaveBeenCalledOnce();
});

test('without a budget it takes as long as it takes', async () => {
  const [engine, clock] = [slowEngine(), handClock()];
  const result = layOutWithin(input, engine, null, clock);
  clock.pass(1_000_000);
  engine.finish(layOut(input));
  expect((await result).coarse).toBeNull();
});

test('an engine that fails leaves the coarse layout', async () => {
  const engine: Engine = { run: () => Promise.reject(new Error('no')), stop: () => undefined };
  expect((await layOutWithin(input, engine, 600)).coarse).toBe('failure');
});

class FakeWorker {
  onmessage: ((event: { data: Layout }) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  posted = 0;
  ended = false;
  postMessage(): void {
    this.posted += 1;
  }
  terminate(): void {
    this.ended = true;
  }
}

test('a worker that is still busy with an older graph is ended', async () => {
  const workers: FakeWorker[] = [];
  const engine = workerEngine(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const older = engine.run(input);
  const newer = engine.run(input);
  await expect(older).rejects.toThrow('stopped');
  expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
  workers[1]?.onmessage?.({ data: layOut(input) });
  expect((await newer).boxes).toHaveLength(input.nodes.length);
  void engine.run(input);
  expect(workers).toHaveLength(2);
  expect(workers[1]?.posted).toBe(2);
});
