/** The context graph: stacks, folds, marks, layouts, and the keys that move in it. */
import type { Page } from '@playwright/test';

import { session } from './generated';
import { nodes, openGraph } from './graphs';
import { expect, recordExamples, recordLines, testOn } from './serving';

const at = (second: number) => new Date(Date.UTC(2026, 6, 1) + second * 1000).toISOString();

/** One thought that calls 30 tools at once, of which the last fails. */
function* fanOut(): Generator<string> {
  const common = { session: 'fan', agent: 'searcher', run: 'r' };
  const call_ids = Array.from({ length: 30 }, (_, n) => `fan-call-${n}`);
  yield JSON.stringify({
    ...{ id: 'fan-model', kind: 'llm_call', time: at(0), ...common },
    fields: { model: 'm', completion: 'look everywhere at once', call_ids },
  });
  for (const [n, call_id] of call_ids.entries()) {
    yield JSON.stringify({
      ...{ id: call_id, kind: 'tool_call', time: at(1 + n), parent: 'fan-model', ...common },
      fields: {
        tool_name: n % 3 ? 'Read' : 'Grep',
        call_id,
        output: 'seen',
        error: n === 29 ? 'gone' : undefined,
      },
    });
  }
}

const test = testOn(async (store) => {
  recordExamples(store);
  await recordLines(store, session('long', 3000));
  await recordLines(store, fanOut());
});

const card = (page: Page, name: string | RegExp) => nodes(page).getByRole('button', { name });
const shown = (page: Page) => page.getByText(/^[\d,]+ of [\d,]+ nodes$/);

