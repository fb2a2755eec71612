/** A session inside another page: the React component of the TypeScript client, in a page of another site. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { expect, test } from '@playwright/test';
import { build } from 'vite';

import { emptyStore, hence, recordExamples, removeStore, Server } from './serving';

const root = resolve(import.meta.dirname, '../..');
const session = 'desk-0302';

/** The page around: it shows what its address asks for. */
const host = `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { HenceSession } from '${join(root, 'clients/typescript/src/react.ts')}';

const props = Object.fromEntries(new URLSearchParams(location.search));
createRoot(document.getElementById('root')).render(createElement(HenceSession, props));
`;

let files: string;
let store: string;
let around: HttpServer;
let allowed: Server;
let closed: Server;
let origin: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  files = mkdtempSync(join(tmpdir(), 'hence-embed-'));
  writeFileSync(join(files, 'host.js'), host);
  await build({
    configFile: false,
    root: files,
    logLevel: 'warn',
    resolve: {
      alias: ['react-dom', 'react'].map((name) => ({
        find: new RegExp(`^${name}(/.*)?$`),
        replacement: `${join(root, 'ui/node_modules', name)}$1`,
      })),
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: 'built',
      lib: { entry: join(files, 'host.js'), formats: ['es'], fileName: 'host' },
    },
  });
  store = emptyStore();
  recordExamples(store);
  writeFileSync(join(files, 'session.html'), hence(store, 'export', 'html', session));
  const script = readdirSync(join(files, 'built')).find((name) => name.startsWith('host')) ?? '';
  around = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const served: Record<string, readonly [type: string, body: string | Buffer]> = {
      '/': [
        'text/html',
        '<!doctype html><div id="root"></div><script type="module" src="/host.js"></script>',
      ],
      '/host.js': ['text/javascript', readFileSync(join(files, 'built', script))],
      '/session.html': ['text/html; charset=utf-8', readFileSync(join(files, 'session.html'))],
    };
    const [type, body] = served[path] ?? ['text/plain', ''];
    response.writeHead(served[path] ? 200 : 404, {
      'Content-Type': type,
      'Set-Cookie': 'secret=1',
    });
    response.end(body);
  });
  await new Promise<void>((done) => around.listen(0, '127.0.0.1', done));
  origin = `http://localhost:${(around.address() as AddressInfo).port}`;
  allowed = await Server.start(store, '--embed-in', origin);
  const other = emptyStore();
  recordExamples(other);
  closed = await Server.start(other);
});

test.afterAll(async () => {
  around.close();
  await allowed.end();
  await closed.end();
  removeStore(store);
  removeStore(closed.store);
  rmSync(files, { recursive: true, force: true });
});

const page_of = (props: Record<string, string>) => `${origin}/?${new URLSearchParams(props)}`;

test('a file is shown with all its views, and reaches nothing of the page around', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(page_of({ src: '/session.html' }));
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(session);
  for (const view of ['graph', 'tree', 'timeline', 'transcript']) {
    await frame.getByRole('tab', { name: view }).click();
    await expect(frame.getByRole('tab', { name: view })).toHaveAttribute('aria-selected', 'true');
  }
  expect(complaints).toEqual([]);
  // It has no origin: neither the cookie nor the document around are its own.
  const inner = page.frames().find((one) => new URL(one.url()).pathname === '/session.html');
  const reached = await inner?.evaluate(() => {
    const tried = (act: () => unknown) => {
      try {
        return String(act());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      self.origin,
      tried(() => document.cookie),
      tried(() => localStorage.length),
      tried(() => parent.document.title),
    ];
  });
  expect(reached).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError']);
});

test('the page of a server is shown where the server allows it', async ({ page }) => {
  await page.goto(page_of({ server: allowed.url, session, view: 'tree' }));
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText(session);
  await expect(frame.getByRole('treeitem').first()).toBeVisible();
});

test('a server that was not told so is shown in no other page', async ({ page }) => {
  await page.goto(page_of({ server: closed.url, session }));
  await expect(page.locator('iframe')).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(page.frameLocator('iframe').getByText(session)).toHaveCount(0);
});

test('a page that was not named may not frame a server that allows another', async ({ page }) => {
  // The same page under another name is another origin.
  await page.goto(page_of({ server: allowed.url, session }).replace('localhost', '127.0.0.1'));
  await expect(page.locator('iframe')).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(page.frameLocator('iframe').getByText(session)).toHaveCount(0);
});

test('an address that is none becomes no frame', async ({ page }) => {
  for (const src of ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', '']) {
    await page.goto(page_of({ src }));
    await expect(page.getByRole('alert')).toContainText('src is no address of a file');
    await expect(page.locator('iframe')).toHaveCount(0);
  }
  await page.goto(page_of({ server: origin, session }));
  await expect(page.getByRole('alert')).toContainText('another origin');
});
