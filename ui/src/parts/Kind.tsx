import kinds from '../api/kinds.json';

import './Kind.css';

const colours = new Map(kinds.map((row) => [row.kind, row.colour]));

/** The colour token of a kind: var(--…). */
export function kindColour(kind: string): string {
  return `var(--${colours.get(kind) ?? 'other'})`;
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
