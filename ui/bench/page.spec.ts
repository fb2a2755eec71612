/** How the session page feels at three sizes: first screen, selecting, scrubbing, memory. */
import { test, type CDPSession, type Page } from '@playwright/test';

import { session } from '../tests/generated';
import { emptyStore, expect, recordLines, removeStore, Server } from '../tests/serving';

type Figures = {
  readonly events: number;
  readonly view: string;
  /** From asking to the first byte: once when nothing is kept, and again. */
  readonly first_byte_cold_ms: number;
  readonly first_byte_ms: number;
  readonly first_paint_ms: number;
  /** From the answer's first byte to its rows or nodes on the screen. */
  readonly first_screen_ms: number;
  readonly select_ms: number;
  readonly why_ms: number;
  readonly frames_per_s: number;
  readonly longest_frame_ms: number;
  readonly heap_mb: number;
};

const sizes = [1_000, 100_000, 1_000_000];
const views = [
  { name: 'tree', answer: 'outline?order=tree', thing: '[role=treeitem]:not(.tree-row--skeleton)' },
  {
    name: 'graph',
    answer: '/map',
    thing: '.react-flow__node article, .react-flow__node [aria-label]',
  },
];
const table: Figures[] = [];

for (const events of sizes) {
  test(`${events} events`, async ({ page }) => {
    const store = emptyStore();
    await recordLines(store, session('measured', events));
    const server = await Server.start(store);
    try {
      for (const view of views) table.push(await measure(page, server, events, view));
    } finally {
      await server.end();
      removeStore(store);
    }
  });
}

test.afterAll(() => {
  console.table(table);
});

async function measure(
  page: Page,
  server: Server,
  events: number,
  view: (typeof views)[number],
): Promise<Figures> {
  const target = `sessions/measured/${view.name === 'tree' ? 'outline?order=tree' : 'map?limit=300'}`;
  const first_byte_cold_ms = await firstByte(server, target);
  const first_byte_ms = await firstByte(server, target);
  await page.goto('about:blank');
  await page.addInitScript(watchFor, { thing: view.thing });
  await page.goto(`${server.url}/#/session/measured?view=${view.name}`);
  await expect(page.locator(view.thing).first()).toBeVisible({ timeout: 60_000 });
  await page.waitForTimeout(1000);
  const opened = await page.evaluate(openingTimes, view.answer);
  const chosen = await select(page, view.thing);
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

async function firstByte(server: Server, target: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${server.url}/api/v1/${target}`);
  const ms = performance.now() - began;
  await response.arrayBuffer();
  return Math.round(ms);
}

type Seen = { seen_at: number | null };

/** Runs before the page: notes the first frame that shows the thing. */
function watchFor({ thing }: { thing: string }): void {
  const all = globalThis as unknown as Seen;
  all.seen_at = null;
  const look = () => {
    if (document.querySelector(thing))
      requestAnimationFrame(() => (all.seen_at = performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function openingTimes(answer: string): { first_paint_ms: number; first_screen_ms: number } {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const asked = entries.find((entry) => entry.name.includes(answer));
  const paint = performance.getEntriesByName('first-contentful-paint')[0];
  const seen_at = (globalThis as unknown as Seen).seen_at ?? NaN;
  return {
    first_paint_ms: Math.round(paint?.startTime ?? NaN),
    first_screen_ms: Math.round(seen_at - (asked?.responseStart ?? NaN)),
  };
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
async function scrub(page: Page): Promise<{ frames_per_s: number; longest_frame_ms: number }> {
  const slider = page.locator('.playback').getByRole('slider', { name: 'Place in the session' });
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not on the screen');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 3, y);
  await page.mouse.down();
  await page.evaluate(() => {
    const all = globalThis as unknown as { frames: number[] };
    all.frames = [];
    const count = (now: number) => {
      all.frames.push(now);
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const began = Date.now();
  for (let step = 0; Date.now() - began < 2000; ++step) {
    const share = 1 - Math.min(1, (Date.now() - began) / 2000);
    await page.mouse.move(box.x + 3 + (box.width - 6) * share, y);
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  await page.mouse.up();
  const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  const whole = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  return {
    frames_per_s: Math.round((gaps.length / whole) * 1000),
    longest_frame_ms: Math.round(Math.max(...gaps)),
  };
}

async function heap(page: Page): Promise<number> {
  const protocol: CDPSession = await page.context().newCDPSession(page);
  await protocol.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await protocol.send('Runtime.getHeapUsage')) as { usedSize: number };
  return Number((usedSize / 1e6).toFixed(1));
}
