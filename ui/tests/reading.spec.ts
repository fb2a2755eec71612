/** The session page for everybody: by axe, at 200 %, by keys; and nothing untrue on it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { findings } from './axe';
import { goToLastEvent } from './keys';
import { expect, hence, test, testOn } from './serving';

const panels = ['why', 'event', 'knew', 'files'];
const views = [
  // Every view beside every panel.
  ...['transcript', 'tree', 'graph', 'timeline'].flatMap((view) =>
    panels.map((panel) => `session/desk-0302?view=${view}&event=pos-10&panel=${panel}`),
  ),
  'session/pr-218?view=transcript&event=run-10',
  'session/desk-0302?view=tree&event=pos-18',
  'session/desk-0302?view=tree&event=pos-18&panel=event&steps=1',
  'session/desk-0302?view=graph&event=pos-18&panel=knew',
  'session/desk-0302?view=timeline&event=pos-18',
  'session/pr-218?view=tree&panel=files',
  'session/pr-218?view=tree',
];

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in any view of a session, ${theme}`, async ({ page, server }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: theme });
    for (const place of views) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/#/${place}`);
      await expect(page.getByLabel('The same as a command').first()).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      if (place.includes('pr-218') && place.includes('panel=files'))
        await page.locator('.files-panel summary').first().click();
      expect.soft(await findings(page), `${place}, ${theme}`).toEqual([]);
    }
  });
}

test('at 200 % every view has room, and nothing is cut off', async ({ page, server }) => {
  test.setTimeout(120_000);
  // A window of 1440 by 900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  for (const view of ['graph', 'tree', 'timeline', 'transcript']) {
    await page.goto(`${server.url}/#/session/pr-218?view=${view}`);
    const shown = page.getByRole('region', { name: view, exact: true });
    await expect(shown).toBeVisible();
    const box = await shown.boundingBox();
    expect.soft(box?.height, view).toBeGreaterThanOrEqual(225);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, view).toBeLessThanOrEqual(720);
    await page.getByRole('button', { name: 'Send…' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: 'Send…' })).toBeInViewport();
  }
  await page.goto(`${server.url}/#/session/pr-218?view=graph`);
  const canvas = page.locator('.react-flow').first();
  await expect(canvas).toBeVisible();
  expect((await canvas.boundingBox())?.height).toBeGreaterThanOrEqual(225);
});

test('from the sessions to an event, its reason and a file of it, by keys alone', async ({
  page,
  server,
}) => {
  await goToLastEvent(page, server.url, 'desk-0302');
  await page.keyboard.press('S');
  const dialog = page.getByRole('dialog', { name: 'Send this' });
  await expect(dialog).toBeVisible();
  const waiting = page.waitForEvent('download');
  for (let tab = 0; tab < 12; ++tab) {
    const name = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (name.includes('Save the file')) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  expect((await waiting).suggestedFilename()).toContain('.html');
});

test('the files of a session lead to the calls that touched them', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/pr-218?view=tree`);
  const panel = page.getByRole('complementary', { name: 'Panel' });
  await panel.getByRole('tab', { name: 'Files' }).click();
  await expect(panel.getByText('Changed: 2')).toBeVisible();
  await panel.getByText('date.ts', { exact: true }).click();
  await panel.getByRole('button', { name: /edited by Edit/ }).click();
  await expect(page).toHaveURL(/event=run-15/);
  await expect(page.locator('[role=treeitem].is-selected')).toContainText('src/date.ts');
});

test('a conversation is a list of turns, and every level is one click away', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/session/pr-218?view=tree`);
  await expect(page.getByRole('treeitem').nth(1)).toHaveAttribute('aria-level', '1');
  await page.getByRole('button', { name: 'Every level' }).click();
  await expect(page).toHaveURL(/steps=1/);
  await expect(page.getByRole('treeitem').nth(1)).toHaveAttribute('aria-level', '2');
});

/** A transcript of which the last answer may still go on: it is kept back. */
function unfinished(): string {
  const common = { isSidechain: false, cwd: '/w', sessionId: 'held-back', version: '2.0.0' };
  const lines = [
    {
      ...{ parentUuid: null, type: 'user', uuid: 'u1', timestamp: '2026-03-01T09:00:00Z' },
      message: { role: 'user', content: 'please look' },
    },
    {
      ...{ parentUuid: 'u1', type: 'assistant', uuid: 'a1', timestamp: '2026-03-01T09:00:02Z' },
      message: {
        ...{ model: 'm', id: 'm1', type: 'message', role: 'assistant', stop_reason: null },
        content: [{ type: 'text', text: 'I am sorry' }],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
  ];
  return lines.map((line) => JSON.stringify({ ...common, ...line })).join('\n') + '\n';
}

const untrue = testOn((store) => {
  const file = join(store, '..', 'events.ndjson');
  const transcript = join(store, '..', 'held-back.jsonl');
  const start = { kind: 'session_start', time: '2026-06-01T00:00:00Z' };
  const untimed = (n: number) => ({
    ...{
      id: `u${n}`,
      kind: 'tool_call',
      session: 'untimed',
      time: `1970-01-01T00:00:00.00000000${n}Z`,
    },
    ...{ flags: ['time_derived'], duration_ms: 90, fields: { tool_name: 'Read', output: 'x' } },
  });
  const events = [
    // The goal stands in an event of 120 kB.
    {
      ...{ ...start, id: 'g1', session: 'large-goal' },
      fields: { goal: 'why are there four queries?', instructions: 'x'.repeat(120_000) },
    },
    ...[untimed(1), untimed(2), untimed(3)],
  ];
  writeFileSync(file, events.map((event) => JSON.stringify(event)).join('\n') + '\n');
  writeFileSync(transcript, unfinished());
  hence(store, 'record', file, transcript);
});

untrue('a goal in a large event is shown', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/large-goal?view=tree`);
  const panel = page.getByRole('complementary', { name: 'Panel' });
  await expect(panel.getByText('why are there four queries?')).toBeVisible();
  await expect(page.getByText('none was recorded')).toHaveCount(0);
});

untrue('an answer that was kept back is missing, and said to be', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/held-back?view=transcript`);
  const panel = page.getByRole('complementary', { name: 'Panel' });
  await expect(
    panel.getByText(/unfinished|not yet part|kept back|breaks off/).first(),
  ).toBeVisible();
  await expect(panel.getByText('nothing that the rules look for')).toHaveCount(0);
});

