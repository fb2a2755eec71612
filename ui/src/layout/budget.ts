/** A layout within a time: the good one if it is there by then, else the coarse one. */
import { layOutCoarsely } from './coarse';
import type { Layout, LayoutInput } from './geometry';

/** Whoever lays out well: a worker. `stop` ends what runs. */
export type Engine = {
  readonly run: (input: LayoutInput) => Promise<Layout>;
  readonly stop: () => void;
};

export type Clock = { readonly after: (ms: number, act: () => void) => () => void };

export type Result = {
  readonly layout: Layout;
  /** Why it is the coarse one; null when it is not. */
  readonly coarse: 'time' | 'failure' | null;
};

export const pageClock: Clock = {
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};

/** `budget_ms` null: as long as it takes. */
export function layOutWithin(
  input: LayoutInput,
  engine: Engine,
  budget_ms: number | null,
  clock: Clock = pageClock,
): Promise<Result> {
  return new Promise((resolve) => {
    let answered = false;
    const answer = (result: () => Result) => {
      if (answered) return;
      answered = true;
      cancel();
      resolve(result());
    };
    const coarse = (why: 'time' | 'failure') => () => ({
      layout: layOutCoarsely(input),
      coarse: why,
    });
    const cancel =
      budget_ms === null
        ? () => undefined
        : clock.after(budget_ms, () => {
            engine.stop();
            answer(coarse('time'));
          });
    engine.run(input).then(
      (layout) => answer(() => ({ layout, coarse: null })),
      () => answer(coarse('failure')),
    );
  });
}
