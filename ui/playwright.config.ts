import { defineConfig } from '@playwright/test';

// Debian's Chromium, and no other browser: nothing is downloaded. It stays quiet on the network.
export default defineConfig({
  testDir: 'tests',
  outputDir: '../build/page-tests',
  fullyParallel: false,
  workers: 1,
  // What passes only at the second try is told as flaky: a browser on a busy machine may be late.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['junit', { outputFile: '../build/page-tests.xml' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--js-flags=--expose-gc',
        '--enable-precise-memory-info',
      ],
    },
  },
});
