/** Which view a session opens in, when its address names none. */
import type * as api from '../../api/types';
import type { View } from './session';

/**
 * Formats that record traces and events. Everything else that Hence reads is the transcript of an
 * agent, and a transcript is there to be read.
 */
const traces = new Set([
  ...['native', 'mayros', 'mayros-table', 'cortex', 'cortex-triples', 'replay-builder'],
  ...['reactive-agents', 'nous', 'deciduous', 'agent-spans', 'otlp', 'openai-agents', 'langfuse'],
  ...['langsmith', 'langgraph', 'jaeger', 'cloud-trace', 'cloud-logging', 'a2a'],
]);

/** Beyond this, a graph takes seconds to draw for the first time, and the tree does not. */
const graph_first_max = 50_000;

export function isTranscript(head: Pick<api.Outline, 'rows'> | null): boolean {
  const source = head?.rows[0]?.source;
  return typeof source === 'string' && !traces.has(source);
}

/** `head` has the first event of the session. */
export function firstView(head: Pick<api.Outline, 'rows' | 'events'> | null): View {
  if (isTranscript(head)) return 'transcript';
  return head && head.events > graph_first_max ? 'tree' : 'graph';
}
