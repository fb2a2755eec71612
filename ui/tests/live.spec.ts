/** While events arrive: every view stays still and right, and a server that went comes back. */
import type { Page } from '@playwright/test';

import { emptyStore, expect, removeStore, Server, testOn, type Watched } from './serving';

// Another store than that of the examples: what arrives here is much.
const test = testOn(() => {});

const start_ms = Date.parse('2026-06-03T00:00:00Z');

/** Turns of four: a model call, a decision, a tool call, what it returned. */
function event(session: string, n: number): object {
  const turn = Math.floor(n / 4);
  const model = `${session}-${turn * 4}`;
  const common = {
    ...{ id: `${session}-${n}`, session, run: 'r', agent: turn % 5 === 4 ? 'helper' : 'lead' },
    time: new Date(start_ms + n * 250).toISOString(),
  };
  switch (n % 4) {
    case 0:
      return { ...common, kind: 'llm_call', fields: { model: 'm', completion: `turn ${turn}` } };
    case 1:
      return { ...common, kind: 'decision', parent: model, fields: { description: `go on ${n}` } };
    case 2:
      return { ...common, kind: 'tool_call', parent: model, fields: { tool_name: 'Read' } };
    default:
      return { ...common, kind: 'observation', parent: model, fields: { content: `seen ${n}` } };
  }
}

const events = (session: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => event(session, from + at));

/**
 * From now on, how much of the screen was moved by what arrived, and what. Figures that gain a digit
 * move the words behind them, by a thousandth of what counts as still.
 */
async function watchShifts(page: Page): Promise<() => Promise<Shifts>> {
  await page.evaluate(() => {
    type Shift = PerformanceEntry & {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    const all = globalThis as unknown as { shifts: { sum: number; of: string[] } };
    all.shifts = { sum: 0, of: [] };
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        all.shifts.sum += value;
        const names = sources.map(({ node }) => (node as Element | null)?.className);
        all.shifts.of.push(`${value.toFixed(4)} ${names.join(', ')}`);
      }
    }).observe({ type: 'layout-shift' });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: Shifts }).shifts);
}

type Shifts = { readonly sum: number; readonly of: readonly string[] };
const still = 0.005;

for (const view of ['graph', 'tree', 'timeline', 'transcript']) {
  test(`2,000 events in 5 s arrive in the ${view}`, async ({ page, server }) => {
    const session = `busy-${view}`;
    await server.post(events(session, 0, 40));
    await page.goto(`${server.url}/#/session/${session}?view=${view}&event=${session}-6`);
    await expect(page.getByText('40 events').first()).toBeVisible();
    await expect(page.locator('[data-connection=live]')).toBeAttached();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.locator('.session__view')).toContainText(/\w/);
    // What one reads stays where it is; a graph is drawn anew, around what is selected.
    const reads = view === 'tree' || view === 'transcript';
    const selected = page.locator('.session__view .is-selected').first();
    const before = reads && (await selected.boundingBox());
    const shifts = await watchShifts(page);
    for (let sent = 40; sent < 2040; sent += 100) {
      const next = new Promise((done) => setTimeout(done, 250));
      await server.post(events(session, sent, sent + 100));
      await next;
    }
    await expect(page.getByText('2,040 events').first()).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`event=${session}-6(&|$)`));
    const { sum, of } = await shifts();
    expect(sum, of.join('\n')).toBeLessThan(still);
    if (reads) expect(await selected.boundingBox()).toEqual(before);
    if (view === 'tree') {
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      await expect(page.getByRole('treeitem').filter({ hasText: 'seen 2039' })).toBeVisible();
    }
    if (view === 'graph') {
      const place = page.locator('.flow-node.is-selected, .flow-node.is-holder');
      await expect(place.first()).toBeInViewport();
      const { nodes_total } = await server.get<{ nodes_total: number }>(`sessions/${session}/map`);
      const total = new RegExp(`of ${nodes_total.toLocaleString('en')} nodes`);
      await expect(page.getByText(total)).toBeVisible();
    }
    if (view === 'timeline') {
      await expect(page.getByRole('group', { name: /^Timeline of 2,040 events/ })).toBeVisible();
    }
    if (view === 'transcript') {
      await page.keyboard.press('End');
      await expect(page.getByText('seen 2039').first()).toBeVisible();
    }
  });
}

type Away = {
  readonly first: Server;
  /** The same store, served again at the same address. */
  readonly back: () => Promise<Server>;
};

/** A server that goes away and comes back; that nobody answers meanwhile is no complaint. */
async function away(
  page: Page,
  watched: Watched,
  look: (servers: Away) => Promise<void>,
): Promise<void> {
  const store = emptyStore();
  const first = await Server.start(store);
  let second: Server | null = null;
  const back = async () =>
    (second = await Server.start(store, '--listen', new URL(first.url).host));
  try {
    await look({ first, back });
  } finally {
    await page.close();
    await (second as Server | null)?.end();
    removeStore(store);
  }
  watched.complaints.length = 0;
}

test('while the server is gone the page waits, and goes on when it is back', async ({
  page,
  watched,
}) => {
  await away(page, watched, async ({ first, back }) => {
    await first.post(events('away', 0, 4));
    await page.goto(`${first.url}/#/session/away?view=tree`);
    await expect(page.locator('[data-connection=live]')).toBeAttached();
    await expect(page.getByRole('treeitem')).toHaveCount(4);
    await first.end();
    await expect(page.getByText('waiting', { exact: true })).toBeVisible();
    await expect(page.getByRole('treeitem')).toHaveCount(4);
    const second = await back();
    await second.post(events('away', 4, 8));
    await expect(page.locator('[data-connection=live]')).toBeAttached();
    await expect(page.getByRole('treeitem')).toHaveCount(8);
    await second.post(events('away', 8, 12));
    await expect(page.getByRole('treeitem')).toHaveCount(12);
  });
});

test('what was asked while the server was gone is asked again when it is back', async ({
  page,
  watched,
}) => {
  await away(page, watched, async ({ first, back }) => {
    await first.post(events('asked', 0, 8));
    await page.goto(`${first.url}/#/session/asked?view=tree`);
    await expect(page.getByRole('treeitem')).toHaveCount(8);
    await first.end();
    await page.getByRole('treeitem').nth(2).click();
    await page.getByRole('tab', { name: 'transcript' }).click();
    await expect(page.getByRole('alert').first()).toContainText('the server does not answer');
    await back();
    await expect(page.getByRole('feed')).toContainText('turn 1');
    const chain = page.getByRole('region', { name: 'What led to it' });
    // The model call stands with what it asked for, by its words.
    await expect(chain.getByRole('listitem')).toHaveCount(1);
    await expect(chain).toContainText('turn 0');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
