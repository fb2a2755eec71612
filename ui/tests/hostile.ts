/** Two hundred texts that would do harm if they were ever taken for anything but text. */

const fire = '__fire()';

const markup = [
  `<script>${fire}</script>`,
  `"><script>${fire}</script>`,
  `'><script>${fire}</script>`,
  `</script><script>${fire}</script>`,
  `</title><script>${fire}</script>`,
  `</textarea><script>${fire}</script>`,
  `</style><script>${fire}</script>`,
  `<img src=x onerror=${fire}>`,
  `<img src=x onerror="${fire}">`,
  `<img/src=x/onerror=${fire}>`,
  `<svg onload=${fire}>`,
  `<svg><script>${fire}</script></svg>`,
  `<svg><animate onbegin=${fire} attributeName=x dur=1s>`,
  `<math><mtext><img src=x onerror=${fire}></mtext></math>`,
  `<body onload=${fire}>`,
  `<iframe src="javascript:${fire}"></iframe>`,
  `<iframe srcdoc="<script>parent.${fire}</script>"></iframe>`,
  `<object data="javascript:${fire}"></object>`,
  `<embed src="javascript:${fire}">`,
  `<a href="javascript:${fire}">here</a>`,
  `<form action="javascript:${fire}"><button>go</button></form>`,
  `<details open ontoggle=${fire}>`,
  `<video><source onerror=${fire}></video>`,
  `<audio src=x onerror=${fire}>`,
  `<input autofocus onfocus=${fire}>`,
  `<select autofocus onfocus=${fire}>`,
  `<marquee onstart=${fire}>`,
  `<style>@import 'http://evil.invalid/a.css';</style>`,
  `<link rel=stylesheet href=http://evil.invalid/b.css>`,
  `<meta http-equiv=refresh content="0;url=javascript:${fire}">`,
  `<base href=http://evil.invalid/>`,
  `<template><script>${fire}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${fire}>">`,
  `<!--><script>${fire}</script>-->`,
  `<![CDATA[<script>${fire}</script>]]>`,
  `<?xml version="1.0"?><script>${fire}</script>`,
  `&lt;script&gt;${fire}&lt;/script&gt;`,
  `&#60;img src=x onerror=${fire}&#62;`,
  `\\u003cscript\\u003e${fire}\\u003c/script\\u003e`,
  `%3Cscript%3E${fire}%3C/script%3E`,
  `<scr<script>ipt>${fire}</scr</script>ipt>`,
  `<SCRIPT>${fire}</SCRIPT>`,
  `<script\n>${fire}</script\n>`,
  `<div style="background:url(http://evil.invalid/c.png)">`,
  `<div style="width:expression(${fire})">`,
  `<p onpointerenter=${fire} style="position:fixed;inset:0">`,
];

const addresses = [
  `javascript:${fire}`,
  `JaVaScRiPt:${fire}`,
  `java\tscript:${fire}`,
  ` javascript:${fire}`,
  `javascript://%0a${fire}`,
  `data:text/html,<script>${fire}</script>`,
  `data:text/html;base64,PHNjcmlwdD5fX2ZpcmUoKTwvc2NyaXB0Pg==`,
  `vbscript:${fire}`,
  'http://evil.invalid/d',
  '//evil.invalid/e',
  'file:///etc/passwd',
  'blob:http://evil.invalid/f',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  `#/session/x?event=<img src=x onerror=${fire}>`,
  `?event=${fire}`,
];

const code = [
  `\${${fire}}`,
  `{{${fire}}}`,
  `{{constructor.constructor('${fire}')()}}`,
  `#{${fire}}`,
  `<%= ${fire} %>`,
  `';${fire};'`,
  `";${fire};"`,
  `\`;${fire};\``,
  `\\';${fire};//`,
  `);${fire};(`,
  `*/${fire}/*`,
  `-->${fire}<!--`,
  `]]>${fire}`,
  `url(javascript:${fire})`,
  `}body{background:url(http://evil.invalid/g.png)}`,
  `@import 'http://evil.invalid/h.css';`,
  `var(--x);background:url(http://evil.invalid/i.png)`,
  `'; DROP TABLE events; --`,
  `$(touch /tmp/owned)`,
  '`id`',
  '| rm -rf /',
  '=cmd|/C calc!A0',
  '+1+1',
  '@SUM(1)',
  'eval(atob("X19maXJlKCk="))',
];

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  'then',
  'length',
  'key',
  'ref',
  'children',
  'dangerouslySetInnerHTML',
  'style',
  'className',
  'href',
  'onclick',
  'innerHTML',
  'undefined',
  'null',
  'NaN',
  'true',
  '-0',
  '1e999',
  '0x10',
  '[object Object]',
];

