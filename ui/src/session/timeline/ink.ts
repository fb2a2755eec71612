/** The colours of the page, as a canvas takes them. */
import { kindColour } from '../../parts/Kind';

export type Ink = {
  /** The value of a token such as `--line`. */
  readonly token: (name: string) => string;
  readonly kind: (kind: string) => string;
  readonly font: string;
};

/** Reads what the style sheet says now: ask again when the theme changes. */
export function readInk(element: Element): Ink {
  const style = getComputedStyle(element);
  const known = new Map<string, string>();
  const token = (name: string) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const value = style.getPropertyValue(name).trim() || 'currentcolor';
    known.set(name, value);
    return value;
  };
  return {
    token,
    kind: (kind) => token(kindColour(kind).slice('var('.length, -1)),
    font: style.getPropertyValue('--font').trim() || 'sans-serif',
  };
}
