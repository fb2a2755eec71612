/** Who lays out: a worker, or the page itself. */
import type { Engine } from './budget';
import type { Layout, LayoutInput } from './geometry';
import { layOut } from './layout';
import LayoutWorker from './layout.worker?worker&inline';

/** A worker that was stopped is started again when there is more to do. */
export function workerEngine(start: () => Worker = () => new LayoutWorker()): Engine {
  let worker: Worker | null = null;
  let give_up: ((why: Error) => void) | null = null;
  const stop = () => {
    worker?.terminate();
    worker = null;
    give_up?.(new Error('stopped'));
    give_up = null;
  };
  const run = (input: LayoutInput) => {
    // Only the newest is wanted: what still runs is for a graph that is no longer shown.
    if (give_up) stop();
    return new Promise<Layout>((resolve, reject) => {
      give_up = reject;
      worker ??= start();
      worker.onmessage = ({ data }: MessageEvent<Layout>) => {
        give_up = null;
        resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        give_up = null;
        worker?.terminate();
        worker = null;
        reject(new Error(event.message || 'the browser does not run the worker'));
      };
      worker.postMessage(input);
    });
  };
  return { run, stop };
}

/** Cannot be stopped: the page waits for it. */
export const pageEngine: Engine = {
  run: async (input) => layOut(input),
  stop: () => undefined,
};