untrue('what has no time shows none, and no timeline is made up', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/untimed?view=tree`);
  await expect(page.getByRole('treeitem').first()).toContainText('no time');
  await expect(page.getByText('no time recorded').first()).toBeVisible();
  await page.goto(`${server.url}/#/session/untimed?view=timeline`);
  await expect(
    page.getByText(/no (?:recorded )?time|only the order is known/i).first(),
  ).toBeVisible();
  await expect(page.getByText('1970')).toHaveCount(0);
  await expect(page.getByText(/critical path/)).toHaveCount(0);
});

untrue(
  'a parent that is late is not called lost while the session grows',
  async ({ page, server }) => {
    const event = (id: string, parent: string | null) => ({
      ...{ id, kind: 'thought', session: 'grows', time: new Date().toISOString() },
      ...(parent === null ? {} : { parent }),
      fields: { text: `thought ${id}` },
    });
    await server.post([event('first', null)]);
    await page.goto(`${server.url}/#/session/grows?view=tree`);
    await expect(page.getByRole('treeitem')).toHaveCount(1);
    await expect(page.locator('[data-connection=live]')).toBeAttached();
    await server.post([event('child', 'late')]);
    await expect(page.getByText('not there so far').first()).toBeVisible();
    await expect(page.getByText('never recorded')).toHaveCount(0);
    await server.post([event('late', 'first')]);
    await expect(page.getByRole('treeitem')).toHaveCount(3);
    await expect(page.getByText('not there so far')).toHaveCount(0);
  },
);

untrue('who reads above is told how much is new below', async ({ page, server }) => {
  const thought = (n: number) => ({
    ...{ id: `long-${n}`, kind: 'thought', session: 'long', time: new Date().toISOString() },
    fields: { text: `thought number ${n} ${'and so on '.repeat(20)}` },
  });
  await server.post(Array.from({ length: 80 }, (_, n) => thought(n)));
  await page.goto(`${server.url}/#/session/long?view=transcript`);
  await expect(page.getByText(/thought number 0 /).first()).toBeVisible();
  await expect(page.locator('[data-connection=live]')).toBeAttached();
  await server.post([thought(80), thought(81), thought(82)]);
  const news = page.getByRole('button', { name: /new ↓/ });
  await expect(news).toContainText('3');
  await news.click();
  await expect(page.getByText(/thought number 82 /).first()).toBeVisible();
});
