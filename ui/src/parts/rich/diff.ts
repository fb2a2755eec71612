/** What an edit took away and put in its place, line by line. */

export type DiffLine = { readonly sign: '+' | '-' | ' '; readonly text: string };

/** Larger edits are shown as all of the one and then all of the other. */
const cells_max = 250_000;

export function diffOf(before: string, after: string): readonly DiffLine[] {
  const old_lines = before === '' ? [] : before.split('\n');
  const new_lines = after === '' ? [] : after.split('\n');
  let head = 0;
  while (
    head < old_lines.length &&
    head < new_lines.length &&
    old_lines[head] === new_lines[head]
  ) {
    ++head;
  }
  let tail = 0;
  while (
    tail < old_lines.length - head &&
    tail < new_lines.length - head &&
    old_lines[old_lines.length - 1 - tail] === new_lines[new_lines.length - 1 - tail]
  ) {
    ++tail;
  }
  const kept = (text: string): DiffLine => ({ sign: ' ', text });
  return [
    ...old_lines.slice(0, head).map(kept),
    ...middleOf(
      old_lines.slice(head, old_lines.length - tail),
      new_lines.slice(head, new_lines.length - tail),
    ),
    ...old_lines.slice(old_lines.length - tail).map(kept),
  ];
}

/** By the longest common subsequence; all of the old before all of the new when that is too much. */
function middleOf(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const minus = (text: string): DiffLine => ({ sign: '-', text });
  const plus = (text: string): DiffLine => ({ sign: '+', text });
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > cells_max) {
    return [...a.map(minus), ...b.map(plus)];
  }
  const common = new Uint32Array((a.length + 1) * width);
  const cell = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      common[i * width + j] =
        a[i] === b[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [from, to] = [a[i], b[j]];
    if (from !== undefined && from === to) {
      lines.push({ sign: ' ', text: from });
      ++i;
      ++j;
    } else if (from !== undefined && (to === undefined || cell(i + 1, j) >= cell(i, j + 1))) {
      lines.push(minus(from));
      ++i;
    } else if (to !== undefined) {
      lines.push(plus(to));
      ++j;
    }
  }
  return lines;
}

export type FilePatch = {
  readonly path: string;
  readonly what: 'changed' | 'added' | 'deleted' | 'moved';
  readonly lines: readonly DiffLine[];
};

const patch_head = /^\*\*\* (Update|Add|Delete) File: (.+)$/;

/** The files of a patch, as Codex writes it or as `diff -u` does; null when it is neither. */
export function patchOf(text: string): readonly FilePatch[] | null {
  const files: { path: string; what: FilePatch['what']; lines: DiffLine[] }[] = [];
  const codex = text.includes('*** Begin Patch');
  if (!codex && !/^--- .+\n\+\+\+ .+\n@@ /m.test(text)) return null;
  let open: (typeof files)[number] | undefined;
  let inside = codex;
  for (const line of text.split('\n')) {
    const head = codex ? patch_head.exec(line) : null;
    if (head) {
      const what = head[1] === 'Add' ? 'added' : head[1] === 'Delete' ? 'deleted' : 'changed';
      files.push((open = { path: (head[2] ?? '').trim(), what, lines: [] }));
    } else if (line.startsWith('*** Move to: ') && open) {
      open.what = 'moved';
      open.path += ` → ${line.slice(13).trim()}`;
    } else if (line.startsWith('*** End Patch')) {
      break;
    } else if (!codex && line.startsWith('--- ')) {
      inside = false;
    } else if (!codex && line.startsWith('+++ ') && !inside) {
      const path = line.slice(4).replace(/\t.*$/, '').replace(/^b\//, '');
      files.push((open = { path, what: 'changed', lines: [] }));
    } else if (line.startsWith('@@')) {
      inside = true;
      if (open && open.lines.length > 0) open.lines.push({ sign: ' ', text: '…' });
    } else if (open && inside) {
      const sign = line[0];
      if (sign === '+' || sign === '-') open.lines.push({ sign, text: line.slice(1) });
      else if (sign === ' ') open.lines.push({ sign: ' ', text: line.slice(1) });
    }
  }
  return files.length > 0 ? files : null;
}
