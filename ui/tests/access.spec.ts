/** Who may look: tokens, scopes, and pages of other sites. */
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { expect, recordExamples, testOn, type Watched } from './serving';

const reader = 'c1d9e8a7b6f54321';
const sender = '3f9c2b7e61d84a05';
const wrong = 'ffffffffffffffff';

const fileBeside = (store: string) => `${store}.tokens`;

const test = testOn(
  (store) => {
    recordExamples(store);
    writeFileSync(fileBeside(store), `${sender} ingest agents\n${reader} read people\n`);
    chmodSync(fileBeside(store), 0o600);
  },
  (store) => ['--token-file', fileBeside(store)],
);

/** The browser calls a refusal an error, and here refusals are what is looked for. */
function passOver(watched: Watched): void {
  const others = watched.complaints.filter((each) => !/status of 40[13]/.test(each));
  watched.complaints.splice(0, Infinity, ...others);
}

async function give(page: Page, token: string): Promise<void> {
  const field = page.getByLabel(/Token:/).first();
  await field.fill(token);
  await field.press('Enter');
}

test('the page asks for a token, and shows what was recorded with a right one', async ({
  page,
  server,
  watched,
}) => {
  await page.goto(server.url);
  await expect(page.getByRole('alert')).toContainText('this server wants a token');
  await expect(page.getByText('desk-0302')).toHaveCount(0);
  await give(page, reader);
  await expect(page.getByRole('row').filter({ hasText: 'desk-0302' })).toBeVisible();
  await page.goto(`${server.url}/#/session/desk-0302?view=tree`);
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  // The token is kept by the tab, and in no address.
  await page.reload();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  expect(page.url()).not.toContain(reader);
  passOver(watched);
});

test('a wrong token is told as wrong, and another can be given', async ({
  page,
  server,
  watched,
}) => {
  await page.goto(`${server.url}/#/session/desk-0302?view=tree&event=pos-18`);
  await give(page, wrong);
  await expect(page.getByRole('alert').first()).toContainText('the token is not known here');
  await give(page, reader);
  await expect(page.locator('[role=treeitem].is-selected')).toBeVisible();
  passOver(watched);
});

test('a token without the scope to read is told so', async ({ page, server, watched }) => {
  await page.goto(server.url);
  await give(page, sender);
  await expect(page.getByRole('alert')).toContainText('the token lacks the scope read');
  await expect(page.getByText('desk-0302')).toHaveCount(0);
  passOver(watched);
});

test('live events and files come with the token', async ({ page, server, watched }) => {
  await page.goto(`${server.url}/#/session/guarded?view=tree`);
  const event = (n: number) => ({
    ...{ id: `guarded-${n}`, kind: 'thought', session: 'guarded', time: `2026-06-01T00:00:0${n}Z` },
    fields: { text: `thought ${n}` },
  });
  await server.post([event(1)], sender);
  await give(page, reader);
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await expect(page.locator('[data-connection=live]')).toBeAttached();
  await server.post([event(2)], sender);
  await expect(page.getByRole('treeitem')).toHaveCount(2);
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).last().click();
  expect((await waiting).suggestedFilename()).toBe('guarded.html');
  passOver(watched);
});

test('a link on another site opens the page; that site itself may not ask', async ({
  browser,
  server,
}) => {
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<a href="${server.url}/">look</a><iframe src="${server.url}/"></iframe>`);
  });
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready));
  // By this name it is another site than 127.0.0.1.
  const address = `http://localhost:${(site.address() as AddressInfo).port}/`;
  const page = await browser.newPage();
  try {
    await page.goto(address);
    for (const mode of ['cors', 'no-cors'] as const) {
      const read = await page.evaluate(
        ({ url, how }) =>
          fetch(url, { mode: how }).then(
            (response) => response.text(),
            () => '',
          ),
        { url: `${server.url}/healthz`, how: mode },
      );
      expect(read).toBe('');
    }
    const [, framed] = page.frames();
    await expect(framed?.locator('main') ?? page.locator('main')).toHaveCount(0);
    await page.getByRole('link', { name: 'look' }).click();
    await expect(page.getByRole('alert')).toContainText('this server wants a token');
  } finally {
    await page.close();
    site.close();
  }
});
