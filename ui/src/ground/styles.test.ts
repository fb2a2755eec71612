import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, test } from 'vitest';

const src = resolve(import.meta.dirname, '..');

/** Every class that a style sheet styles by itself: ".name", and no more. */
function namesIn(css: string): readonly string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{/g);
  return [...selectors]
    .flatMap(([, list]) => (list ?? '').split(','))
    .flatMap((each) => /^\.([a-z][\w-]*)$/.exec(each.trim())?.[1] ?? []);
}

// All style sheets end up in one: two components with a class of the same name dress each other.
test('a class is dressed by one style sheet', () => {
  const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => ({ name, classes: new Set(namesIn(readFileSync(join(src, name), 'utf8'))) }));
  const by_class = new Map<string, string[]>();
  for (const { name, classes } of sheets) {
    for (const each of classes) by_class.set(each, [...(by_class.get(each) ?? []), name]);
  }
  expect(by_class.size).toBeGreaterThan(100);
  expect([...by_class].filter(([, names]) => names.length > 1)).toEqual([]);
});
