/** Every page by the keyboard alone, and every page at 200 %. */
import type { Page } from '@playwright/test';

import { expect, recordExamples, testOn } from './serving';

const test = testOn(recordExamples);

const query = encodeURIComponent('SELECT kind, count(*) AS n FROM events GROUP BY kind');

const pages = [
  ...['sessions', 'sessions?text=kroner', 'runs', 'search?q=kroner', 'figures', 'replay'],
  ...['replay/trade/trade-7c41?event=pos-10', 'decisions/auth?node=rotate', 'calibration?bin=0.9'],
  'compare?a=answer-1&b=answer-2&session_a=chat-9001&session_b=chat-9002',
  ...['cohort', 'topology', 'integrity', `sql?query=${query}`, 'dossier/pos-10'],
  ...['debrief/answer-1?session=chat-9001', 'nothing/here', 'session/nowhere'],
];

const views = ['graph', 'tree', 'timeline', 'transcript'] as const;
const panels = ['why', 'event', 'knew', 'files'] as const;
const sessions = views.map(
  (view, at) => `session/desk-0302?view=${view}&event=pos-10&panel=${panels[at]}`,
);

async function open(page: Page, url: string, place: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${url}/#/${place}`);
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(/^(Reading|Asking|Counting|Searching|Looking)/)).toHaveCount(0);
}

/** Where the focus is, and what is wrong with it there. */
type Stop = { readonly name: string; readonly wrong: string | null; readonly again: boolean };

/** Notes the element that has the focus; null when it has left the page. */
function stopHere(): Stop | null {
  const seen = ((globalThis as { seen?: Set<Element> }).seen ??= new Set());
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const again = seen.has(at);
  seen.add(at);
  const name = at.outerHTML.slice(0, 140);
  const drawn = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  // A tree says it by a row, and a node of a graph by its card.
  const by_part = at.matches('[role=tree], .react-flow__node');
  const shows = drawn(at) || (by_part && [...at.querySelectorAll('*')].some(drawn));
  const { left, right, top, bottom, width, height } = at.getBoundingClientRect();
  const inside = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  const wrong = !shows ? 'shows no focus' : width * height === 0 || !inside ? 'out of sight' : null;
  return { name, wrong, again };
}

/** What can be pressed or typed in, and was never reached. */
function missed(): readonly string[] {
  const seen = (globalThis as { seen?: Set<Element> }).seen ?? new Set();
  const all = document.querySelectorAll<HTMLElement>(
    'button, a[href], input, select, textarea, summary, [tabindex="0"]',
  );
  return [...all]
    .filter((each) => each.tabIndex >= 0 && each.checkVisibility() && !each.matches(':disabled'))
    .filter((each) => !seen.has(each))
    .map((each) => each.outerHTML.slice(0, 140));
}

const presses_max = 400;

for (const width of [1440, 390]) {
  test(`Tab goes through every page, ${width} wide: each stop is seen, nothing is missed or a trap`, async ({
    page,
    server,
    watched,
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    for (const place of [...pages, ...sessions]) {
      await open(page, server.url, place);
      // From the top, also where a page puts the focus itself.
      await page.locator('.app__skip').focus();
      const wrong: string[] = [];
      let stop = await page.evaluate(stopHere);
      let last = '';
      let presses = 0;
      for (; stop && presses < presses_max; ++presses) {
        if (stop.wrong) wrong.push(`${stop.wrong}: ${stop.name}`);
        // The parts of a date are one element; any other that comes again closes the circle.
        if (stop.again && stop.name !== last) break;
        last = stop.name;
        await page.keyboard.press('Tab');
        stop = await page.evaluate(stopHere);
      }
      expect.soft(presses, `${place} has an end`).toBeLessThan(presses_max);
      expect.soft(wrong, place).toEqual([]);
      expect.soft(await page.evaluate(missed), place).toEqual([]);
    }
    const own = watched.complaints.filter((each) => !/404/.test(each));
    watched.complaints.splice(0, Infinity, ...own);
  });
}

test('at 200 % no page is wider than the window, and a graph has half of its height', async ({
  page,
  server,
  watched,
}) => {
  test.setTimeout(300_000);
  // A window of 1440 by 900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  for (const place of [...pages, ...sessions, 'session/pr-218?view=graph']) {
    await open(page, server.url, place);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, place).toBeLessThanOrEqual(720);
    if (!/graph|decisions/.test(place)) continue;
    const canvas = page.locator('.react-flow');
    await expect(canvas).toBeVisible();
    const box = await canvas.boundingBox();
    expect.soft(box?.height, place).toBeGreaterThanOrEqual(225);
    const chosen = page.locator('.is-selected, .decision-card[aria-current=true]').first();
    if (/event=|node=/.test(place)) await expect.soft(chosen, place).toBeInViewport();
  }
  const own = watched.complaints.filter((each) => !/404/.test(each));
  watched.complaints.splice(0, Infinity, ...own);
});
