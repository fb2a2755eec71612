export type Piece = { readonly text: string; readonly hit: boolean };

/** A text cut where its marks begin and end. Marks count characters, not the page's UTF-16 units. */
export function marked(text: string, marks: readonly (readonly number[])[]): readonly Piece[] {
  const characters = Array.from(text);
  const pieces: Piece[] = [];
  let at = 0;
  const cut = (end: number, hit: boolean) => {
    if (end > at) pieces.push({ text: characters.slice(at, end).join(''), hit });
    at = Math.max(at, end);
  };
  for (const [begin = 0, end = 0] of marks) {
    cut(begin, false);
    cut(end, true);
  }
  cut(characters.length, false);
  return pieces;
}