/** How the plane is moved and enlarged, once it rests. */
async function eye(page: Page): Promise<{ x: number; y: number; zoom: number }> {
  const read = () =>
    page.locator('.react-flow__viewport').evaluate((element) => {
      const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform);
      return { x: e, y: f, zoom: a };
    });
  let before = await read();
  for (;;) {
    await page.waitForTimeout(60);
    const now = await read();
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

test('turns of a long session are stacks, which open and close', async ({ page, server }) => {
  await openGraph(page, server, 'long', 'nodes=100');
  await expect(shown(page)).toHaveText(/^(\d\d|100) of 3,001 nodes$/);
  const before = await shown(page).textContent();
  await card(page, /^stack: 10 turns/)
    .first()
    .click();
  await expect(page).toHaveURL(/stack=stack/);
  await expect(page.getByText('1 stack open')).toBeVisible();
  await expect(card(page, /^thought: Step 0:/)).toBeVisible();
  await expect(shown(page)).not.toHaveText(before ?? '');
  // Where one looks is written into the address once the eye rests.
  await eye(page);
  await page.waitForTimeout(500);
  await page.reload();
  await expect(card(page, /^thought: Step 0:/)).toBeVisible();
  await page.getByRole('button', { name: 'Close all stacks' }).click();
  await expect(shown(page)).toHaveText(before ?? '');
  await expect(page).not.toHaveURL(/stack=/);
});

test('a thought with 30 calls shows a stack for those above the limit', async ({
  page,
  server,
}) => {
  await openGraph(page, server, 'fan');
  const stack = card(page, /^stack: \d+ calls/);
  await expect(stack).toHaveCount(1);
  await expect(stack).toContainText('1 failed');
  await expect(stack).toContainText(/Read ×\d+/);
  await page.getByRole('combobox', { name: 'fan' }).selectOption('50');
  await expect(page).toHaveURL(/fan=50/);
  await expect(stack).toHaveCount(0);
  await expect(shown(page)).toHaveText(/^(\d+) of \1 nodes$/);
});

test('what hangs under a node is hidden, counted, and shown again', async ({ page, server }) => {
  await openGraph(page, server, 'desk-0302');
  const all = await shown(page).textContent();
  const thought = nodes(page).filter({
    has: page.locator('.node-card--thought .node-card__toggle'),
  });
  const first = thought.first();
  const name = (await first.getByRole('button').first().getAttribute('aria-label')) ?? '';
  await first.locator('.node-card__toggle').click();
  await expect(page).toHaveURL(/fold=/);
  const folded = nodes(page).locator('[aria-expanded=false]');
  await expect(folded).toHaveAttribute(
    'aria-label',
    new RegExp(`^${escaped(name)}.*hidden under it$`),
  );
  await expect(folded.locator('.node-card__toggle')).toHaveText(/^\+\d+$/);
  await expect(page.getByText('1 node folded')).toBeVisible();
  await folded.locator('.node-card__toggle').click();
  await expect(shown(page)).toHaveText(all ?? '');
  await expect(page).not.toHaveURL(/fold=/);
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('what failed says so in words, and so does what was made up', async ({ page, server }) => {
  await openGraph(page, server, 'pr-218');
  await page.keyboard.press('f');
  await expect(card(page, /^tool call: .*, failed/)).toContainText('✕ failed');
  await server.post([
    {
      ...{ id: 'bare-1', kind: 'tool_call', time: at(90), session: 'bare', agent: 'a' },
      fields: { tool_name: 'Read', output: 'all of it' },
    },
  ]);
  await openGraph(page, server, 'bare');
  const made_up = card(page, /synthesized/).first();
  await expect(made_up).toBeVisible();
  await expect(made_up).toContainText('synthesized');
});

test('links are drawn by how they are known, and the legend says how', async ({ page, server }) => {
  await openGraph(page, server, 'desk-0302');
  await page.keyboard.press('f');
  const legend = page.getByRole('complementary', { name: 'Legend' });
  const drawn = new Set<string>();
  for (const name of ['explicit', 'derived', 'assumed']) {
    await expect(legend).toContainText(name);
    const line = page.locator(`.react-flow__edges .flow-edge--${name} .flow-edge__line`).first();
    await expect(line).toBeAttached();
    drawn.add(await line.evaluate((path) => getComputedStyle(path).strokeDasharray));
  }
  expect(drawn.size).toBe(3);
  await page.getByRole('button', { name: 'legend' }).click();
  await expect(legend).toBeHidden();
});

test('each layout has its handles where its links leave and enter', async ({ page, server }) => {
  const sides = {
    horizontal: ['left', 'right'],
    vertical: ['top', 'bottom'],
    clustered: ['left', 'right', 'top', 'bottom'],
  };
  await openGraph(page, server, 'desk-0302');
  for (const [layout, expected] of Object.entries(sides)) {
    await page.getByRole('button', { name: layout }).click();
    const handles = nodes(page).first().locator('.react-flow__handle');
    await expect(handles).toHaveCount(expected.length);
    for (const side of expected) {
      await expect(nodes(page).first().locator(`.react-flow__handle-${side}`)).toHaveCount(1);
    }
  }
  await expect(page.locator('.flow-group').first()).toBeVisible();
  await page.getByLabel('Clusters').selectOption('run');
  await expect(page).toHaveURL(/cluster=run/);
  await expect(page.locator('.flow-group__title').first()).toContainText(/\d+ nodes?/);
});

test('zoom, fit and the small map', async ({ page, server }) => {
  await openGraph(page, server, 'desk-0302');
  const start = await eye(page);
  await page.keyboard.press('+');
  await expect.poll(async () => (await eye(page)).zoom).toBeGreaterThan(start.zoom);
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect.poll(async () => (await eye(page)).zoom).toBeLessThan(start.zoom);
  await page.keyboard.press('f');
  // 19 of the map, and the decisions and outcomes that hang on them.
  await expect(nodes(page)).toHaveCount(22);
  await expect(page.getByRole('img', { name: 'Small map of the whole graph' })).toBeVisible();
  expect(await page.locator('.react-flow__minimap-node').count()).toBeGreaterThanOrEqual(19);
});

test('where one looks is kept over a reload', async ({ page, server }) => {
  await openGraph(page, server, 'desk-0302');
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, -300);
  await expect(page).toHaveURL(/eye=/);
  const before = await eye(page);
  await page.reload();
  await expect(nodes(page).first()).toBeVisible();
  const after = await eye(page);
  expect(after.zoom).toBeCloseTo(before.zoom, 1);
  expect(Math.abs(after.x - before.x)).toBeLessThan(3);
});

test('arrow keys walk along the links, and Enter folds', async ({ page, server }) => {
  await openGraph(page, server, 'pr-218');
  const graph = page.getByLabel(/^Context graph, \d+ nodes$/);
  await graph.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/event=/);
  const first = page.url();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(first);
  const active = await graph.getAttribute('aria-activedescendant');
  await expect(page.locator(`[id="${active}"]`)).toHaveClass(/is-active/);
  await page.keyboard.press('ArrowLeft');
  await expect(page).toHaveURL(first);
  const here = page.locator('.flow-node.is-active');
  await expect(here).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Enter');
  await expect(here).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Enter');
  await expect(here).toHaveAttribute('aria-expanded', 'true');
});
