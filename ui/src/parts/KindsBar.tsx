import { count } from './format';
import { kindColour } from './Kind';

import './KindsBar.css';

export type KindsBarProps = { readonly kinds: { readonly [kind: string]: number } };

/** How many events there are of each kind: a bar to see, words to read. */
export function KindsBar({ kinds }: KindsBarProps) {
  const parts = Object.entries(kinds).sort(([, a], [, b]) => b - a);
  const said = parts.map(([kind, n]) => `${count(n)} ${kind.replaceAll('_', ' ')}`).join(', ');
  return (
    <span className="kinds-bar" role="img" aria-label={said} title={said}>
      {parts.map(([kind, n]) => (
        <span key={kind} style={{ flexGrow: n, background: kindColour(kind) }} />
      ))}
    </span>
  );
}
