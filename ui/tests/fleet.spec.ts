/** What lies beyond one session: search, SQL, cohorts, topology. */
import { expect, test } from './serving';

test('a search finds words in any text, narrows by a facet and leads to the event', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/#/search`);
  const box = page.getByRole('searchbox', { name: 'Search all texts' });
  await box.fill('shares');
  await box.press('Enter');
  await expect(page).toHaveURL(/q=shares/);
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found.getByRole('status')).toContainText(/\d+ events?/);
  await expect(found.locator('mark').first()).toHaveText(/shares/i);
  const all = await found.getByRole('listitem').count();
  const tools = page.getByRole('complementary', { name: 'Narrow the search' });
  await tools.getByRole('button', { name: /^decision/ }).click();
  await expect(page).toHaveURL(/kind=decision/);
  await expect.poll(() => found.getByRole('listitem').count()).toBeLessThan(all);
  await page.goBack();
  await expect(page).not.toHaveURL(/kind=/);
  await found.getByRole('link').first().click();
  await expect(page).toHaveURL(/#\/session\/.*event=/);
});

test('a search that finds nothing says so, and a quote without an end is an error', async ({
  page,
  server,
  watched,
}) => {
  await page.goto(`${server.url}/#/search?q=zanzibarquux`);
  await expect(page.getByText('No event has this')).toBeVisible();
  await page.goto(`${server.url}/#/search?q=${encodeURIComponent('a "b')}`);
  await expect(page.getByRole('alert')).toContainText('has no end');
  const others = watched.complaints.filter((each) => !/status of 400/.test(each));
  watched.complaints.splice(0, Infinity, ...others);
});

test('a SELECT gives a table and a chart, and cannot write', async ({ page, server, watched }) => {
  await page.goto(`${server.url}/#/sql`);
  const text = page.getByRole('textbox', { name: 'A SELECT' });
  await text.fill('SELECT kind, count(*) AS n FROM events GROUP BY kind ORDER BY n DESC');
  await text.press('Control+Enter');
  const answer = page.getByRole('region', { name: 'The answer' });
  await expect(answer.getByRole('columnheader', { name: 'kind' })).toBeVisible();
  await expect(answer.getByRole('img', { name: 'n as bars' })).toBeVisible();
  await text.fill('DELETE FROM events');
  await page.getByRole('button', { name: /^Run/ }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByText('Tables and columns').click();
  await expect(page.getByRole('heading', { name: 'tool_calls' })).toBeVisible();
  const others = watched.complaints.filter((each) => !/status of 40/.test(each));
  watched.complaints.splice(0, Infinity, ...others);
});

test('cohorts stand side by side as boxes and as a table', async ({ page, server }) => {
  await page.goto(`${server.url}/#/cohort`);
  await expect(page.getByRole('img', { name: 'Duration of each group' })).toBeVisible();
  await page.getByLabel('Show').selectOption('tokens');
  await expect(page.getByRole('img', { name: 'Tokens of each group' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Success' })).toBeVisible();
});

test('the topology is a picture, and the same in numbers', async ({ page, server }) => {
  await page.goto(`${server.url}/#/topology`);
  await expect(page.getByRole('img', { name: 'Who works with whom' })).toBeVisible();
  expect(await page.locator('.topology__picture g').count()).toBeGreaterThan(3);
  await expect(page.getByRole('columnheader', { name: 'Failed' })).toBeVisible();
});
