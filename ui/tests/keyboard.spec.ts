/** The keyboard alone, and what a screen reader is told. */
import type { Page } from '@playwright/test';

import { goToLastEvent } from './keys';
import { expect, test } from './serving';

/** Every page, with something on it. */
const pages = [
  'sessions',
  'runs',
  'session/desk-0302?view=graph&event=pos-18',
  'session/desk-0302?view=tree&event=pos-18&panel=event',
  'session/desk-0302?view=timeline&event=pos-18&panel=knew',
  'session/pr-218?view=transcript&beside=tree',
  'replay',
  'replay/trade/trade-7c41?event=pos-18',
  'debrief/answer-1',
  'decisions/auth?node=rotate',
  'calibration?bin=0.9',
  'compare?a=answer-1&b=answer-2&session_a=chat-9001&session_b=chat-9002',
];

const interactive = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'slider', 'tab'],
  ...['treeitem', 'option', 'switch', 'spinbutton', 'separator', 'dialog', 'tree', 'grid'],
]);

type Told = {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly properties?: readonly { readonly name: string; readonly value: { value?: unknown } }[];
};

/** What a screen reader would be told of without a name. */
async function nameless(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as {
    readonly nodes: readonly Told[];
  };
  await session.detach();
  const focusable = ({ properties }: Told) =>
    properties?.some(({ name, value }) => name === 'focusable' && value.value === true) ?? false;
  return nodes
    .filter((node) => !node.ignored && node.role?.value !== 'RootWebArea')
    .filter((node) => interactive.has(node.role?.value ?? '') || focusable(node))
    .filter((node) => (node.name?.value ?? '').trim() === '')
    .map((node) => JSON.stringify([node.role?.value, node.properties]));
}

for (const place of pages) {
  test(`everything has a name on ${place}`, async ({ page, server }) => {
    await page.goto(`${server.url}/#/${place}`);
    await expect(page.getByLabel('The same as a command').first()).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('main')).toHaveCount(1);
    expect(await nameless(page)).toEqual([]);
  });
}

test('from nothing to the reason, and elsewhere, by keys alone', async ({ page, server }) => {
  await goToLastEvent(page, server.url, 'pr-218');
  const last = page.url();
  await page.keyboard.press('u');
  await expect(page).not.toHaveURL(last);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(last);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('calibr');
  await expect(page.getByRole('option', { name: /Calibration/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/calibration/);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/#\/sessions/);
});

test('two runs are marked and compared by keys', async ({ page, server }) => {
  await page.goto(`${server.url}/#/runs?text=answer`);
  await expect(page.getByRole('row').filter({ hasText: 'answer-1' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(page.getByText(/^Comparing with answer-/)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/#\/compare\?a=answer-/);
  await expect(page.getByText(/First divergence/)).toBeVisible();
});

test('a replay is walked by keys, and leads into the session', async ({ page, server }) => {
  await page.goto(`${server.url}/#/replay/trade/trade-7c41`);
  await expect(page.getByText('scanner', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/event=/);
  const first = page.url();
  await page.keyboard.press('d');
  await expect(page).not.toHaveURL(first);
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/event=/);
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/event=/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/session\/.*event=/);
});

test('Tab reaches the bar, the filters and the rows, each visibly', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByRole('row').filter({ hasText: 'pr-218' })).toBeVisible();
  const seen: string[] = [];
  for (let press = 0; press < 40; ++press) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const { outlineStyle, boxShadow, borderColor } = getComputedStyle(element);
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return {
        name: name.trim(),
        marked: outlineStyle !== 'none' || boxShadow !== 'none',
        borderColor,
      };
    });
    if (here === null) break;
    expect(here.marked, `${here.name} shows its focus`).toBe(true);
    seen.push(here.name);
    if (here.name === 'Sessions' && seen.length > 8) break;
  }
  expect(seen).toEqual(
    expect.arrayContaining(['Hence', 'Calibration', 'Search', 'Kind', 'Sessions']),
  );
});

test('a tree says how deep, how many, open or not, selected or not', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/pr-218?view=tree`);
  const tree = page.getByRole('tree');
  await expect(tree).toHaveAccessibleName(/pr-218/);
  await expect(tree).toBeFocused();
  const items = tree.getByRole('treeitem');
  await expect(items).toHaveCount(19);
  for (const item of await items.all()) {
    const level = Number(await item.getAttribute('aria-level'));
    expect(level).toBeGreaterThan(0);
    expect(await item.getAttribute('aria-selected')).toMatch(/^(true|false)$/);
    if (level > 1) expect(Number(await item.getAttribute('aria-setsize'))).toBeGreaterThan(0);
  }
  expect(await tree.locator('[aria-expanded=true]').count()).toBeGreaterThan(0);
  await page.keyboard.press('j');
  const active = (await tree.getAttribute('aria-activedescendant')) ?? '';
  await expect(page.locator(`[id="${active}"]`)).toHaveAttribute('role', 'treeitem');
});

for (const [name, keys] of [
  ['Keys', '?'],
  ['Command palette', 'Control+k'],
] as const) {
  test(`the dialog ${name} keeps the focus, and gives it back`, async ({ page, server }) => {
    await page.goto(`${server.url}/#/session/pr-218?view=tree`);
    const tree = page.getByRole('tree');
    await expect(tree).toBeFocused();
    const address = page.url();
    await page.keyboard.press(keys);
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    for (let press = 0; press < 12; ++press) {
      await page.keyboard.press('Tab');
      const outside = await page.evaluate(() => {
        const at = document.activeElement;
        return at !== null && at !== document.body && at.closest('dialog') === null;
      });
      expect(outside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(tree).toBeFocused();
    expect(page.url()).toBe(address);
  });
}
