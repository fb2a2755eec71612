/** The session page: four views, one selection, why, playback, live, deep links, keys alone. */
import type { Page } from '@playwright/test';

import { expect, test, type Server } from './serving';

async function open(page: Page, server: Server, session: string, query = ''): Promise<void> {
  await page.goto(`${server.url}/#/session/${session}${query && `?${query}`}`);
  await expect(page.getByText(/\d+ events?/).first()).toBeVisible();
}

const panel = (page: Page) => page.getByRole('complementary', { name: 'Panel' });
const tree = (page: Page) => page.getByRole('tree');
const item = (page: Page, text: string | RegExp) =>
  tree(page).getByRole('treeitem').filter({ hasText: text });

test('the tree, by keyboard alone', async ({ page, server }) => {
  await open(page, server, 'pr-218', 'view=tree');
  await expect(item(page, /./).nth(2)).toBeVisible();
  await tree(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/event=/);
  const selected = tree(page).locator('[aria-selected=true]');
  await expect(selected).toHaveCount(1);
  const level = Number(await selected.getAttribute('aria-level'));
  expect(level).toBeGreaterThan(1);
  // Left closes it, right opens it, left on what has nothing below it goes to the parent.
  await expect(selected).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(selected).toHaveAttribute('aria-expanded', 'false');
  await expect(page).toHaveURL(/closed=\d/);
  await page.keyboard.press('ArrowRight');
  await expect(selected).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(selected).toHaveAttribute('aria-level', String(level - 1));
});

test('one selection in four views, and the path lit in each', async ({ page, server }) => {
  await open(page, server, 'desk-0302', 'view=tree&event=pos-18');
  await expect(panel(page)).toContainText('What led to it');
  await expect(item(page, /./).and(page.locator('.is-selected'))).toHaveCount(1);
  expect(await tree(page).locator('.is-lit').count()).toBeGreaterThan(2);
  for (const view of ['graph', 'timeline', 'transcript']) {
    await page.getByRole('tab', { name: view }).click();
    await expect(page).toHaveURL(
      new RegExp(`view=${view}.*event=pos-18|event=pos-18.*view=${view}`),
    );
    if (view === 'timeline') continue; // It is drawn on a canvas: looked at below.
    await expect(page.locator('.session__view .is-lit').first()).toBeVisible();
  }
});

test('why: rationale, alternatives, confidence and provenance at each step', async ({
  page,
  server,
}) => {
  await open(page, server, 'plan-auth', 'view=tree&event=auth-14');
  const chain = page.getByRole('region', { name: 'What led to it' });
  await expect(chain).toContainText('the review is right, and rotation costs one write');
  await expect(chain).toContainText('explicit');
  await page.keyboard.press('u');
  await expect(page).not.toHaveURL(/event=auth-14/);
});

test('what is missing is shown as missing', async ({ page, server }) => {
  await server.post([
    {
      id: 'orphan-1',
      kind: 'thought',
      time: '2026-06-01T00:00:00Z',
      session: 'orphans',
      parent: 'never',
      fields: { text: 'who asked?' },
    },
  ]);
  await open(page, server, 'orphans', 'view=tree&event=orphan-1');
  await expect(tree(page)).toContainText('never recorded');
  await expect(panel(page)).toContainText('never');
  await expect(panel(page).locator('.missing, .notice--missing').first()).toBeVisible();
});

test('the graph: types, layouts, collapse, and the same place after a reload', async ({
  page,
  server,
}) => {
  await open(page, server, 'desk-0302', 'view=graph');
  const nodes = page.locator('.react-flow__node');
  await expect(nodes.first()).toBeVisible();
  const before = await nodes.count();
  expect(before).toBeGreaterThan(5);
  for (const layout of ['vertical', 'clustered', 'horizontal']) {
    await page.getByRole('button', { name: layout, exact: false }).first().click();
    await expect(nodes.first()).toBeVisible();
    await page.waitForTimeout(300);
  }
  const place = page.url();
  await page.reload();
  await expect(nodes.first()).toBeVisible();
  expect(page.url()).toBe(place);
});

test('playback dims what is not there yet, in every view', async ({ page, server }) => {
  await open(page, server, 'pr-218', 'view=tree&at=3');
  await expect(tree(page).locator('.is-to-come').first()).toBeVisible();
  expect(await tree(page).getByRole('treeitem').count()).toBe(19);
  expect(await tree(page).locator('.is-to-come').count()).toBe(16);
  await page.keyboard.press('l');
  await expect(tree(page).locator('.is-to-come')).toHaveCount(15);
  await page.keyboard.press('h');
  await expect(tree(page).locator('.is-to-come')).toHaveCount(16);
  await expect(page).toHaveURL(/at=3/);
  await page.getByRole('tab', { name: 'graph' }).click();
  await expect(
    page.locator('.react-flow__node .is-to-come, .react-flow__node.is-to-come').first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.locator('.session__view .is-to-come')).toHaveCount(0);
});

