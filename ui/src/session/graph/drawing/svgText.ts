/** Text in an SVG file: escaped, without what XML forbids, and broken into lines by estimate. */

const entities: { readonly [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and in attributes, whatever was recorded. */
export function textOf(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => entities[sign] as string)
    .replace(/[\t\n\r]+/g, ' ')
    .replace(forbidden, '\ufffd');
}

/** Control characters, halves of pairs and non-characters: a file with one of them is no XML. */
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const looked_at = 2_000;

/** At most `most` lines of about `width` pixels; the last ends in … when there is more. */
export function linesOf(
  text: string,
  width: number,
  size: number,
  most: number,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  let more = text.length > looked_at;
  for (const sign of text.slice(0, looked_at).replace(/\s+/g, ' ')) {
    const wide = widthOf(sign) * size;
    if (used + wide > width) {
      if (lines.length === most - 1) {
        more = true;
        break;
      }
      const space = line.lastIndexOf(' ');
      const rest = space > 0 ? line.slice(space + 1) : '';
      lines.push(space > 0 ? line.slice(0, space) : line);
      line = rest;
      used = [...rest].reduce((sum, each) => sum + widthOf(each) * size, 0);
    }
    line += sign;
    used += wide;
  }
  lines.push(more ? `${[...line].slice(0, -1).join('')}…` : line);
  return lines;
}

/** Of the size of the letters; a little too wide rather than too narrow. */
function widthOf(sign: string): number {
  const code = sign.codePointAt(0) as number;
  if (code >= 0x1100 && code !== 0x2026) return code >= 0x2000 && code < 0x2e80 ? 0.8 : 1;
  if (code >= 0x300 && code < 0x370) return 0;
  if (/[MW@%mw]/.test(sign)) return 0.88;
  return /[A-Z0-9_]/.test(sign) ? 0.64 : /[ijl.,:;'|! ]/.test(sign) ? 0.34 : 0.57;
}
