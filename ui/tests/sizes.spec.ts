/** Lists of any length: what is on the screen exists, and nothing else does. */
import type { Page } from '@playwright/test';

import { expect, recordLines, testOn } from './serving';

const sessions = 20_000;

function* many(): Generator<string> {
  const start_ms = Date.parse('2026-01-01T00:00:00Z');
  for (let n = 0; n < sessions; ++n) {
    yield JSON.stringify({
      ...{ id: `e-${n}`, kind: 'session_start', session: `job-${n}`, agent: `agent-${n % 9}` },
      time: new Date(start_ms + n * 60_000).toISOString(),
      fields: { goal: `do thing ${n}` },
    });
  }
}

const test = testOn((store) => recordLines(store, many()));

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

test('20,000 sessions: newest first, read on while one scrolls, few elements', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(row(page, `job-${sessions - 1}`)).toBeVisible();
  await expect(page.getByText('200 sessions read, and more')).toBeVisible();
  const list = page.getByRole('grid');
  for (let read = 400; read <= 1600; read += 200) {
    await list.evaluate((box) => (box.scrollTop = box.scrollHeight));
    await expect(
      page.getByText(new RegExp(`^${read.toLocaleString('en')} sessions`)),
    ).toBeVisible();
  }
  await expect(row(page, `job-${sessions - 1500}`)).toHaveCount(0);
  expect(await elements(page)).toBeLessThan(3000);
  await page.keyboard.press('Home');
  await expect(row(page, `job-${sessions - 1}`)).toBeVisible();
});

test('the oldest of 20,000 is found by its name', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await page.getByLabel('Search').fill('do thing 17');
  await expect(row(page, 'job-17')).toHaveCount(0);
  await page.getByLabel('Search').fill('job-17');
  await expect(page.getByText(/^200 sessions read, and more/)).toBeVisible();
  await page.getByLabel('Time').fill('2026-01-01T00:00:00Z..2026-01-01T00:30:00Z');
  await expect(row(page, 'job-17')).toBeVisible();
  await expect(page.getByText(/^1 session(?!s)/)).toBeVisible();
  expect(await elements(page)).toBeLessThan(3000);
});

test('a new session comes in at the top, or is announced to who reads below', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  const event = (name: string) => ({
    ...{ id: `new-${name}`, kind: 'session_start', session: name },
    ...{ time: new Date(Date.parse('2027-01-01T00:00:00Z')).toISOString(), fields: { goal: name } },
  });
  await server.post([event('first-new')]);
  await expect(row(page, 'first-new')).toBeVisible();
  await page.getByRole('grid').evaluate((box) => (box.scrollTop = 2000));
  await expect(row(page, 'first-new')).toHaveCount(0);
  await server.post([event('second-new')]);
  await page.getByRole('button', { name: /1 new/ }).click();
  await expect(row(page, 'second-new')).toBeVisible();
});
