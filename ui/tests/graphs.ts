/** For tests of the context graph: how it is opened, and what stands in it. */
import type { Locator, Page } from '@playwright/test';

import { expect, type Server } from './serving';

/** Only those on the screen exist. */
export const nodes = (page: Page): Locator => page.locator('.react-flow__node-card');

export async function openGraph(
  page: Page,
  server: Server,
  name: string,
  query = '',
): Promise<void> {
  const session = encodeURIComponent(name);
  await page.goto(`${server.url}/#/session/${session}?view=graph${query && `&${query}`}`);
  await expect(nodes(page).first()).toBeVisible();
  await expect(page.getByText('laying out…')).toHaveCount(0);
}
