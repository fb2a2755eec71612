/** Code as pieces with a colour each. It knows the signs that most languages share, and no grammar. */

export type Piece = {
  readonly text: string;
  readonly type:
    'plain' | 'comment' | 'string' | 'number' | 'keyword' | 'added' | 'removed' | 'head';
};

/** Longer code is shown without colours. */
const coloured_max = 20_000;

type Family = 'slashes' | 'hashes' | 'dashes' | 'markup' | 'data' | 'diff' | 'none';

const families: readonly (readonly [Family, readonly string[]])[] = [
  [
    'slashes',
    [
      ...['c', 'cc', 'cpp', 'cxx', 'c++', 'h', 'hpp', 'cs', 'java', 'kt', 'kotlin', 'scala', 'go'],
      ...[
        'rs',
        'rust',
        'swift',
        'js',
        'jsx',
        'mjs',
        'cjs',
        'ts',
        'tsx',
        'javascript',
        'typescript',
      ],
      ...['php', 'dart', 'css', 'scss', 'less', 'proto', 'zig', 'm', 'groovy', 'gradle', 'jsonc'],
    ],
  ],
  [
    'hashes',
    [
      ...['py', 'python', 'sh', 'bash', 'zsh', 'fish', 'shell', 'console', 'rb', 'ruby', 'pl'],
      ...['yaml', 'yml', 'toml', 'ini', 'cfg', 'conf', 'r', 'ex', 'exs', 'elixir', 'cmake', 'make'],
      ...['makefile', 'dockerfile', 'nix', 'tf', 'hcl', 'ps1', 'powershell', 'jl', 'julia', 'env'],
    ],
  ],
  ['dashes', ['sql', 'lua', 'hs', 'haskell', 'elm', 'ada']],
  ['markup', ['html', 'htm', 'xml', 'svg', 'vue', 'svelte', 'heex']],
  ['data', ['json', 'json5', 'ndjson', 'jsonl']],
  ['diff', ['diff', 'patch']],
];

const by_language = new Map(
  families.flatMap(([family, names]) => names.map((name) => [name, family] as const)),
);

const keywords = new Set(
  (
    'abstract and as async await auto bool boolean break case catch char class const constexpr ' +
    'continue def default defer defmodule del delete do done double echo elif else elsif end enum ' +
    'esac except export extends extern false fi final finally float fn for foreach from fun func ' +
    'function global go goto if impl implements import in include instanceof int interface is ' +
    'lambda let local long loop match mod module mut namespace new nil none not null nullptr of ' +
    'operator or override package pass private protected pub public raise readonly record require ' +
    'return self short signed sizeof static string struct super switch template then this throw ' +
    'trait true try type typedef typename typeof undefined union unless unsigned until use using ' +
    'val var virtual void volatile when where while with yield select insert update table create ' +
    'join left right inner group order by having limit set into values'
  ).split(' '),
);

/** `src/a.tsx` is `tsx`. */
export function languageOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return (dot < 0 ? name : name.slice(dot + 1)).toLowerCase();
}

export function piecesOf(text: string, language: string): readonly Piece[] {
  const family = by_language.get(language.toLowerCase()) ?? 'none';
  if (family === 'none' || text.length > coloured_max) return [{ text, type: 'plain' }];
  return family === 'diff' ? diffPieces(text) : scanned(text, family);
}

function diffPieces(text: string): readonly Piece[] {
  return text.split(/(?<=\n)/).map((line) => ({
    text: line,
    type: /^(?:\+\+\+|---|@@|diff |index )/.test(line)
      ? 'head'
      : line.startsWith('+')
        ? 'added'
        : line.startsWith('-')
          ? 'removed'
          : 'plain',
  }));
}

// Each alternative takes what it begins, closed or not, so that nothing is looked through twice.
const strings = `"(?:[^"\\\\\\n]|\\\\[^])*"?|'(?:[^'\\\\\\n]|\\\\[^])*'?`;
const number = '\\b\\d[\\w.]*';
const name = '[\\p{L}_$][\\p{L}\\p{N}_$]*';

function form(comments: string, more = ''): RegExp {
  const parts = [`(?<comment>${comments})`, `(?<string>${more}${strings})`];
  return new RegExp([...parts, `(?<number>${number})`, `(?<name>${name})`].join('|'), 'gu');
}

const forms: { readonly [family in 'slashes' | 'hashes' | 'dashes' | 'markup' | 'data']: RegExp } =
  {
    slashes: form('\\/\\/[^\\n]*|\\/\\*[^]*?(?:\\*\\/|$)', '`(?:[^`\\\\]|\\\\[^])*`?|'),
    hashes: form('(?<![^\\s;(])#[^\\n]*', '"""[^]*?(?:"""|$)|'),
    dashes: form('--[^\\n]*'),
    markup: form('<!--[^]*?(?:-->|$)'),
    data: form('(?!)'),
  };

function scanned(text: string, family: keyof typeof forms): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of text.matchAll(forms[family])) {
    const { comment, string, number: digits, name: word } = match.groups ?? {};
    const type = comment
      ? 'comment'
      : string
        ? 'string'
        : digits
          ? 'number'
          : keywords.has(family === 'dashes' ? (word ?? '').toLowerCase() : (word ?? ''))
            ? 'keyword'
            : null;
    if (type === null) continue;
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), type: 'plain' });
    pieces.push({ text: match[0], type });
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), type: 'plain' });
  return pieces;
}
