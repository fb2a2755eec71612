/** Every page but the session: readable by everybody, on every screen, and what is found on it. */
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { findings } from './axe';
import { emptyStore, expect, recordExamples, removeStore, Server, test, testOn } from './serving';

const places = [
  'sessions',
  'sessions?text=kroner',
  'runs',
  'search?q=shares',
  'figures',
  'replay',
  'replay/incident/incident-0519',
  'replay/trade/trade-7c41?event=pos-10',
  'decisions/auth',
  'calibration',
  'compare',
  'compare?a=answer-1&b=answer-2&session_a=chat-9001&session_b=chat-9002',
  'cohort',
  'topology',
  'integrity',
  'sql',
  'debrief/answer-1?session=chat-9001',
  'dossier/pos-10',
];

async function rest(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(/^(Reading|Asking|Counting|Searching)/)).toHaveCount(0);
}

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any page, ${theme}`, async ({ page, server }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: theme });
    for (const place of places) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/#/${place}`);
      await rest(page);
      expect.soft(await findings(page), `${place}, ${theme}`).toEqual([]);
    }
  });
}

test('every page fits a phone: nothing is wider than the screen', async ({ page, server }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const place of places) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/${place}`);
    await rest(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, place).toBeLessThanOrEqual(390);
    const bar = await page.locator('.bar').boundingBox();
    expect.soft(bar?.height, `the bar of ${place}`).toBeLessThanOrEqual(84);
  }
});

test('the box of the sessions finds what was recorded', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await page.getByLabel('Search').fill('kroner were read');
  const found = page.getByRole('region', { name: 'In what was recorded' });
  await expect(found.getByRole('status')).toContainText('event in 1 session');
  await expect(found.locator('mark').first()).toBeVisible();
  await found.getByRole('link', { name: /^Outcome: incorrect/ }).click();
  await expect(page).toHaveURL(/#\/session\/desk-0302\?event=/);
});

test('a search that finds nothing says where it looked', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions?text=xyzzyplugh`);
  await expect(page.getByText('No event has this.', { exact: false })).toBeVisible();
  await expect(page.getByText('Nothing is recorded yet')).toHaveCount(0);
});

test('a heading sorts the list, turns it round, and stands in the address', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/sessions`);
  const first = page.getByRole('row').nth(1);
  await page.getByRole('button', { name: 'Tokens' }).click();
  await expect(page).toHaveURL(/sort=tokens/);
  await expect(first).toContainText('plan-auth');
  await page.getByRole('button', { name: /^Goal/ }).click();
  await expect(first).toContainText('add tests to the date parser');
  await page.getByRole('button', { name: /^Goal/ }).click();
  await expect(first).not.toContainText('add tests to the date parser');
  await expect(page.getByText(/^in all \d+ sessions, \d+ events/)).toBeVisible();
});

test('two ticked runs are compared', async ({ page, server }) => {
  await page.goto(`${server.url}/#/runs`);
  await page.getByRole('checkbox', { name: 'Compare answer-1' }).check();
  await page.getByRole('checkbox', { name: 'Compare answer-2' }).click();
  await expect(page).toHaveURL(/#\/compare\?a=answer-1&b=answer-2/);
  await expect(page.getByText(/divergence|differ|alike/i).first()).toBeVisible();
});

test('figures name who fails, and what', async ({ page, server }) => {
  await page.goto(`${server.url}/#/figures`);
  const tools = page.getByRole('region', { name: 'By tool' });
  await expect(tools.getByRole('row').filter({ hasText: 'quote_api' })).toContainText('4');
  await tools.getByRole('button', { name: 'Failures' }).click();
  await expect(tools.getByRole('row').nth(1)).toContainText('quote_api');
  await expect(page).toHaveURL(/tools=failed-/);
  const agents = page.getByRole('region', { name: 'By agent' });
  await expect(agents.getByRole('row').filter({ hasText: 'sizer' })).toContainText('$0.0153');
});

test('what a reason rests on is one click away in a replay', async ({ page, server }) => {
  await page.goto(`${server.url}/#/replay/trade/trade-7c41?event=pos-10`);
  const detail = page.getByRole('complementary', { name: 'Selected event' });
  await detail.getByRole('button', { name: 'obs:atr' }).click();
  await expect(page).toHaveURL(/event=pos-07/);
});

test('an incident opens with all of its events, and can be told in bare facts', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/replay/incident/incident-0519`);
  await expect(page.getByText(/^24 events/)).toBeVisible();
  await page.getByRole('checkbox', { name: /only messages/ }).check();
  await expect(page.getByText(/^6 events/)).toBeVisible();
});

test('the first Tab leads past the bar', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

const noting = testOn(recordExamples);

noting(
  'a note is recorded, stands beside its event, and in the file',
  async ({ page, server, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${server.url}/#/session/desk-0302?view=tree&event=pos-10&panel=event`);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByLabel(/^Note \(/).fill('<img src=x onerror=alert(1)>\nin kroner');
    await page.getByLabel('Author').fill('ada <b>');
    await page.getByRole('button', { name: 'Record the note' }).click();
    const notes = page.getByRole('region', { name: 'Notes' });
    await expect(notes.getByText('in kroner', { exact: false })).toBeVisible();
    await expect(notes.getByText('ada <b>')).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);

    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this' });
    await expect(dialog.getByText('works on this machine only', { exact: false })).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy as Markdown' }).click();
    await expect(dialog.getByText('· copied')).toBeVisible();
    const ticket = await page.evaluate(() => navigator.clipboard.readText());
    expect(ticket).toContain('### Why this happened');
    expect(ticket).toContain('Decision: size of the NVO long');
    const waiting = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the file' }).click();
    const path = join(server.store, '..', 'sent.html');
    await (await waiting).saveAs(path);
    await page.goto(`file://${path}`);
    await expect(page).toHaveURL(/event=pos-10&view=tree/);
    await expect(page.locator('[role=treeitem].is-selected')).toContainText('size of the NVO long');
    await page.keyboard.press('e');
    await expect(page.getByText('in kroner', { exact: false }).first()).toBeVisible();
  },
);

noting('y says that the link is copied', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/#/session/desk-0302?view=tree`);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('y');
  await expect(page.getByText('link copied: it works on this machine only')).toBeVisible();
});

test('an empty store shows three ways to begin', async ({ browser }) => {
  const store = emptyStore();
  const server = await Server.start(store);
  const page = await browser.newPage();
  await page.goto(server.url);
  for (const way of ['Record my transcripts', 'Point OpenTelemetry here', 'Open the examples']) {
    await expect(page.getByRole('heading', { name: way })).toBeVisible();
  }
  await expect(page.getByText(`OTEL_EXPORTER_OTLP_ENDPOINT=${server.url}`)).toBeVisible();
  await page.close();
  await server.end();
  removeStore(store);
});
