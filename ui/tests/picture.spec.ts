/** The graph as a file, and what is drawn when there is no time for a good layout. */
import { readFileSync } from 'node:fs';

import type { Locator, Page } from '@playwright/test';

import { nodes, openGraph } from './graphs';
import { expect, test } from './serving';

async function saved(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await button.click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('the graph as SVG and PNG, with hostile names as text', async ({ page, server }) => {
  const bad = '</text><script>alert(1)</script>&"\'\u0000\u000b]]>';
  const common = { session: '<b>&"bad"', agent: bad, run: 'r' };
  await server.post([
    {
      id: 'b1',
      kind: 'llm_call',
      time: '2026-07-01T00:00:01Z',
      ...common,
      fields: { model: 'm', completion: bad },
    },
    {
      id: 'b2',
      kind: 'tool_call',
      time: '2026-07-01T00:00:02Z',
      parent: 'b1',
      ...common,
      fields: { tool_name: bad, error: bad },
    },
  ]);
  await openGraph(page, server, common.session);
  const svg = await saved(page, page.getByRole('button', { name: 'SVG' }));
  expect(svg.name).toMatch(/^[\w.-]+\.svg$/);
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    return {
      root: parsed.documentElement.nodeName,
      scripts: parsed.querySelectorAll('script, foreignObject, [onload]').length,
      title: parsed.querySelector('title')?.textContent,
      texts: parsed.querySelectorAll('text').length,
    };
  }, svg.bytes.toString('utf8'));
  expect(read).toMatchObject({ root: 'svg', scripts: 0, title: common.session });
  expect(read.texts).toBeGreaterThan(3);
  expect(svg.bytes.toString('utf8')).toContain('&lt;script&gt;');
  const png = await saved(page, page.getByRole('button', { name: 'PNG' }));
  expect(png.name).toMatch(/\.png$/);
  expect([...png.bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
});

test('a layout that takes too long is coarse, says so, and can be insisted on', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      override postMessage(message: unknown): void {
        setTimeout(() => super.postMessage(message), 1500);
      }
    };
  });
  await openGraph(page, server, 'desk-0302');
  await expect(page.getByText(/coarse layout \(\d+ nodes\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Lay out fully' }).click();
  await expect(page.getByText(/coarse layout/)).toHaveCount(0);
  await expect(nodes(page).first()).toBeVisible();
});

test('a browser that runs no worker still shows the graph', async ({ page, server }) => {
  await page.addInitScript(() => {
    globalThis.Worker = class {
      constructor() {
        throw new Error('no workers here');
      }
    } as unknown as typeof Worker;
  });
  await openGraph(page, server, 'desk-0302');
  await expect(page.getByText(/coarse layout/)).toBeVisible();
  await page.getByRole('button', { name: 'Lay out fully' }).click();
  await expect(page.getByText(/coarse layout/)).toHaveCount(0);
});
