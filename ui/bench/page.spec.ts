/** How the page feels at three sizes: first screen, selecting, scrubbing, searching, memory. */
import { test, type Page } from '@playwright/test';

import { session } from '../tests/generated';
import { emptyStore, expect, recordLines, removeStore, Server } from '../tests/serving';
import {
  bundleKb,
  firstByte,
  framesWhile,
  heap,
  openingTimes,
  watchFor,
  type Frames,
  type Opening,
} from './measuring';

type Figures = Opening &
  Frames & {
    readonly events: number;
    readonly view: string;
    /** From asking to the first byte: once when nothing is kept, and again. */
    readonly first_byte_cold_ms: number;
    readonly first_byte_ms: number;
    readonly select_ms: number;
    readonly why_ms: number;
    readonly heap_mb: number;
  };

const sizes = [1_000, 100_000, 1_000_000];

type View = {
  readonly name: string;
  /** What the view asks the server first. */
  readonly asks: string;
  /** By what that request is known among others. */
  readonly answer: string;
  readonly thing: string;
  /** Nothing to press in a drawing on a canvas. */
  readonly selects?: false;
};

const views: readonly View[] = [
  {
    name: 'tree',
    asks: 'outline?order=turns',
    answer: 'order=turns',
    thing: '[role=treeitem]:not(.tree-row--skeleton)',
  },
  {
    name: 'graph',
    asks: 'map?limit=300',
    answer: '/map',
    thing: '.react-flow__node article, .react-flow__node [aria-label]',
  },
  {
    name: 'timeline',
    asks: 'timeline',
    answer: '/timeline',
    thing: '.timeline__labels li',
    selects: false,
  },
  {
    name: 'transcript',
    asks: 'outline?order=time&fields=16384',
    answer: 'fields=16384',
    thing: '.transcript__box .card',
  },
];

/** Pages over everything that was recorded, at a million events. */
const pages = [
  { name: 'sessions', asks: 'sessions?limit=200', thing: 'main [role=row] a' },
  { name: 'runs', asks: 'runs?limit=200', thing: 'main [role=row] a' },
  { name: 'search?q=file', asks: 'search?q=file&limit=50', thing: '.search__rows li' },
  { name: 'figures', asks: 'stats', thing: 'main table tbody tr' },
  // No decision of the session has an outcome: the page says so.
  { name: 'calibration', asks: 'calibration', thing: 'main table tbody tr, main [role=note]' },
  { name: 'cohort', asks: 'cohort?by=agent', thing: 'main table tbody tr' },
  { name: 'topology', asks: 'topology', thing: 'main table tbody tr' },
  { name: 'integrity', asks: 'status', thing: 'main dd, main table tbody tr' },
];

const table: Figures[] = [];
const page_table: object[] = [];
const words: object[] = [];

for (const events of sizes) {
  test(`${events} events`, async ({ page }) => {
    const store = emptyStore();
    await recordLines(store, session('measured', events));
    const server = await Server.start(store);
    try {
      for (const view of views) table.push(await measure(page, server, events, view));
      if (events < 1_000_000) return;
      for (const each of pages) page_table.push(await measurePage(page, server, each));
      for (const word of ['file', 'ENOENT', '"line 77"'])
        words.push(await search(page, server, word));
    } finally {
      await server.end();
      removeStore(store);
    }
  });
}

test.afterAll(() => {
  console.table(table);
  console.table(page_table);
  console.table(words);
  console.log(`the page, compressed: ${bundleKb()} KB`);
});

async function open(page: Page, server: Server, place: string, thing: string): Promise<void> {
  await page.goto('about:blank');
  await page.addInitScript(watchFor, { thing });
  await page.goto(`${server.url}/#/${place}`);
  await expect(page.locator(thing).first()).toBeVisible({ timeout: 60_000 });
  await page.waitForTimeout(1000);
}

async function measure(page: Page, server: Server, events: number, view: View): Promise<Figures> {
  const target = `sessions/measured/${view.asks}`;
  const first_byte_cold_ms = await firstByte(server, target);
  const first_byte_ms = await firstByte(server, target);
  await open(page, server, `session/measured?view=${view.name}`, view.thing);
  const opened = await page.evaluate(openingTimes, view.answer);
  const chosen =
    view.selects === false ? { select_ms: NaN, why_ms: NaN } : await select(page, view.thing);
  const scrubbed = await scrub(page);
  return {
    events,
    view: view.name,
    first_byte_cold_ms,
    first_byte_ms,
    ...opened,
    ...chosen,
    ...scrubbed,
    heap_mb: await heap(page),
  };
}

async function measurePage(
  page: Page,
  server: Server,
  { name, asks, thing }: (typeof pages)[number],
) {
  const first_byte_cold_ms = await firstByte(server, asks);
  const first_byte_ms = await firstByte(server, asks);
  await open(page, server, name, thing);
  const opened = await page.evaluate(openingTimes, `/api/v1/${asks.split('?')[0]}`);
  return { page: name, first_byte_cold_ms, first_byte_ms, ...opened, heap_mb: await heap(page) };
}

/** From Enter in the search box to the rows on the screen; the second time, as a reader types on. */
async function search(page: Page, server: Server, q: string): Promise<object> {
  await firstByte(server, `search?q=${encodeURIComponent(q)}&limit=50`);
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/search`);
  await page.getByLabel('Search all texts').fill(q);
  await page.evaluate(() => {
    const all = globalThis as unknown as { found: Promise<number> };
    all.found = new Promise<number>((done) =>
      addEventListener('keydown', () => done(performance.now()), { once: true, capture: true }),
    ).then(async (began) => {
      while (!document.querySelector('.search__rows li')) await new Promise(requestAnimationFrame);
      return Math.round(performance.now() - began);
    });
  });
  await page.keyboard.press('Enter');
  const shown_ms = await page.evaluate(
    () => (globalThis as unknown as { found: Promise<number> }).found,
  );
  const status = await page.locator('.search__found [role=status]').innerText();
  return { q, shown_ms, status: status.split('·')[0] };
}

/** From the press of the button to the mark on it, and to its causal chain in the panel. */
async function select(page: Page, thing: string): Promise<{ select_ms: number; why_ms: number }> {
  await page.evaluate(() => {
    const all = globalThis as unknown as { chosen: Promise<{ select_ms: number; why_ms: number }> };
    const pressed = new Promise<number>((done) =>
      addEventListener('pointerdown', () => done(performance.now()), { once: true, capture: true }),
    );
    const until = async (thing: string) => {
      while (!document.querySelector(thing)) await new Promise(requestAnimationFrame);
      return performance.now();
    };
    all.chosen = pressed.then(async (began) => ({
      select_ms: Math.round((await until('.session__view .is-selected')) - began),
      why_ms: Math.round((await until('[aria-label="What led to it"]')) - began),
    }));
  });
  await page.locator(thing).nth(1).click();
  return page.evaluate(
    () =>
      (globalThis as unknown as { chosen: Promise<{ select_ms: number; why_ms: number }> }).chosen,
  );
}

/** Drags the playhead from one end to the other in two seconds, and counts frames. */
async function scrub(page: Page): Promise<Frames> {
  const slider = page.locator('.playback').getByRole('slider', { name: 'Place in the session' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not on the screen');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 3, y);
  await page.mouse.down();
  const frames = await framesWhile(page, async () => {
    const began = Date.now();
    while (Date.now() - began < 2000) {
      const share = 1 - Math.min(1, (Date.now() - began) / 2000);
      await page.mouse.move(box.x + 3 + (box.width - 6) * share, y);
    }
  });
  await page.mouse.up();
  return frames;
}
