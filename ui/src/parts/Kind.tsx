import './Kind.css';

const colours: { readonly [kind: string]: string } = {
  tool_call: 'tool',
  llm_call: 'model',
  decision: 'decision',
  alternatives: 'decision',
  assumption: 'decision',
  delegation: 'message',
  message: 'message',
  error: 'error',
  outcome: 'ok',
  thought: 'thought',
  observation: 'observation',
  termination: 'action',
  session_start: 'incident',
  session_end: 'action',
};

/** The colour token of a kind: var(--…). */
export function kindColour(kind: string): string {
  return `var(--${Object.hasOwn(colours, kind) ? colours[kind] : 'other'})`;
}

export type KindProps = {
  readonly kind: string;
  /** Without the word, where a summary beside it says it already. */
  readonly bare?: boolean;
};

/** What kind of event it is: a word with its colour. */
export function Kind({ kind, bare = false }: KindProps) {
  return (
    <span className="kind" style={{ color: kindColour(kind) }}>
      <span className="kind__dot" aria-hidden="true" />
      {!bare && kind.replaceAll('_', ' ')}
    </span>
  );
}
