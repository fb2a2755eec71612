/** A session of a million events: windows from the server, never a node or a row for each event. */
import type { Page } from '@playwright/test';

import { session } from './generated';
import { emptyStore, expect, recordLines, removeStore, Server, test as base } from './serving';

const size = 1_000_000;

const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const store = emptyStore();
      await recordLines(store, session('large', size));
      const server = await Server.start(store);
      await use(server);
      await server.end();
      removeStore(store);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function open(page: Page, server: Server, query: string): Promise<void> {
  await page.goto(`${server.url}/#/session/large?${query}`);
  await expect(page.getByText('1,000,000 events').first()).toBeVisible({ timeout: 30_000 });
}

test('the tree opens, jumps anywhere, and holds what a screen holds', async ({ page, server }) => {
  await open(page, server, 'view=tree');
  const tree = page.getByRole('tree');
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(120);
  await tree.focus();
  await page.keyboard.press('End');
  await expect(tree.getByRole('treeitem').last()).toContainText(/./);
  await tree.evaluate((box) => (box.scrollTop = box.scrollHeight / 2));
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  expect(await elements(page)).toBeLessThan(5000);
});

test('a link into the middle shows the event, its path lit', async ({ page, server }) => {
  await open(page, server, 'view=tree&event=large-70000-call-1-result');
  await expect(page.locator('[role=treeitem].is-selected')).toBeVisible();
  await expect(page.locator('[role=treeitem].is-lit').first()).toBeVisible();
});

test('the graph is coarse, opens, and never refuses', async ({ page, server }) => {
  await open(page, server, 'view=graph');
  const nodes = page.locator('.react-flow__node');
  await expect(nodes.first()).toBeVisible({ timeout: 30_000 });
  expect(await elements(page)).toBeLessThan(15_000);
});

test('the timeline shows lanes and density', async ({ page, server }) => {
  await open(page, server, 'view=timeline');
  await expect(page.getByText('orchestrator').first()).toBeVisible();
  await expect(page.getByText(/critical path/)).toBeVisible();
  expect(await elements(page)).toBeLessThan(5000);
});

test('the transcript starts anywhere', async ({ page, server }) => {
  await open(page, server, 'view=transcript&event=large-70000-model');
  await expect(page.getByText('Step 70000: look at the next file.').first()).toBeVisible();
  expect(await elements(page)).toBeLessThan(8000);
});

test('scrubbing moves through all of it', async ({ page, server }) => {
  await open(page, server, 'view=tree&at=500000');
  const slider = page.locator('.playback').getByRole('slider', { name: 'Place in the session' });
  await expect(slider).toHaveAttribute('aria-valuenow', '500000');
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuenow', '1000000');
  await page.keyboard.press('>');
  await page.keyboard.press('<');
  await expect(page).toHaveURL(/at=99\d{4}/);
});