const shapes = [
  '\u2028',
  '\u2029',
  '\u202e gnirts desrever',
  '\u2066\u2067\u2068 isolates',
  '\u200b\u200c\u200d\ufeff',
  'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307'.repeat(40),
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67\u200d\ud83d\udc66',
  '\u0000after a nul',
  '\u0007\u0008\u001b[31mred\u001b[0m',
  '\u001b]8;;http://evil.invalid/j\u0007link\u001b]8;;\u0007',
  '\r\n\r\nHTTP/1.1 200 OK',
  '\t\t\t',
  ' ',
  '\n'.repeat(50),
  '%',
  '%zz',
  '%00',
  '&',
  '&amp;&amp;amp;',
  '#',
  '?',
  '/',
  '//',
  '\\',
  '\\\\?\\C:\\',
  '"',
  "'",
  '`',
  '<',
  '>',
  '<>',
  '=',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
  'ﷺ'.repeat(30),
  '𒐫'.repeat(30),
  'W'.repeat(900),
  'word '.repeat(180),
  '<b>'.repeat(150),
];

function variants(): string[] {
  const wrapped = markup.map((text) => `before ${text} after`);
  const keyed = addresses.map((text) => `[click](${text})`);
  return [...wrapped, ...keyed];
}

/** All of them, each once. */
export const payloads: readonly string[] = [
  ...new Set([...markup, ...addresses, ...code, ...names, ...shapes, ...variants()]),
];

const start_ms = Date.parse('2026-04-01T00:00:00Z');

/** Events that have a payload wherever a recorded text or key can stand. */
export function hostileEvents(): object[] {
  return payloads.flatMap((text, at) => eventsWith(text, at));
}

/** What of a payload fits into an id. A NUL can stand in a text, and in no address. */
export function nameOf(text: string): string {
  return [...text.replaceAll('\0', '')].slice(0, 50).join('') || 'empty';
}

function eventsWith(text: string, at: number): object[] {
  const name = nameOf(text);
  let tick = 0;
  const event = (kind: string, fields: object, more: object = {}) => ({
    id: `${at}-${tick}-${name}`,
    kind,
    time: new Date(start_ms + at * 1000 + tick++ * 10).toISOString(),
    agent: name,
    session: at % 10 === 0 ? `hostile ${at} ${name}` : 'hostile',
    run: `${at % 20} ${name}`,
    ...(at % 3 === 0 ? { correlation: name } : {}),
    parent: tick === 1 ? undefined : `${at}-0-${name}`,
    rationale: {
      why: text || ' ',
      refs: [text || ' '],
      alternatives: [{ option: text || ' ', rejected_because: text || ' ' }],
      confidence: 0.5,
    },
    fields: { ...fields, ...JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(text)}}`) },
    ...more,
  });
  return [
    event('session_start', { goal: text }),
    event('llm_call', {
      model: text,
      completion: text,
      messages: [{ role: text, content: text }],
      provider: text,
    }),
    event('tool_call', {
      tool_name: text,
      input: JSON.parse(
        `{${JSON.stringify(text)}:{${JSON.stringify(text)}:[${JSON.stringify(text)}]}}`,
      ),
      output: text,
      error: text,
      call_id: text,
    }),
    event('observation', { key: text, content: text }),
    event('thought', { text }),
    event('decision', {
      description: text,
      decision_type: text,
      chosen: text,
      alternatives: [text],
      reasoning: text,
      inputs: { [name]: text },
    }),
    event('message', {
      from: text,
      to: [text, 'other'],
      subtype: text,
      status: text,
      route: text,
      payload: text,
    }),
    event('delegation', { parent_id: text, child_id: text, task: text }),
    event('error', { error: text, context: text }),
    event('log', { severity: text, body: text }),
    event('termination', { reason: text, output: text }),
    event('anything', { [name]: { [name]: text } }),
    event('outcome', { of: `${at}-5-${name}`, outcome: text, correct: at % 2 === 0 }),
  ];
}
