import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { redactedMarks } from '../Redacted';
import { languageOf, piecesOf } from './code';
import { diffOf, patchOf } from './diff';
import { inlinesOf } from './inline';
import { blocksOf } from './markdown';
import { Markdown, webAddress } from './Markdown';

test('Markdown becomes elements: headings, lists, tables, code and emphasis', () => {
  const text =
    '## Done\n\n1. **a** `b`\n2. c\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a\n```';
  expect(blocksOf(text).map(({ type }) => type)).toEqual(['heading', 'list', 'table', 'code']);
  render(<Markdown text={text} />);
  expect(screen.getByText('a', { selector: 'strong' })).toBeTruthy();
  expect(screen.getByText('b').tagName).toBe('CODE');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByRole('cell', { name: '2' })).toBeTruthy();
  expect(screen.getByText('let').className).toBe('code__keyword');
});

test('no HTML of the text is an element, and nothing is loaded', () => {
  const hostile =
    '<script>alert(1)</script>\n<img src=x onerror=alert(1)>\n![p](https://a.example/p.png)\n' +
    '[go](javascript:alert(1)) [d](data:text/html,x) <a href="x">y</a> [ok](https://a.example/)';
  const { container } = render(<Markdown text={hostile} />);
  expect(container.querySelector('script, img, iframe, svg, style')).toBeNull();
  expect([...container.querySelectorAll('a')].map(({ href }) => href)).toEqual([
    'https://a.example/',
  ]);
  expect(container.textContent).toContain('<script>alert(1)</script>');
});

test('only addresses of the web are links', () => {
  expect(webAddress('https://a.example/x')).toBe('https://a.example/x');
  for (const to of [
    'javascript:1',
    ' JaVaScript:1',
    'data:text/html,1',
    'file:///etc',
    '//a',
    'x',
  ]) {
    expect(webAddress(to)).toBeNull();
  }
});

test('what is no mark is text', () => {
  expect(inlinesOf('a_name_here and 2 * 3 * 4')).toEqual([
    { type: 'text', text: 'a_name_here and 2 * 3 * 4' },
  ]);
  expect(inlinesOf('\\*no\\* `a*b`')).toEqual([
    { type: 'text', text: '*no* ' },
    { type: 'code', text: 'a*b' },
  ]);
});

test('the time of a text grows with its length', () => {
  const nasty = ['*', '**a ', '[', '[a](', '`', '> ', '- ', '_a', '![', '|a\n'];
  const started = performance.now();
  for (const each of nasty) blocksOf(each.repeat(20_000 / each.length));
  for (const each of ['"', '/*', '#', "'", '`']) piecesOf(each.repeat(9_000), 'js');
  expect(performance.now() - started).toBeLessThan(3000);
});

test('quotes in quotes end somewhere', () => {
  expect(JSON.stringify(blocksOf('>'.repeat(5000) + ' deep'))).toContain('deep');
});

test('a diff keeps what stayed', () => {
  const lines = diffOf('a\nb\nc', 'a\nx\nc').map(({ sign, text }) => sign + text);
  expect(lines).toEqual([' a', '-b', '+x', ' c']);
  expect(diffOf('', 'a').map(({ sign }) => sign)).toEqual(['+']);
  expect(diffOf('x\n'.repeat(3000), 'y\n'.repeat(3000))).toHaveLength(6001);
});

test('patches of Codex and of diff are read by file', () => {
  const codex =
    '*** Begin Patch\n*** Update File: a.py\n@@\n-old\n+new\n*** Add File: b\n+x\n*** End Patch';
  expect(patchOf(codex)?.map(({ path, what, lines }) => [path, what, lines.length])).toEqual([
    ['a.py', 'changed', 2],
    ['b', 'added', 1],
  ]);
  const unified = '--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-a\n+b\n';
  expect(patchOf(unified)?.[0]).toMatchObject({ path: 'x.c' });
  expect(patchOf('no patch')).toBeNull();
});

test('colours go by the language', () => {
  expect(languageOf('/a/b.tsx')).toBe('tsx');
  expect(piecesOf('x // y', 'js').at(-1)).toEqual({ text: '// y', type: 'comment' });
  expect(piecesOf('x # y', 'py').at(-1)).toEqual({ text: '# y', type: 'comment' });
  expect(piecesOf('x // y', 'unknown')).toEqual([{ text: 'x // y', type: 'plain' }]);
  const code = 'let s = "a\\"b"; /* open';
  expect(
    piecesOf(code, 'js')
      .map(({ text }) => text)
      .join(''),
  ).toBe(code);
});

test('a mark of a secret is set apart, and the text around it stays', () => {
  const text = 'export KEY=[redacted aws_key 4f2a] # [redacted by hand]';
  const { container } = render(<p>{redactedMarks(text)}</p>);
  expect(container.textContent).toBe(text);
  const marks = [...container.querySelectorAll('.redacted')].map((each) => each.textContent);
  expect(marks).toEqual(['[redacted aws_key 4f2a]']);
});
