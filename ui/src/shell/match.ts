/** How well typed letters fit a text: all in order; whole words, beginnings and runs count more. */

/** Higher is better; null when the letters do not all occur in order. */
export function fit(typed: string, text: string): number | null {
  const wanted = typed.toLowerCase();
  const given = text.toLowerCase();
  if (wanted === '') return 0;
  const whole = given.indexOf(wanted);
  if (whole >= 0) return 1000 - whole - (text.length - typed.length) / 1000;
  let score = 0;
  let at = -1;
  for (const letter of wanted) {
    if (letter === ' ') continue;
    const found = given.indexOf(letter, at + 1);
    if (found < 0) return null;
    const begins = found === 0 || /[\s\-_/.:]/.test(given.charAt(found - 1));
    score += found === at + 1 ? 5 : begins ? 4 : 1;
    at = found;
  }
  return score - text.length / 1000;
}

/** Those that fit, the best first; equal ones stay in their order. */
export function best<T>(
  typed: string,
  all: readonly T[],
  textOf: (each: T) => string,
): readonly T[] {
  return all
    .map((each) => ({ each, score: fit(typed, textOf(each)) }))
    .filter((row): row is { each: T; score: number } => row.score !== null)
    .sort((a, b) => b.score - a.score)
    .map((row) => row.each);
}
