/** Ways through the page by keys alone. */
import type { Page } from '@playwright/test';

import { expect } from './serving';

/** From the list of sessions to the last event of one in its tree, and what led to it. */
export async function goToLastEvent(page: Page, url: string, session: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('row').filter({ hasText: session })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type(session);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/session/${session}`));
  await page.keyboard.press('2');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/event=/);
  await expect(page.getByRole('region', { name: 'What led to it' })).toBeVisible();
}
