/**
 * Markdown as a tree of plain values. Answers of models are written in it, and anything else may be
 * recorded in their place: the parser never fails, its time grows with the text, and it nests no
 * deeper than a fixed number of levels. Raw HTML is text like any other.
 */
import { inlinesOf, type Inline } from './inline';

export type Block =
  | { readonly type: 'paragraph'; readonly inlines: readonly Inline[] }
  | { readonly type: 'heading'; readonly level: number; readonly inlines: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | { readonly type: 'quote'; readonly blocks: readonly Block[] }
  | { readonly type: 'list'; readonly first: number | null; readonly items: readonly ListItem[] }
  | { readonly type: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly type: 'rule' };

export type ListItem = { readonly done: boolean | null; readonly blocks: readonly Block[] };

/** Quotes and lists in each other, this deep; what is deeper is text. */
const depth_max = 8;
const columns_max = 40;

const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const rule = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const bullet = /^( *)([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const quote = /^ {0,3}> ?/;
const table_line = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export function blocksOf(text: string): readonly Block[] {
  return parse(text.replaceAll('\r\n', '\n').split('\n'), 0);
}

type Taken = { readonly block: Block; readonly next: number } | null;

function parse(lines: readonly string[], depth: number): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      ++at;
      continue;
    }
    const taken =
      takeCode(lines, at) ??
      takeLine(line, at) ??
      (depth < depth_max ? (takeQuote(lines, at, depth) ?? takeList(lines, at, depth)) : null) ??
      takeTable(lines, at) ??
      takeParagraph(lines, at, depth);
    blocks.push(taken.block);
    at = taken.next;
  }
  return blocks;
}

/** A fence that nobody closed goes to the end. */
function takeCode(lines: readonly string[], at: number): Taken {
  const open = fence.exec(lines[at] ?? '');
  const mark = open?.[1];
  if (mark === undefined) return null;
  let end = at + 1;
  while (end < lines.length) {
    const line = (lines[end] ?? '').trim();
    if (line.length >= mark.length && line === (mark[0] ?? '').repeat(line.length)) break;
    ++end;
  }
  const text = lines.slice(at + 1, end).join('\n');
  return { block: { type: 'code', language: open?.[2] ?? '', text }, next: end + 1 };
}

function takeLine(line: string, at: number): Taken {
  const head = heading.exec(line);
  if (head) {
    const words = (head[2] ?? '').replace(/[ \t]+#+[ \t]*$/, '');
    const level = (head[1] ?? '#').length;
    return { block: { type: 'heading', level, inlines: inlinesOf(words) }, next: at + 1 };
  }
  return rule.test(line) ? { block: { type: 'rule' }, next: at + 1 } : null;
}

function takeQuote(lines: readonly string[], at: number, depth: number): Taken {
  let end = at;
  while (end < lines.length && quote.test(lines[end] ?? '')) ++end;
  if (end === at) return null;
  const inside = lines.slice(at, end).map((line) => line.replace(quote, ''));
  return { block: { type: 'quote', blocks: parse(inside, depth + 1) }, next: end };
}

function takeList(lines: readonly string[], at: number, depth: number): Taken {
  const first = bullet.exec(lines[at] ?? '');
  if (!first) return null;
  const indent = (first[1] ?? '').length;
  const ordered = /\d/.test(first[2] ?? '');
  const items: ListItem[] = [];
  let next = at;
  while (next < lines.length) {
    const head = bullet.exec(lines[next] ?? '');
    const own = head && (head[1] ?? '').length <= indent + 1;
    if (!own || /\d/.test(head[2] ?? '') !== ordered) break;
    const end = endOfItem(lines, next, indent);
    items.push(itemOf(lines.slice(next, end), head[0].length, depth));
    next = end;
  }
  const number = ordered ? Number.parseInt(first[2] ?? '1', 10) : null;
  return { block: { type: 'list', first: number, items }, next };
}

/** An item goes on while lines are indented, or follow a line of it without a gap. */
function endOfItem(lines: readonly string[], at: number, indent: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (line.trim() === '') {
      const behind = lines[end + 1] ?? '';
      if (behind.search(/\S/) <= indent) break;
    } else if (line.search(/\S/) <= indent) {
      const gap = (lines[end - 1] ?? '').trim() === '';
      if (gap || bullet.test(line) || fence.test(line) || heading.test(line)) break;
    }
    ++end;
  }
  return end;
}

function itemOf(lines: readonly string[], width: number, depth: number): ListItem {
  const first = (lines[0] ?? '').slice(width);
  const box = /^\[([ xX])\][ \t]+/.exec(first);
  const rest = lines.slice(1).map((line) => line.slice(Math.min(width, line.search(/\S|$/))));
  const inside = [box ? first.slice(box[0].length) : first, ...rest];
  return { done: box ? box[1] !== ' ' : null, blocks: parse(inside, depth + 1) };
}

function takeTable(lines: readonly string[], at: number): Taken {
  const head = lines[at] ?? '';
  if (!head.includes('|') || !table_line.test(lines[at + 1] ?? '')) return null;
  let end = at + 2;
  while (end < lines.length && (lines[end] ?? '').includes('|')) ++end;
  const rows = [head, ...lines.slice(at + 2, end)].map((line) => cellsOf(line).map(inlinesOf));
  return { block: { type: 'table', rows }, next: end };
}

function cellsOf(line: string): readonly string[] {
  const bare = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return bare
    .split(/(?<!\\)\|/)
    .slice(0, columns_max)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function takeParagraph(
  lines: readonly string[],
  at: number,
  depth: number,
): { readonly block: Block; readonly next: number } {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    const other = line.trim() === '' || fence.test(line) || heading.test(line) || rule.test(line);
    if (other || (depth < depth_max && (quote.test(line) || bullet.test(line)))) break;
    if (line.includes('|') && table_line.test(lines[end + 1] ?? '')) break;
    ++end;
  }
  const text = lines.slice(at, end).map((line) => line.trim());
  return { block: { type: 'paragraph', inlines: inlinesOf(text.join('\n')) }, next: end };
}
