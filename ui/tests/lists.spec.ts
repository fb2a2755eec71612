/** Sessions and runs, replay, debrief. */
import { expect, test } from './serving';

test('sessions come newest first, with what is known of each', async ({ page, server }) => {
  await page.goto(server.url);
  const rows = page.getByRole('row').filter({ hasText: /\d/ });
  await expect(rows.filter({ hasText: 'desk-0302' })).toBeVisible();
  const texts = (await rows.allTextContents()).join('\n');
  expect(texts.indexOf('plan-auth')).toBeLessThan(texts.indexOf('desk-0302'));
  expect(texts.indexOf('desk-0302')).toBeLessThan(texts.indexOf('chat-9001'));
});

test('search and filters stand in the address, and in the command', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions?errors=1`);
  await expect(page.getByRole('row').filter({ hasText: 'chat-9001' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'plan-auth' })).toHaveCount(0);
  await expect(page.getByText(/hence sessions.*--errors/)).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('9002');
  await expect(page.getByRole('row').filter({ hasText: 'chat-9001' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'chat-9002' })).toBeVisible();
  await expect(page).toHaveURL(/text=9002/);
});

test('a session opens by keyboard', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByRole('row').filter({ hasText: 'desk-0302' })).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/session\//);
});

test('new sessions appear by themselves', async ({ page, server }) => {
  await page.goto(`${server.url}/#/sessions`);
  await expect(page.getByRole('row').filter({ hasText: 'desk-0302' })).toBeVisible();
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await server.post([
    {
      id: 'new-1',
      kind: 'session_start',
      time: '2027-01-01T00:00:00Z',
      session: 'brand-new',
      fields: { goal: 'be seen' },
    },
  ]);
  await expect(page.getByText('brand-new').or(page.getByText(/1 new/)).first()).toBeVisible();
});

test('runs lead to their debrief', async ({ page, server }) => {
  await page.goto(`${server.url}/#/runs`);
  await expect(page.getByRole('row').filter({ hasText: 'answer-1' })).toBeVisible();
  await page.goto(`${server.url}/#/debrief/answer-1`);
  await expect(
    page.getByText('what is the price of a share of ASML', { exact: false }).first(),
  ).toBeVisible();
  await expect(page.getByText('web_search', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/hence debrief answer-1/)).toBeVisible();
});

test('a trade is replayed across sessions and agents', async ({ page, server }) => {
  await page.goto(`${server.url}/#/replay/trade/trade-7c41`);
  for (const agent of ['scanner', 'sizer', 'risk-guard', 'executor']) {
    await expect(page.getByText(agent, { exact: true }).first()).toBeVisible();
  }
  await expect(page.getByText(/hence replay trade trade-7c41/)).toBeVisible();
  await expect(
    page.getByText('1 % of equity over one average', { exact: false }).first(),
  ).toBeVisible();
});

test('an incident shows its gaps', async ({ page, server }) => {
  await page.goto(`${server.url}/#/replay/incident/incident-0519`);
  await expect(page.getByText(/Incomplete|gaps?/i).first()).toBeVisible();
});

test('replay without a name offers the correlations', async ({ page, server }) => {
  await page.goto(`${server.url}/#/replay`);
  await page.getByText('trade-7c41').first().click();
  await expect(page).toHaveURL(/replay\/trade\/trade-7c41/);
});
