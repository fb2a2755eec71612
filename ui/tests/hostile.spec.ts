/** Everything an agent recorded is text: two hundred payloads in every field, looked at everywhere. */
import { writeFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { hostileEvents, nameOf, payloads } from './hostile';
import { emptyStore, expect, removeStore, Server, test as base } from './serving';

const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const store = emptyStore();
      const server = await Server.start(store);
      await server.post(hostileEvents());
      await use(server);
      await server.end();
      removeStore(store);
    },
    { scope: 'worker' },
  ],
});

/** How often a payload ran: each of them calls __fire. */
async function fired(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { fires: number }).fires);
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const all = globalThis as unknown as { fires: number; __fire: () => void };
    all.fires = 0;
    all.__fire = () => {
      ++all.fires;
    };
  });
});

test.afterEach(async ({ page }) => {
  expect(await fired(page)).toBe(0);
  // Nothing reached the prototype that every object shares.
  expect(await page.evaluate(() => Object.keys(Object.prototype))).toEqual([]);
});

const pages = [
  'sessions',
  'sessions?text=script',
  'runs',
  'replay',
  'calibration',
  'compare',
  'search?q=script',
  'search?q=evil',
  'figures',
  'integrity',
];

for (const where of pages) {
  test(`the page of ${where}`, async ({ page, server }) => {
    await page.goto(`${server.url}/#/${where}`);
    await expect(page.locator('main')).toContainText(/\w/);
    await page.waitForTimeout(500);
    await page.mouse.move(700, 450);
    await page.mouse.wheel(0, 2000);
    await page.waitForTimeout(300);
  });
}

test('every hostile text as a note: beside its event, in a dossier and in a refused line', async ({
  page,
  server,
}) => {
  const about = { session: 'noted', time: '2026-06-01T00:00:00Z' };
  await server.post([
    { ...about, id: 'noted-1', kind: 'decision', fields: { description: 'look', chosen: 'here' } },
    ...payloads.map((text, at) => ({
      ...{ ...about, id: `remark-${at}`, kind: 'note', parent: 'noted-1' },
      fields: { text, of: 'noted-1', author: text.slice(0, 200) },
    })),
  ]);
  const refused = payloads.map((text) => JSON.stringify({ kind: text, time: 'never' })).join('\n');
  await fetch(`${server.url}/api/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: refused,
  });
  await page.goto(`${server.url}/#/dossier/noted-1`);
  await expect(page.locator('.notes li')).toHaveCount(payloads.length);
  await page.goto(`${server.url}/#/session/noted?view=tree&event=noted-1&panel=event`);
  await expect(page.locator('.notes li').first()).toBeVisible();
  await page.goto(`${server.url}/#/integrity`);
  await page.getByRole('button', { name: 'Show line 1', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Refused line 1' })).toContainText('never');
  await expect(page.locator('main img, main iframe, main script')).toHaveCount(0);
});

for (const view of ['graph', 'tree', 'timeline', 'transcript']) {
  test(`the ${view} of a hostile session`, async ({ page, server }) => {
    await page.goto(`${server.url}/#/session/hostile?view=${view}`);
    await expect(page.getByText(/\d+ events/).first()).toBeVisible();
    for (let step = 0; step < 6; ++step) {
      await page.mouse.move(400, 450);
      await page.mouse.wheel(0, 4000);
      await page.waitForTimeout(200);
    }
  });
}

test('every payload as an event: why, its fields, what it knew', async ({ page, server }) => {
  test.setTimeout(300_000);
  expect(payloads.length).toBeGreaterThanOrEqual(200);
  for (const [at, text] of payloads.entries()) {
    const name = nameOf(text);
    const session = at % 10 === 0 ? `hostile ${at} ${name}` : 'hostile';
    const event = encodeURIComponent(`${at}-5-${name}`);
    const panel = ['why', 'event', 'knew'][at % 3];
    const view = at % 10 === 0 ? 'graph' : 'tree';
    const place = `#/session/${encodeURIComponent(session)}?view=${view}&panel=${panel}&event=${event}`;
    await page.goto(`${server.url}/${place}`);
    await expect(page.getByRole('complementary').first()).toContainText(/\w/);
    await page.waitForTimeout(30);
  }
  expect(await fired(page)).toBe(0);
});

test('a name that is a hostile address is only a name', async ({ page, server }) => {
  const name = payloads[50] ?? '';
  for (const route of ['session', 'replay/trade', 'debrief', 'decisions']) {
    await page.goto(`${server.url}/#/${route}/${encodeURIComponent(name)}`);
    await page.waitForTimeout(100);
  }
});

test('a hostile session as one file', async ({ page, server }, info) => {
  const response = await fetch(`${server.url}/api/v1/export/html?session=hostile`);
  const file = info.outputPath('hostile.html');
  writeFileSync(file, await response.text());
  await page.goto(`file://${file}`);
  for (const view of ['graph', 'tree', 'timeline', 'transcript']) {
    await page.getByRole('tab', { name: view }).click();
    await page.waitForTimeout(500);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('hostile');
});

test('no request leaves the origin, and the policy forbids it', async ({
  page,
  server,
  watched,
}) => {
  const response = await page.goto(server.url);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect(policy).not.toContain("script-src 'self' 'unsafe");
  await page.evaluate(() =>
    fetch('http://evil.invalid/').catch(() => {
      // Refused, as it should be.
    }),
  );
  const complaints = watched.complaints.splice(0);
  expect(complaints.some((each) => each.includes('Content Security Policy'))).toBe(true);
});
