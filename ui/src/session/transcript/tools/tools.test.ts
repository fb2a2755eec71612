import { expect, test } from 'vitest';

import { exitOf, readOutput } from './output';
import { pictureIn } from './pictures';
import { readTool } from './reading';

test('a command is found under any name, and out of its shell', () => {
  expect(readTool('Bash', { command: 'ls', description: 'look' })).toMatchObject({
    command: 'ls',
    purpose: 'look',
    rest: undefined,
  });
  expect(readTool('shell', { command: ['bash', '-lc', 'make all'], workdir: '/w' })).toMatchObject({
    command: 'make all',
    rest: { workdir: '/w' },
  });
  expect(readTool('bash', 'ls').command).toBe('ls');
  expect(readTool('quote', 'ls').command).toBeNull();
});

test('edits are diffs: of Claude Code, of editors by word, of patches', () => {
  const edit = readTool('Edit', { file_path: 'a', old_string: 'x', new_string: 'y' });
  expect(edit.edits).toEqual([
    [
      { sign: '-', text: 'x' },
      { sign: '+', text: 'y' },
    ],
  ]);
  expect(edit).toMatchObject({ path: 'a', reads: false, rest: undefined });
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: 'd' },
  ];
  expect(readTool('MultiEdit', { file_path: 'a', edits }).edits).toHaveLength(2);
  const by_word = { command: 'str_replace', path: 'a', old_str: 'x', new_str: 'y' };
  expect(readTool('str_replace_editor', by_word)).toMatchObject({ command: null, path: 'a' });
  expect(readTool('Write', { file_path: 'a', content: 'all' }).content).toBe('all');
  const patch = '*** Begin Patch\n*** Delete File: gone\n*** End Patch';
  expect(readTool('shell', { command: ['apply_patch', patch] }).patch).toMatchObject([
    { path: 'gone', what: 'deleted' },
  ]);
  expect(readTool('apply_patch', { input: patch }).patch).toHaveLength(1);
});

test('reading a file is no edit, and unknown arguments stay', () => {
  expect(readTool('Read', { file_path: 'a' })).toMatchObject({ path: 'a', reads: true });
  expect(readTool('quote_api', { symbol: 'ASML' })).toMatchObject({ rest: { symbol: 'ASML' } });
  expect(readTool('x', null).rest).toBeNull();
  expect(readTool('x', { edits: [1], todos: 'no' })).toMatchObject({ edits: [], todos: null });
});

test('how a command ended is read where it stands', () => {
  expect(exitOf({ exit_code: 3 })).toBe(3);
  expect(exitOf({ error: 'Exit code 2\nno' })).toBe(2);
  expect(exitOf({ output: 'fine' })).toBeNull();
});

test('an output is text, pictures, or a value', () => {
  expect(readOutput('\u001b[1mbold\u001b[0m').text).toBe('bold');
  const data = 'iVBORw0KGgo=';
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
  expect(readOutput([{ type: 'text', text: 'a' }, picture])).toEqual({
    text: 'a',
    pictures: [`data:image/png;base64,${data}`],
    value: undefined,
  });
  expect(readOutput({ failing: 1 }).value).toEqual({ failing: 1 });
});

test('only bytes of the record are pictures: no address, no drawing that may act', () => {
  const at = (url: string) => pictureIn({ type: 'image_url', image_url: { url } });
  expect(at('https://a.example/x.png')).toBeNull();
  expect(at('data:image/svg+xml;base64,AAAA')).toBeNull();
  expect(at('data:image/png;base64,AAAA"><script>')).toBeNull();
  expect(at('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA');
});
