import { expect, test } from 'vitest';

import { layOut } from '../../../layout/layout';
import { mapEdge, mapNode, sessionMap } from '../scene/graphs';
import { sceneOf, stageOf, type Stage } from '../scene/scene';
import { fileName, pngScale } from './picture';
import { linesOf, textOf } from './svgText';
import { toSvg } from './toSvg';

const hostile = [
  '<script>alert(1)</script>',
  '"><image href=x onerror=alert(1)>',
  ']]><svg/onload=alert(1)>',
  '&#60;script&#62;',
  "' onload='alert(1)",
  'a\u0000b\u0007c\ud800d\uffff',
  '\u202egnp.exe',
  '__proto__',
];

function stageWith(text: string): Stage {
  const map = {
    ...sessionMap(1),
    session: text,
    nodes: [
      mapNode({ id: text, type: 'TOOL_CALL', label: text, agent: text, status: 'error' }),
      mapNode({ id: 'b', type: 'THOUGHT', label: text, run: text, synthesized: true }),
    ],
    edges: [{ ...mapEdge(text, 'b', text), count: 3 }],
  };
  const scene = sceneOf(map, { layout: 'clustered', cluster: 'agent' });
  return stageOf(scene, layOut(scene.input));
}

const look = { colours: (token: string) => `#${token}`, selected: 'b', lit: new Set<string>() };

test.each(hostile)('a drawing with %j is well-formed and holds no element of its own', (text) => {
  const svg = toSvg(stageWith(text), look);
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  expect(document.querySelector('parsererror')).toBeNull();
  const elements = [...document.querySelectorAll('*')];
  const names = new Set(elements.map((element) => element.localName));
  expect([...names].sort()).toEqual(['g', 'path', 'rect', 'svg', 'text', 'title']);
  const attributes = elements.flatMap((element) => element.getAttributeNames());
  expect(attributes.filter((name) => name.startsWith('on') || name.includes('href'))).toEqual([]);
});

test('what was recorded can be read in the drawing', () => {
  const document = new DOMParser().parseFromString(
    toSvg(stageWith('<b>bold</b>'), look),
    'image/svg+xml',
  );
  const texts = [...document.querySelectorAll('text')].map((element) => element.textContent);
  expect(texts).toContain('<b>bold</b>');
  expect(texts).toContain('<b>bold</b> ×3');
  expect(texts).toContain('✕ failed');
  expect(texts).toContain('thought (synthesized)');
});

test('characters that no XML may hold are replaced', () => {
  expect(textOf('a\u0000\u001b\ud800b\n<')).toBe('a\ufffd\ufffd\ufffdb &lt;');
  expect(textOf('😀')).toBe('😀');
});

test('text is broken at words and ends in … when there is more', () => {
  const lines = linesOf('one two three four five six seven eight nine ten', 100, 13, 2);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^one two/);
  expect(lines[1]).toMatch(/…$/);
  expect(linesOf('short', 100, 13, 2)).toEqual(['short']);
  expect(linesOf('x'.repeat(1_000_000), 100, 13, 1)[0]?.length).toBeLessThan(20);
});

test('a picture that is too large for a canvas is drawn smaller', () => {
  expect(pngScale({ width: 400, height: 300 })).toBe(2);
  expect(pngScale({ width: 80_000, height: 300 })).toBeCloseTo(0.1024);
});

test('a file is named after its session, whatever that is called', () => {
  expect(fileName('../../etc/pass wd', 'svg')).toBe('etc-pass-wd.svg');
  expect(fileName('😀', 'png')).toBe('session.png');
});
