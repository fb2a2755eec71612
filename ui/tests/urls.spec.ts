/** Everything that can be seen stands in the address, and every page names the command for it. */
import { spawnSync } from 'node:child_process';

import type { Page } from '@playwright/test';

import { expect, program, test } from './serving';

/** Every page with as much in its address as it takes. */
const places = [
  'sessions?errors=1&agent=coder&kind=tool_call&during=2026-01-01..2027-01-01',
  'sessions?text=desk&correlation=trade-7c41',
  'runs?text=answer&kind=tool_call',
  'session/desk-0302?view=graph&event=pos-18&layout=clustered&cluster=run&fan=3&nodes=100&at=9',
  'session/pr-218?view=graph&layout=vertical&by=run&panel=none',
  'session/pr-218?view=tree&event=run-09&levels=3&at=12&panel=event&speed=4&gaps=whole&loop=3-14',
  'session/desk-0302?view=tree&kinds=decision,tool_call&find=kroner',
  'session/desk-0302?view=timeline&lanes=run&axis=clock&idle=shown&event=pos-18&at=5',
  'session/desk-0302?view=transcript&event=pos-18&panel=knew&at=15',
  'session/chat-9001?view=transcript&beside=timeline&known=1&event=price-09',
  'replay',
  'replay/session',
  'replay/trade/trade-7c41?event=pos-18&limit=50',
  'replay/incident/incident-0519',
  'debrief/answer-1?session=chat-9001',
  'decisions/auth?node=rotate&as_of=2026-04-08T00:00:00Z',
  'decisions/auth?status=superseded,active',
  'calibration?bins=5&agent=analyst',
  'calibration?bin=0.9',
  'search?q=shares&kind=decision',
  'cohort?by=model&measure=tokens',
  'topology?from=2026-01-01T00:00:00Z',
  'compare?a=answer-1&b=answer-2&session_a=chat-9001&session_b=chat-9002',
];

/** What one sees: the words, what is chosen, what is typed. Not whether it is live yet. */
async function screen(page: Page): Promise<string> {
  return page.locator('main').evaluate((main: HTMLElement) => {
    const chosen = main.querySelectorAll(
      '[aria-selected=true], [aria-pressed=true], [aria-current=true], [aria-expanded=false], .is-lit, .is-to-come',
    );
    const fields = main.querySelectorAll<HTMLInputElement>('input, select');
    return [
      main.innerText.replace(/\b(live|waiting)\b/g, ''),
      ...[...chosen].map((each) => (each.getAttribute('aria-label') ?? each.textContent).trim()),
      ...[...fields].map((field) => `${field.value} ${field.checked}`),
    ].join('\n');
  });
}

/** The screen once it rests. */
async function settled(page: Page): Promise<string> {
  await expect(page.getByLabel('The same as a command').first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  let before = '';
  await expect
    .poll(
      async () => {
        const last = before;
        before = await screen(page);
        return before === last;
      },
      { intervals: [250] },
    )
    .toBe(true);
  return before;
}

/** Runs what the page shows, as a shell reads it. */
function run(command: string, store: string): { readonly status: number | null; said: string } {
  const line = command.replace(/^hence /, '"$PROGRAM" --store "$STORE" ');
  const done = spawnSync('sh', ['-c', line], {
    env: { PATH: process.env['PATH'], PROGRAM: program, STORE: store },
    encoding: 'utf8',
  });
  return { status: done.status, said: done.stdout + done.stderr };
}

for (const place of places) {
  test(`${place}: the same after a reload, and the command works`, async ({ page, server }) => {
    await page.goto(`${server.url}/#/${place}`);
    const before = await settled(page);
    const address = page.url();
    expect(before).not.toContain('Nothing stands at this address');
    await expect(page.locator('main [role=alert]')).toHaveCount(0);
    await page.reload();
    await expect.poll(() => screen(page)).toBe(before);
    expect(page.url()).toBe(address);
    for (const shown of await page.getByLabel('The same as a command').all()) {
      const command = (await shown.textContent()) ?? '';
      expect(command).toMatch(/^hence \w/);
      const { status, said } = run(command, server.store);
      expect(status, `${command}: ${said.slice(0, 400)}`).toBe(0);
      expect(said.trim(), command).not.toBe('');
    }
  });
}

test('a command with a hostile name is one word to the shell', async ({ page, server }) => {
  const name = `it's $(touch /tmp/never) "x" \`id\` --limit ; true`;
  const event = { id: 'odd-1', kind: 'thought', time: '2026-06-01T00:00:00Z', session: name };
  await server.post([{ ...event, fields: { text: 'odd' } }]);
  for (const view of ['graph', 'tree', 'timeline', 'transcript']) {
    await page.goto(`${server.url}/#/session/${encodeURIComponent(name)}?view=${view}`);
    await expect(page.getByText('1 event ').first()).toBeVisible();
    const command = await page.getByLabel('The same as a command').first().textContent();
    const { status, said } = run(command ?? '', server.store);
    expect(status, `${command}: ${said}`).toBe(0);
  }
});

test('back and forward go through what was selected', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await page.getByRole('link', { name: 'pr-218' }).click();
  await expect(page).toHaveURL(/#\/session\/pr-218/);
  await page.getByRole('tab', { name: 'tree' }).click();
  const items = page.getByRole('treeitem');
  await items.nth(4).click();
  await expect(items.nth(4)).toHaveAttribute('aria-selected', 'true');
  await items.nth(7).click();
  await expect(items.nth(7)).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(items.nth(4)).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(items.nth(7)).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await page.goBack();
  await expect(page.locator('[aria-selected=true][role=treeitem]')).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('row').filter({ hasText: 'desk-0302' })).toBeVisible();
});

test('copy: the link, the id, the JSON', async ({ page, server, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.url}/#/session/pr-218?view=tree&event=run-09&panel=event`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('button', { name: 'Copy link' }).first().click();
  await expect(page.getByText('· copied')).toBeVisible();
  expect(await copied()).toBe(page.url());
  const panel = page.getByRole('complementary', { name: 'Panel' });
  await panel.getByRole('button', { name: /Copy.* id/ }).click();
  await expect.poll(copied).toBe('run-09');
  await panel.getByRole('button', { name: /Copy.*JSON/ }).click();
  await expect.poll(async () => copied().then((text) => text.trim().startsWith('{'))).toBe(true);
  expect(JSON.parse(await copied())).toMatchObject({ id: 'run-09' });
});
