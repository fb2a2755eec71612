/** What other tests pass by: dialogs, answers on demand, empty and wrong places; by axe and by keys. */
import type { Page } from '@playwright/test';

import { findings } from './axe';
import { emptyStore, expect, recordExamples, removeStore, Server, testOn } from './serving';

const test = testOn(recordExamples);

type Corner = {
  readonly name: string;
  readonly place: string;
  readonly act?: (page: Page) => Promise<void>;
};

const sql = encodeURIComponent('SELECT kind, count(*) AS n FROM events GROUP BY kind');

const corners: readonly Corner[] = [
  {
    name: 'the keys',
    place: 'session/pr-218?view=tree',
    act: async (page) => {
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    },
  },
  {
    name: 'the palette with what it found',
    place: 'sessions',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('kroner');
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await expect(palette.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'send this',
    place: 'session/desk-0302?view=tree&event=pos-10',
    act: async (page) => {
      await page.keyboard.press('S');
      await expect(page.getByRole('dialog', { name: 'Send this' })).toBeVisible();
    },
  },
  {
    name: 'find',
    place: 'session/desk-0302?view=transcript',
    act: async (page) => {
      await page.getByRole('button', { name: 'Find' }).click();
      await page.keyboard.type('kroner');
    },
  },
  {
    name: 'a refused line',
    place: 'integrity',
    act: async (page) => {
      await page.getByRole('button', { name: 'show' }).first().click();
    },
  },
  { name: 'an answer in SQL', place: `sql?query=${sql}` },
  { name: 'two views', place: 'session/pr-218?view=transcript&beside=graph' },
  {
    name: 'a graph with decisions',
    place: 'session/desk-0302?view=graph&event=pos-10',
    // The canvas names the chosen card a moment before the card is drawn.
    act: (page) => expect(page.locator('[id="card-node-pos-10"]')).toBeVisible(),
  },
  { name: 'a graph in clusters', place: 'session/desk-0302?view=graph&layout=clustered' },
  { name: 'a decision chosen', place: 'decisions/auth?node=rotate' },
  { name: 'a bin of the calibration', place: 'calibration?bin=0.9' },
  { name: 'figures of one agent', place: 'figures?agent=sizer' },
  { name: 'a tree at the playhead', place: 'session/desk-0302?view=tree&at=9&loop=2-9' },
  { name: 'a graph at the playhead', place: 'session/desk-0302?view=graph&at=9' },
  { name: 'a transcript at the playhead', place: 'session/pr-218?view=transcript&at=4' },
  {
    name: 'the kinds to choose from',
    place: 'session/desk-0302?view=tree',
    act: (page) => page.getByRole('button', { name: /All kinds/ }).click(),
  },
  {
    name: 'a note that is written',
    place: 'session/desk-0302?view=timeline&event=pos-10&panel=event',
    act: (page) => page.getByRole('button', { name: 'Add a note' }).click(),
  },
  {
    name: 'a card as JSON',
    place: 'session/pr-218?view=transcript',
    act: (page) => page.getByRole('button', { name: 'JSON' }).nth(1).click(),
  },
  {
    name: 'the files, opened',
    place: 'session/pr-218?view=graph&panel=files',
    act: (page) => page.locator('.files-panel summary').first().click(),
  },
  {
    name: 'tables and columns',
    place: 'sql',
    act: (page) => page.getByText('Tables and columns').click(),
  },
  {
    name: 'a ticked run',
    place: 'runs',
    act: (page) => page.getByRole('checkbox').first().check(),
  },
  { name: 'a time that is none', place: 'sessions?during=someday' },
  { name: 'a session that is replayed', place: 'replay/session/pr-218' },
  { name: 'a replay that is not there', place: 'replay/trade/nothing' },
  { name: 'a dossier of nothing', place: 'dossier/nothing' },
  { name: 'a debrief of nothing', place: 'debrief/nothing' },
  { name: 'a comparison of nothing', place: 'compare?a=nothing&b=nobody' },
  { name: 'an empty search', place: 'search' },
  { name: 'a search without an end', place: 'search?q=nosuchword' },
  { name: 'a session that is not there', place: 'session/nowhere' },
  { name: 'an event that is not there', place: 'session/pr-218?event=nothing' },
  { name: 'a page that is not there', place: 'nothing/here' },
];

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the corners, ${theme}`, async ({ page, server, watched }) => {
    test.setTimeout(300_000);
    const refused = await fetch(`${server.url}/api/v1/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: '{"kind":"BAD"}\n',
    });
    expect(await refused.json()).toMatchObject({ quarantined: 1 });
    await page.emulateMedia({ colorScheme: theme });
    for (const { name, place, act } of corners) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/#/${place}`);
      await expect(page.locator('main')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      await expect(page.getByText(/^(Reading|Asking|Counting|Searching)/)).toHaveCount(0);
      await act?.(page);
      expect.soft(await findings(page), `${name}, ${theme}`).toEqual([]);
    }
    // What is not there is an answer; the browser calls it an error.
    watched.complaints.splice(0, Infinity, ...watched.complaints.filter((e) => !/404/.test(e)));
  });

  test(`axe finds nothing on the first visit, ${theme}`, async ({ browser }) => {
    const store = emptyStore();
    const server = await Server.start(store);
    const page = await browser.newPage({ colorScheme: theme });
    try {
      await page.goto(server.url);
      await expect(page.getByRole('heading', { name: 'Record my transcripts' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    } finally {
      await page.close();
      await server.end();
      removeStore(store);
    }
  });
}

const pages = [
  ...['sessions', 'runs', 'search?q=shares', 'figures', 'replay/incident/incident-0519'],
  ...['decisions/auth', 'calibration', 'cohort', 'topology', 'integrity', 'sql', 'dossier/pos-10'],
  ...['debrief/answer-1?session=chat-9001'],
  'compare?a=answer-1&b=answer-2&session_a=chat-9001&session_b=chat-9002',
];

test('at 200 % every page has its content within the window', async ({ page, server }) => {
  test.setTimeout(120_000);
  // A window of 1440 by 900 at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  for (const place of pages) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/${place}`);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const beyond = await page.evaluate(outOfReach);
    expect.soft(beyond, place).toEqual([]);
  }
});

test('on a phone nothing of a page lies out of reach', async ({ page, server }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 800 });
  const views = ['transcript', 'tree', 'timeline', 'graph'].map(
    (view) => `session/desk-0302?view=${view}&event=pos-10&panel=knew`,
  );
  for (const place of [...pages, ...views]) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/${place}`);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    expect.soft(await page.evaluate(outOfReach), place).toEqual([]);
  }
});

/** Buttons, fields and links beyond the right edge which no scrolling brings into sight. */
function outOfReach(): readonly string[] {
  const scrolls = (start: Element): boolean => {
    for (let box: Element | null = start.parentElement; box; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if (/auto|scroll/.test(overflowX) && box.scrollWidth > box.clientWidth) return true;
    }
    return false;
  };
  return [...document.querySelectorAll('main button, main input, main select, main a')]
    .filter((each) => !each.closest('.react-flow'))
    .filter((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      // A link may be cut: its beginning is there to be pressed.
      const end = each instanceof HTMLAnchorElement ? left : right;
      return width > 0 && end > innerWidth + 1 && !scrolls(each);
    })
    .map((each) => each.outerHTML.slice(0, 120));
}

test('the page that is shown is in sight in the bar of a phone', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.url}/#/integrity`);
  await expect(page.locator('.bar [aria-current=page]')).toBeInViewport();
});

test('every button that copies says so', async ({ page, server, context }) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const places = [...pages, 'session/desk-0302?view=tree&event=pos-10&panel=event'];
  for (const place of places) {
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/${place}`);
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    const buttons = page.getByRole('button', { name: /^Copy/ });
    const count = await buttons.count();
    expect.soft(count, place).toBeGreaterThan(0);
    for (let at = 0; at < count; ++at) {
      await buttons.nth(at).click();
      await expect(buttons.nth(at), `${place}, ${at}`).toContainText('copied');
    }
  }
});
