/** The timeline: lanes, nearer and farther, the critical path, the playhead; by keys and by words. */
import type { Page } from '@playwright/test';

import { expect, test, type Server } from './serving';

async function open(page: Page, server: Server, query = ''): Promise<void> {
  await page.goto(`${server.url}/#/session/desk-0302?view=timeline${query && `&${query}`}`);
  await expect(timeline(page)).toBeVisible();
}

const timeline = (page: Page) => page.getByRole('group', { name: /^Timeline of/ });
const lanes = (page: Page, by: string) => page.getByRole('list', { name: `Lanes, by ${by}` });
const events = (page: Page) =>
  page.getByRole('table', { name: 'Events in view' }).locator('tbody tr');

test('a lane for each agent, or for each run, with what happened in it', async ({
  page,
  server,
}) => {
  await open(page, server);
  type Lanes = { lanes: { name: string | null; events: number }[]; critical: { steps: number } };
  const known = await server.get<Lanes>('sessions/desk-0302/timeline');
  await expect(lanes(page, 'agent').getByRole('listitem')).toHaveCount(known.lanes.length);
  for (const { name, events: count } of known.lanes) {
    const lane = lanes(page, 'agent')
      .getByRole('listitem')
      .filter({ hasText: name ?? 'no agent' });
    await expect(lane.first()).toContainText(String(count));
  }
  await expect(page.locator('.timeline__critical')).toHaveText(
    new RegExp(`^critical path .* in ${known.critical.steps} steps?$`),
  );
  await expect(timeline(page)).toHaveAccessibleName(/critical path .* in \d+ steps?/);
  await page.getByRole('button', { name: 'Runs' }).click();
  await expect(page).toHaveURL(/lanes=run/);
  await expect(lanes(page, 'run').getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('hence timeline desk-0302 --lanes run')).toBeVisible();
});

test('nearer and farther by keys, and the address says how near', async ({ page, server }) => {
  await open(page, server);
  await timeline(page).focus();
  const whole = await events(page).count();
  for (let press = 0; press < 6; ++press) await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/from=2026.*to=2026/);
  await expect.poll(() => events(page).count()).toBeLessThan(whole);
  await expect(page.getByText(/hence timeline desk-0302 --from .* --to /)).toBeVisible();
  const address = page.url();
  await page.keyboard.press('ArrowRight');
  await expect(page).not.toHaveURL(address);
  const near = page.url();
  const seen = (await timeline(page).getAttribute('aria-label')) ?? '';
  await page.reload();
  // The address is as exact as the screen, which a millisecond is not.
  await expect(timeline(page)).toHaveAccessibleName(
    new RegExp(`^${seen.replace(/\.\d+/g, '.*')}$`),
  );
  expect(page.url()).toBe(near);
  await timeline(page).focus();
  await page.keyboard.press('0');
  await expect(page).not.toHaveURL(/from=/);
  await expect(events(page)).toHaveCount(whole);
});

test('from event to event in a lane by keys', async ({ page, server }) => {
  await open(page, server);
  await timeline(page).focus();
  await page.keyboard.press('.');
  await expect(page).toHaveURL(/event=/);
  const first = page.url();
  await expect(events(page).and(page.locator('[aria-current=true]'))).toHaveCount(1);
  await page.keyboard.press('.');
  await expect(page).not.toHaveURL(first);
  await page.keyboard.press(',');
  await expect(page).toHaveURL(first);
});

test('the table of events selects for who does not see the canvas', async ({ page, server }) => {
  await open(page, server);
  const row = events(page).filter({ hasText: 'size of the NVO long' }).first();
  await row.getByRole('button').press('Enter');
  await expect(page).toHaveURL(/event=/);
  await expect(row).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('complementary', { name: 'Panel' })).toContainText('What led to it');
});

test('a click on a span selects it', async ({ page, server }) => {
  await open(page, server);
  const sheet = page.locator('.timeline__sheet');
  const box = await sheet.boundingBox();
  if (!box) throw new Error('the sheet has no size');
  // Along the first lane until something is there, as a hand does.
  await expect(async () => {
    for (let x = 4; x < box.width; x += 6) {
      await sheet.click({ position: { x, y: 18 } });
      if (page.url().includes('event=')) return;
    }
    expect(page.url()).toContain('event=');
  }).toPass();
});

test('the playhead stands in the address, and is moved on the ruler', async ({ page, server }) => {
  await open(page, server, 'at=4');
  await expect(page.locator('.timeline__needle')).toBeVisible();
  const slider = page.locator('.playback').getByRole('slider', { name: 'Place in the session' });
  await expect(slider).toHaveAttribute('aria-valuenow', '4');
  const ruler = page.locator('.timeline__ruler');
  const box = await ruler.boundingBox();
  await ruler.click({ position: { x: (box?.width ?? 0) * 0.6, y: 6 } });
  await expect(slider).not.toHaveAttribute('aria-valuenow', '4');
  await expect(page).not.toHaveURL(/at=4(&|$)/);
  await expect(page).toHaveURL(/at=\d+/);
});

test('times by the clock, and idle stretches at their full length', async ({ page, server }) => {
  await open(page, server);
  await page.getByRole('button', { name: 'Clock' }).click();
  await expect(page).toHaveURL(/axis=clock/);
  const fold = page.getByRole('button', { name: 'Fold idle' });
  if (await fold.isEnabled()) {
    await fold.click();
    await expect(page).toHaveURL(/idle=shown/);
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Clock' })).toHaveAttribute('aria-pressed', 'true');
});
