/** The transcript of a coding agent: read, asked why, and sent, without knowing a key. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { payloads } from './hostile';
import { expect, hence, test as base, testOn } from './serving';

const session = '6513270e-269e-4d37-b2a7-4de452e6b438';

/** A transcript as Claude Code writes it: the user forbids what the agent then does. */
function story(): string {
  const lines: object[] = [];
  let parent: string | null = null;
  const add = (type: string, message: object) => {
    const uuid = `00000000-0000-4000-8000-${String(lines.length + 1).padStart(12, '0')}`;
    const timestamp = new Date(Date.parse('2026-03-01T09:00:00Z') + lines.length * 2000);
    lines.push({
      ...{ parentUuid: parent, isSidechain: false, cwd: '/speedy', sessionId: session },
      ...{ version: '2.1.40', type, message, uuid, timestamp: timestamp.toISOString() },
    });
    parent = uuid;
  };
  const answer = (id: string, ...content: object[]) =>
    content.forEach((block) =>
      add('assistant', {
        ...{ model: 'claude-sonnet-4-5', id, type: 'message', role: 'assistant' },
        ...{ content: [block], stop_reason: 'tool_use' },
        usage: { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 300 },
      }),
    );
  const bash = (id: string, command: string) => ({
    ...{ type: 'tool_use', id, name: 'Bash', input: { command } },
  });
  const result = (tool_use_id: string, content: string) =>
    add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id, content }] });
  add('user', { role: 'user', content: 'Fix the build, and **keep build/profile**: I need it.' });
  answer('m1', { type: 'text', text: 'I look first.' }, bash('t1', 'ls build'));
  result('t1', 'CMakeCache.txt\nprofile');
  answer(
    'm2',
    { type: 'thinking', thinking: 'Removing build is the remedy; nothing of value is lost.' },
    { type: 'text', text: 'The cache is stale.' },
    bash('t2', 'rm -rf build && cmake -B build'),
  );
  result('t2', '-- Configuring done');
  answer('m3', { type: 'text', text: '## Done\n\n- it **builds**\n\n```js\nlet a = 1;\n```' });
  add('user', { role: 'user', content: 'thanks' });
  return lines.map((line) => JSON.stringify(line)).join('\n') + '\n';
}

const test = testOn((store) => {
  const file = join(store, '..', `${session}.jsonl`);
  writeFileSync(file, story());
  hence(store, 'record', file);
});

test('why rm -rf build, what did it know, send it: at most five clicks', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/sessions`);
  let clicks = 0;
  const click = async (where: ReturnType<typeof page.locator>) => {
    ++clicks;
    await where.click();
  };
  await click(page.getByText(/Fix the build/).first());
  const transcript = page.getByRole('feed');
  await expect(transcript).toBeVisible();
  await click(transcript.getByRole('article', { name: /rm -rf build/ }));
  const panel = page.getByRole('complementary', { name: 'Panel' });
  await expect(panel.getByText(/nothing of value is lost/)).toBeVisible();
  await expect(panel.getByText('keep build/profile', { exact: true }).first()).toBeVisible();
  await click(panel.getByRole('tab', { name: 'Knew' }));
  await expect(panel.locator('pre', { hasText: 'keep build/profile' }).first()).toBeVisible();
  await expect(panel.getByText(/CMakeCache/).first()).toBeAttached();
  const download = page.waitForEvent('download');
  await click(page.getByRole('button', { name: /^Export/ }).first());
  expect((await download).suggestedFilename()).toContain('.html');
  expect(clicks).toBeLessThanOrEqual(5);
});

test('a transcript opens as one: Markdown, code and commands, and no JSON', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/session/${session}`);
  const feed = page.getByRole('feed');
  await expect(feed.locator('strong', { hasText: 'builds' })).toBeVisible();
  await expect(feed.locator('.code__keyword', { hasText: 'let' })).toBeVisible();
  await expect(feed.getByText('rm -rf build && cmake -B build')).toBeVisible();
  await expect(feed.getByText('usage')).toHaveCount(0);
  await expect(page.getByText('live', { exact: true })).toHaveCount(0);
  await expect(page.getByText('read from the cache')).toBeVisible();
});

test('find has a button, and marks what it finds', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/${session}`);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text to find' }).fill('rm -rf');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0))
    .toBeGreaterThan(0);
});

test('a graph opens with words of eleven pixels and more', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/${session}?view=graph`);
  const measures = page.locator('.node-card__measures').first();
  await expect(measures).toBeVisible();
  const drawn = await measures.evaluate((element) => {
    const { height } = element.getBoundingClientRect();
    return (parseFloat(getComputedStyle(element).fontSize) * height) / element.clientHeight;
  });
  expect(drawn).toBeGreaterThanOrEqual(10.9);
});

/** Each payload in Markdown, in a diff, as a link, as a picture and as the name of a file. */
const texts = payloads
  .slice(0, 60)
  .flatMap((text) => [
    ...[`# ${text}\n\n| ${text} |\n|---|\n| ${text} |`, `[go](${text}) <${text}> ![p](${text})`],
    ...['```html\n' + text + '\n```\n> ' + text, `- **${text}**\n- \`${text}\``, text],
  ]);

const hostile = testOn(() => {});

hostile(
  '300 hostile texts in Markdown, diffs, links, pictures and names do nothing',
  async ({ page, server }) => {
    hostile.setTimeout(180_000);
    expect(texts.length).toBeGreaterThanOrEqual(300);
    const time = (at: number) =>
      new Date(Date.parse('2026-04-01T00:00:00Z') + at * 1000).toISOString();
    await server.post(
      texts.flatMap((text, at) => [
        {
          ...{ id: `m${at}`, kind: 'llm_call', time: time(2 * at), session: 's' },
          fields: { model: 'm', completion: text },
        },
        {
          ...{ id: `t${at}`, kind: 'tool_call', time: time(2 * at + 1), session: 's' },
          fields: {
            tool_name: 'Edit',
            input: { file_path: text, old_string: text, new_string: `${text}\n+${text}` },
            output: [{ type: 'image_url', image_url: { url: text } }],
          },
        },
      ]),
    );
    await page.addInitScript(() => {
      const all = globalThis as unknown as { fires: number; __fire: () => void };
      all.fires = 0;
      all.__fire = () => void ++all.fires;
    });
    await page.goto(`${server.url}/#/session/s?view=transcript`);
    for (let at = 0; at < texts.length; at += 10) {
      await page.goto(`${server.url}/#/session/s?view=transcript&event=m${at}`);
      await expect(page.locator('.card.is-selected')).toBeVisible();
      const bad = await page.evaluate(() => {
        const links = [...document.querySelectorAll('main a[target]')].map((a) =>
          a.getAttribute('href'),
        );
        const pictures = [...document.querySelectorAll('main img')].map((i) =>
          i.getAttribute('src'),
        );
        return [
          ...links.filter((href) => !/^https?:/.test(href ?? '')),
          ...pictures.filter((src) => !/^data:image\/(png|jpeg|gif|webp);base64,/.test(src ?? '')),
        ];
      });
      expect(bad).toEqual([]);
    }
    expect(await page.evaluate(() => (globalThis as unknown as { fires: number }).fires)).toBe(0);
  },
);

base(
  'playback lights nothing of another session that is still to come',
  async ({ page, server }) => {
    await page.goto(`${server.url}/#/session/pager-0519?view=graph&at=2&eye=0,0,0.3`);
    const later = page.locator('.flow-node', { hasText: 'Only search was deployed' });
    await expect(later).toHaveClass(/is-to-come/);
  },
);
