/** For tests: a session's graph as a layout gets it. */
import type { LayoutInput } from './geometry';

const large = { width: 236, height: 84 };
const small = { width: 204, height: 70 };

/** The clusters of a sample: none, one for all sub-agents, or one for each sub-agent. */
export type SampleClusters = 'none' | 'two' | 'each';

/**
 * An incident, `turns` thoughts with two calls each, and an action. Every third turn is a
 * sub-agent's. Edges between two nodes of the main line come first.
 */
export function sampleInput(
  turns: number,
  direction: LayoutInput['direction'],
  clusters: SampleClusters = 'none',
): LayoutInput {
  const nodes: LayoutInput['nodes'][number][] = [];
  const straight: { from: number; to: number }[] = [];
  const hanging: { from: number; to: number }[] = [];
  let subs = 0;
  const add = (size: typeof large, main: boolean, sub: boolean) => {
    const cluster = !sub ? 0 : clusters === 'each' ? subs : 1;
    return nodes.push({ ...size, main, cluster: clusters === 'none' ? -1 : cluster }) - 1;
  };
  let main = add(large, true, false);
  let results: number[] = [];
  for (let turn = 1; turn <= turns; ++turn) {
    const sub = turn % 3 === 0;
    if (sub) subs += 1;
    const thought = add(large, !sub, sub);
    (sub ? hanging : straight).push({ from: main, to: thought });
    const informed = !sub && turn % 3 !== 1;
    if (informed) hanging.push(...results.map((from) => ({ from, to: thought })));
    const found = [0, 1].map(() => {
      const call = add(small, false, sub);
      const result = add(small, false, sub);
      hanging.push({ from: thought, to: call }, { from: call, to: result });
      return result;
    });
    if (sub) continue;
    main = thought;
    results = found;
  }
  const action = add(large, true, false);
  straight.push({ from: main, to: action });
  return {
    direction,
    nodes,
    edges: [...straight, ...hanging, ...results.map((from) => ({ from, to: action }))],
    clusters: clusters === 'none' ? 0 : clusters === 'each' ? subs + 1 : Math.min(subs, 1) + 1,
  };
}
