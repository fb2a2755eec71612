/** Recorded text on one line: what would move, hide or reorder what stands around it is shown. */

// Control characters, marks of direction, embeddings, isolates, separators, byte order mark, tags.
const acting =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

export function printable(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(acting, visible);
}

function visible(character: string): string {
  if (character === '\t' || character === '\n') return ' ';
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  const digits = code.toString(16);
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits.padStart(4, '0')}}`;
}

/** Enough of a text for a row or a tip; a text may be as long as an event. */
export function brief(text: string, max = 300): string {
  return text.length <= max ? printable(text) : `${printable(text.slice(0, max - 1))}…`;
}

/** A name, to be read: one that is blank stands in quotes. */
export function named(name: string): string {
  const text = brief(name);
  return text.trim() === '' ? `"${text}"` : text;
}
