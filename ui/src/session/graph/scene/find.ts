/** Which node an event, a moment or a place of the order belongs to. */
import type * as api from '../../../api/types';
import { milliseconds } from '../../../parts/format';
import type { PlacedNode, Stage } from './scene';

/** The node of an event. A call and what it returned may share one: the call comes first. */
export function nodeOfEvent(stage: Stage, event: api.EventId): PlacedNode | null {
  return stage.nodes.find(({ node }) => node.event === event) ?? null;
}

/** The node that stands for an ordinal: the narrowest that reaches over it. */
export function nodeAround(stage: Stage, ordinal: number): PlacedNode | null {
  let best: PlacedNode | null = null;
  let best_reach = Infinity;
  for (const placed of stage.nodes) {
    const { ordinal: first, last_ordinal } = placed.node;
    if (first === null) continue;
    const last = last_ordinal ?? first;
    if (ordinal < first || ordinal > last || last - first >= best_reach) continue;
    best = placed;
    best_reach = last - first;
  }
  return best;
}

/** The newest node at a playhead; null at the end and before the first. */
export function nodeNow(stage: Stage, at: number): PlacedNode | null {
  if (!Number.isFinite(at)) return null;
  let best: PlacedNode | null = null;
  for (const placed of stage.nodes) {
    const { ordinal } = placed.node;
    if (ordinal === null || ordinal > at) continue;
    if (best === null || ordinal >= (best.node.ordinal ?? 0)) best = placed;
  }
  return best;
}

/** What stands, in another drawing of the session, where this node stood. */
export function nodeLike(stage: Stage, node: api.MapNode): PlacedNode | null {
  const same = stage.byId.get(node.id);
  if (same) return same;
  const event = node.event === null ? null : nodeOfEvent(stage, node.event);
  if (event) return event;
  return node.ordinal === null ? null : nodeAround(stage, node.ordinal);
}

/** The node whose middle is nearest to a point. */
export function nodeNearest(
  stage: Stage,
  point: { readonly x: number; readonly y: number },
): PlacedNode | null {
  let best: PlacedNode | null = null;
  let best_distance = Infinity;
  for (const placed of stage.nodes) {
    const { x, y, width, height } = placed.box;
    const distance = Math.hypot(x + width / 2 - point.x, y + height / 2 - point.y);
    if (distance >= best_distance) continue;
    best = placed;
    best_distance = distance;
  }
  return best;
}

/** The thought that an event without a node of its own stands by: the last one at or before it. */
export function thoughtBefore(stage: Stage, ordinal: number): PlacedNode | null {
  let best: PlacedNode | null = null;
  for (const placed of stage.nodes) {
    const { ordinal: first, type } = placed.node;
    if (first === null || first > ordinal) continue;
    if (type === 'OBSERVATION' || type === 'TOOL_CALL') continue;
    if (best === null || first >= (best.node.ordinal ?? 0)) best = placed;
  }
  return best;
}

/**
 * The stacks that a chain goes through. Links do not say their ordinals: a stack has those of its
 * agent that fall into its time and have no node of their own.
 */
export function stacksOn(
  stage: Stage,
  links: readonly Pick<api.ChainLink, 'event_id' | 'agent' | 'time'>[],
): ReadonlySet<string> {
  const shown = new Set(stage.nodes.map(({ node }) => node.event));
  const stacks = stage.nodes.flatMap(({ node }) => {
    if (node.type !== 'STACK' || node.time === null) return [];
    const start = milliseconds(node.time);
    return [{ node, start, end: start + (node.duration_ms ?? 0) }];
  });
  const found = new Set<string>();
  for (const { event_id, agent, time } of links) {
    if (shown.has(event_id)) continue;
    const at = milliseconds(time);
    let best: (typeof stacks)[number] | null = null;
    for (const stack of stacks) {
      if (at < stack.start || at > stack.end) continue;
      if (stack.node.agent !== null && stack.node.agent !== agent) continue;
      // The end of a stack is that of its longest call: the next may have begun before.
      if (!best || stack.start >= best.start) best = stack;
    }
    if (best) found.add(best.node.id);
  }
  return found;
}
