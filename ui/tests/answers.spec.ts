/** The pages of answers: decisions, calibration, compare, and what opens over every page. */
import { expect, test } from './serving';

test('the decision graph shows goals to outcomes, and as it was', async ({ page, server }) => {
  await page.goto(`${server.url}/#/decisions`);
  await expect(page.getByText('hence graph export --graph=auth')).toBeVisible();
  const superseded = page.getByRole('article').filter({ hasText: 'a token lives ten minutes' });
  await expect(superseded).toHaveClass(/superseded/);
  await superseded.click();
  await expect(page).toHaveURL(/node=ten-minutes/);
  const detail = page.getByRole('complementary', { name: 'The chosen node' });
  await expect(detail).toContainText('a token cannot be taken back, so it must be short');
  await expect(detail).toContainText('two clients cannot renew in time');
  await detail.getByRole('button', { name: 'a token lives twenty minutes' }).click();
  await expect(page).toHaveURL(/node=twenty-minutes/);

  const slider = page.getByRole('slider');
  await slider.focus();
  await slider.press('Home');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page).toHaveURL(/as_of=2026-04-07/);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await slider.press('End');
  await expect(page.getByRole('article')).toHaveCount(8);
});

test('an event behind a decision is one click away', async ({ page, server }) => {
  await page.goto(`${server.url}/#/decisions/auth?node=rotate`);
  await page.getByRole('link', { name: 'The event it stands for' }).click();
  await expect(page).toHaveURL(/#\/session\/plan-auth\?event=auth-11/);
});

test('calibration drills down to the decisions of a bin', async ({ page, server }) => {
  await page.goto(`${server.url}/#/calibration`);
  await expect(page.getByText(/9 decisions, 3 more without outcome · Brier 0.3596/)).toBeVisible();
  await page.getByRole('button', { name: /0.90–1.00: 4 decisions/ }).press('Enter');
  const decisions = page.getByRole('region', { name: 'Decisions of the bin' });
  await expect(decisions).toContainText('size of the NVO long');
  await expect(decisions).toContainText('✗ incorrect sized in the wrong currency');
  await decisions.getByRole('link', { name: 'size of the NVO long' }).click();
  await expect(page).toHaveURL(/#\/session\/desk-0302\?event=/);
  await page.goBack();
  await expect(decisions).toBeVisible();
  await page.getByLabel('Agent').selectOption('analyst');
  await expect(page.getByText('hence calibration --agent=analyst')).toBeVisible();
});

test('two runs are aligned, and the first divergence is marked', async ({ page, server }) => {
  const runs = 'a=answer-1&b=answer-2&session_a=chat-9001&session_b=chat-9002';
  await page.goto(`${server.url}/#/compare?${runs}`);
  await expect(page.getByText('First divergence after 4 steps alike')).toBeVisible();
  const rows = page.getByRole('row');
  await expect(rows).toHaveCount(7);
  await expect(rows.nth(4)).toHaveClass(/first/);
  await expect(rows.nth(4)).toContainText('added');
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(rows.nth(4)).toContainText('removed');
});

test('the palette goes to a session by a part of its name', async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('desk-03');
  await expect(page.getByRole('option', { name: /desk-0302/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/session\/desk-0302/);
});

test('the palette goes to an event by its id', async ({ page, server }) => {
  await page.goto(server.url);
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('pos-18');
  await page.getByRole('option', { name: /event of desk-0302/ }).click();
  await expect(page).toHaveURL(/#\/session\/desk-0302\?event=pos-18/);
});

test('? lists the keys that work here, and Escape closes the list', async ({ page, server }) => {
  await page.goto(`${server.url}/#/session/pr-218`);
  await expect(page.getByText('19 events').first()).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await expect(keys).toContainText('Command palette');
  await expect(keys).toContainText('Show the timeline');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
});

test('dark and light are remembered', async ({ page, server }) => {
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('an address that is none says so', async ({ page, server }) => {
  await page.goto(`${server.url}/#/nowhere/at/all`);
  await expect(page.getByRole('alert')).toContainText('Nothing stands at this address');
});