test('steps by decision and by turn', async ({ page, server }) => {
  await open(page, server, 'plan-auth', 'view=tree&at=1');
  await page.keyboard.press('>');
  await expect(page).toHaveURL(/at=5/);
  await page.keyboard.press('>');
  await expect(page).toHaveURL(/at=6/);
  await page.keyboard.press('<');
  await expect(page).toHaveURL(/at=5/);
  await page.keyboard.press('L');
  await expect(page).toHaveURL(/at=9/);
});

test('plays to the end by itself, and pauses', async ({ page, server }) => {
  await open(page, server, 'pr-218', 'view=tree&at=1&speed=64');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(tree(page).locator('.is-to-come')).toHaveCount(0, { timeout: 30_000 });
});

test('what the agent knew, and what changed since', async ({ page, server }) => {
  const at = (second: number) => `2026-06-02T00:00:0${second}Z`;
  const said = (n: number) =>
    Array.from({ length: n }, (_, i) => ({
      role: i % 2 ? 'assistant' : 'user',
      content: `word ${i}`,
    }));
  const call = (id: string, second: number, n: number) => ({
    id,
    kind: 'llm_call',
    time: at(second),
    session: 'knowing',
    run: 'r',
    agent: 'a',
    fields: { model: 'm', messages: said(n) },
  });
  await server.post([call('k1', 1, 2), call('k2', 2, 4)]);
  await open(page, server, 'knowing', 'view=tree&event=k2&panel=knew');
  await expect(panel(page)).toContainText('word 2');
  await expect(panel(page)).toContainText('word 3');
  await expect(panel(page)).not.toContainText('word 0');
});

test('live: what arrives appears, and nothing that stands moves', async ({ page, server }) => {
  const event = (n: number) => ({
    id: `live-${n}`,
    kind: 'thought',
    time: new Date(Date.parse('2026-06-03T00:00:00Z') + n * 1000).toISOString(),
    session: 'growing',
    fields: { text: `thought number ${n}` },
  });
  await server.post([event(0), event(1)]);
  await open(page, server, 'growing', 'view=tree');
  await expect(page.locator('[data-connection=live]')).toBeAttached();
  const first = item(page, 'thought number 0');
  const before = await first.boundingBox();
  await page.evaluate(() => {
    const all = globalThis as unknown as { shift: number };
    all.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        all.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await server.post([event(2), event(3)]);
  await expect(item(page, 'thought number 3')).toBeVisible();
  expect(await first.boundingBox()).toEqual(before);
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBe(0);
});

test('find in the session', async ({ page, server }) => {
  await open(page, server, 'desk-0302', 'view=tree');
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Text to find' }).fill('kroner');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/event=/);
  await expect(page).toHaveURL(/find=kroner/);
});

test('a session as one file works without any server', async ({ page, server }, info) => {
  await open(page, server, 'plan-auth', 'view=tree');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).last().click();
  const file = info.outputPath('plan-auth.html');
  await (await waiting).saveAs(file);
  const context = page.context();
  await context.setOffline(true);
  const alone = await context.newPage();
  const errors: string[] = [];
  alone.on('pageerror', (error) => errors.push(error.message));
  alone.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) errors.push(request.url());
  });
  await alone.goto(`file://${file}`);
  await expect(alone.getByText(/18 events/)).toBeVisible();
  await alone.getByRole('tab', { name: 'tree' }).click();
  await alone.getByRole('treeitem').filter({ hasText: 'take up the review' }).click();
  await expect(panel(alone)).toContainText('the review is right');
  await alone.getByRole('tab', { name: 'graph' }).click();
  await expect(alone.locator('.react-flow__node').first()).toBeVisible();
  await alone.getByRole('tab', { name: 'transcript' }).click();
  await expect(alone.locator('.session__view')).toContainText('where a session lives');
  expect(errors).toEqual([]);
  await context.setOffline(false);
});

test('a session that was never recorded says so', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/nobody-knows`);
  await expect(page.getByRole('alert')).toContainText('never recorded');
});

test('a shortened id in the address becomes the whole one', async ({ page, server }) => {
  await open(page, server, 'plan-auth', 'view=tree&event=uth-14');
  await expect(page).toHaveURL(/event=auth-14/);
  await expect(page.locator('[role=treeitem].is-selected')).toBeVisible();
});

test('an event that was never recorded is said to be missing', async ({ page, server }) => {
  await open(page, server, 'plan-auth', 'view=tree&event=nobody');
  await expect(panel(page)).toContainText('never recorded');
  await expect(panel(page).locator('[aria-busy=true]')).toHaveCount(0);
});
