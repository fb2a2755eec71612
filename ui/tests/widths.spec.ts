/** What every width has to show: whole columns, whole buttons, words that can be read. */
import type { Page } from '@playwright/test';

import { expect, test } from './serving';

async function open(page: Page, url: string, place: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width === 720 ? 450 : 800 });
  await page.goto('about:blank');
  await page.goto(`${url}/#/${place}`);
  await expect(page.locator('main')).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(page.getByText(/^(Reading|Asking|Counting|Searching)/)).toHaveCount(0);
}

for (const width of [1440, 1080, 1024, 1000, 930, 720, 390]) {
  test(`a row of a list ends within a window of ${width}`, async ({ page, server }) => {
    for (const place of ['sessions', 'runs', 'replay']) {
      await open(page, server.url, place, width);
      const rows = page.locator('main .sessions__row');
      await expect(rows.nth(1)).toBeVisible();
      // The last cell says when it began.
      const ends = await rows.evaluateAll((all) =>
        all.map((row) => {
          const shown = [...row.children].filter((cell) => cell.checkVisibility());
          return Math.max(...shown.map((cell) => cell.getBoundingClientRect().right));
        }),
      );
      expect.soft(Math.max(...ends), place).toBeLessThanOrEqual(width);
    }
  });
}

test('zoomed to 200 % a list has most of the height', async ({ page, server }) => {
  await open(page, server.url, 'sessions', 720);
  const box = await page.locator('.sessions__list').boundingBox();
  expect(box?.height).toBeGreaterThan(300);
});

test('beside another view no button of a card is cut off', async ({ page, server }) => {
  await open(page, server.url, 'session/pr-218?view=transcript&beside=graph', 1024);
  const feed = page.getByRole('feed');
  const button = feed.getByRole('button', { name: 'JSON' }).nth(2);
  await expect(button).toBeVisible();
  const [inside, outside] = [await button.boundingBox(), await feed.boundingBox()];
  expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual(
    (outside?.x ?? 0) + (outside?.width ?? 0),
  );
});

test('in the head of a session each figure is whole or not there', async ({ page, server }) => {
  for (const width of [1440, 1300, 1200, 1024, 900]) {
    await open(page, server.url, 'session/desk-0302?view=tree', width);
    await expect(page.locator('.session-head__figures span').first()).toBeAttached();
    const cut = await page.locator('.session-head__figures').evaluate((box) => {
      const { right, bottom } = box.getBoundingClientRect();
      return [...box.children]
        .map((each) => ({ text: each.textContent, at: each.getBoundingClientRect() }))
        .filter(({ at }) => at.top < bottom - 2 && at.right > right + 1)
        .map(({ text }) => text);
    });
    expect.soft(cut, String(width)).toEqual([]);
  }
});

test('nothing is drawn over the graph that is not asked for', async ({ page, server }) => {
  await open(page, server.url, 'session/desk-0302?view=graph&event=pos-10', 1440);
  await expect(page.locator('[id="card-node-pos-10"]')).toBeVisible();
  await expect(page.getByText('22 of 22 nodes')).toBeVisible();
  await expect(page.locator('.graph-notices > :visible')).toHaveCount(0);
});

test('the decision graph is drawn large enough to be read at every width', async ({
  page,
  server,
}) => {
  for (const width of [1440, 1024, 720, 390]) {
    for (const place of ['decisions/auth', 'decisions/auth?node=rotate']) {
      await open(page, server.url, place, width);
      const head = page.locator('.decision-card header').first();
      await expect(head).toBeVisible();
      const letters = () =>
        head.evaluate((element) => {
          const plane = element.closest('.react-flow__viewport') ?? element;
          const { a: zoom } = new DOMMatrix(getComputedStyle(plane).transform);
          return zoom * parseFloat(getComputedStyle(element).fontSize);
        });
      await expect.poll(letters, `${place}, ${width}`).toBeGreaterThanOrEqual(11);
      const card = page.locator(
        place.includes('node=') ? '.decision-card[aria-current=true]' : '.decision-card--goal',
      );
      await expect.soft(card.first(), `${place}, ${width}`).toBeInViewport({ ratio: 0.9 });
    }
  }
});

test('charts are read on a phone without scrolling aside', async ({ page, server }) => {
  const query = encodeURIComponent('SELECT tool, count(*) AS n FROM tool_calls GROUP BY tool');
  for (const place of ['cohort', `sql?query=${query}`]) {
    await open(page, server.url, place, 390);
    const chart = page.locator('main svg[viewBox]').first();
    await expect(chart).toBeVisible();
    const drawn = await chart.evaluate((svg: SVGSVGElement) => ({
      letters: parseFloat(getComputedStyle(svg).fontSize) * (svg.getScreenCTM()?.a ?? 0),
      right: svg.getBoundingClientRect().right,
    }));
    expect.soft(drawn.letters, place).toBeGreaterThanOrEqual(11);
    expect.soft(drawn.right, place).toBeLessThanOrEqual(390);
  }
});

test('a timeline that opens stays at the top of the page', async ({ page, server }) => {
  await open(page, server.url, 'session/desk-0302?view=timeline', 720);
  await expect(page.locator('.timeline__frame')).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
});
