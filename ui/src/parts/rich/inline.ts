/** The inside of a line of Markdown: code, emphasis and links. Whatever is none of these is text. */

export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | {
      readonly type: 'strong' | 'em' | 'strike';
      readonly inlines: readonly Inline[];
    }
  | { readonly type: 'link'; readonly to: string; readonly inlines: readonly Inline[] }
  | { readonly type: 'image'; readonly to: string; readonly text: string };

const depth_max = 4;

type Marker = { readonly mark: string; readonly type: 'strong' | 'em' | 'strike' };

const markers: readonly Marker[] = [
  { mark: '**', type: 'strong' },
  { mark: '__', type: 'strong' },
  { mark: '~~', type: 'strike' },
  { mark: '*', type: 'em' },
  { mark: '_', type: 'em' },
];

const special = /[\\`*_~[!<h]/g;
const bare_link = /https?:\/\/[^\s<>"'`\])]+/y;
const angle_link = /<(https?:\/\/[^\s<>]+)>/y;
const word = /[\p{L}\p{N}]/u;

export function inlinesOf(text: string): readonly Inline[] {
  return parse(text, 0);
}

type Found = { readonly inline: Inline; readonly next: number };

function parse(text: string, depth: number): readonly Inline[] {
  const inlines: Inline[] = [];
  // A mark that is closed nowhere behind a place is closed nowhere behind a later one.
  const unclosed = new Set<string>();
  let plain = '';
  let at = 0;
  const flush = () => {
    if (plain !== '') inlines.push({ type: 'text', text: plain });
    plain = '';
  };
  while (at < text.length) {
    special.lastIndex = at;
    const next = special.exec(text)?.index ?? text.length;
    plain += text.slice(at, next);
    at = next;
    if (at >= text.length) break;
    const found = depth < depth_max ? take(text, at, depth, unclosed) : null;
    if (found) {
      flush();
      inlines.push(found.inline);
      at = found.next;
    } else {
      const escaped = text[at] === '\\' && /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '');
      plain += escaped ? (text[at + 1] ?? '') : (text[at] ?? '');
      at += escaped ? 2 : 1;
    }
  }
  flush();
  return inlines;
}

function take(text: string, at: number, depth: number, unclosed: Set<string>): Found | null {
  const sign = text[at];
  if (sign === '`') return takeCode(text, at, unclosed);
  if (sign === '[') return takeLink(text, at, depth, unclosed);
  if (sign === '!') return text[at + 1] === '[' ? takeImage(text, at, unclosed) : null;
  if (sign === '<') return takeBare(text, at, angle_link, 1);
  if (sign === 'h') return word.test(text[at - 1] ?? ' ') ? null : takeBare(text, at, bare_link, 0);
  return takeMarked(text, at, depth, unclosed);
}

function closing(text: string, mark: string, from: number, unclosed: Set<string>): number {
  if (unclosed.has(mark)) return -1;
  const end = text.indexOf(mark, from);
  if (end < 0) unclosed.add(mark);
  return end;
}

function takeCode(text: string, at: number, unclosed: Set<string>): Found | null {
  let end = at;
  while (text[end] === '`') ++end;
  const mark = text.slice(at, end);
  let close = closing(text, mark, end, unclosed);
  // A run of more backticks is none of this length.
  while (close >= 0 && text[close + mark.length] === '`') {
    let behind = close;
    while (text[behind] === '`') ++behind;
    close = closing(text, mark, behind, unclosed);
  }
  if (close < 0) return null;
  const inside = text.slice(end, close);
  const padded = /^ .*[^ ].* $/s.test(inside);
  return {
    inline: { type: 'code', text: padded ? inside.slice(1, -1) : inside },
    next: close + mark.length,
  };
}

function takeMarked(text: string, at: number, depth: number, unclosed: Set<string>): Found | null {
  for (const { mark, type } of markers) {
    if (!text.startsWith(mark, at)) continue;
    const from = at + mark.length;
    // `a_name_here` is a name, and `2 * 3` is a product.
    const inside_word = mark[0] === '_' && word.test(text[at - 1] ?? ' ');
    if (inside_word || /\s/.test(text[from] ?? ' ')) continue;
    const end = closing(text, mark, from + 1, unclosed);
    if (end < 0 || /\s/.test(text[end - 1] ?? ' ')) continue;
    const next = end + mark.length;
    if (mark[0] === '_' && word.test(text[next] ?? ' ')) continue;
    if (mark.length === 1 && text[next] === mark && text[end - 1] !== mark) continue;
    return { inline: { type, inlines: parse(text.slice(from, end), depth + 1) }, next };
  }
  return null;
}

const target_max = 2000;

function bracketed(text: string, at: number, unclosed: Set<string>) {
  const middle = closing(text, '](', at + 1, unclosed);
  if (middle < 0 || middle - at > target_max) return null;
  const end = text.indexOf(')', middle + 2);
  if (end < 0 || end - middle > target_max) return null;
  const to = text
    .slice(middle + 2, end)
    .trim()
    .replace(/\s+["'(].*$/s, '');
  return { label: text.slice(at + 1, middle), to, next: end + 1 };
}

function takeLink(text: string, at: number, depth: number, unclosed: Set<string>): Found | null {
  const found = bracketed(text, at, unclosed);
  if (!found || found.label.includes('[')) return null;
  const inlines = parse(found.label, depth + 1);
  return { inline: { type: 'link', to: found.to, inlines }, next: found.next };
}

function takeImage(text: string, at: number, unclosed: Set<string>): Found | null {
  const found = bracketed(text, at + 1, unclosed);
  return found && { inline: { type: 'image', to: found.to, text: found.label }, next: found.next };
}

function takeBare(text: string, at: number, form: RegExp, group: number): Found | null {
  form.lastIndex = at;
  const match = form.exec(text);
  if (!match) return null;
  // The point behind an address ends the sentence.
  const whole = match[group] ?? '';
  const to = group === 0 ? whole.replace(/[.,;:!?*_~]+$/, '') : whole;
  const next = at + (group === 0 ? to.length : match[0].length);
  return { inline: { type: 'link', to, inlines: [{ type: 'text', text: to }] }, next };
}
