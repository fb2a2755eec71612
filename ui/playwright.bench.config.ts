import { defineConfig } from '@playwright/test';

import tests from './playwright.config';

// Measurements: one after the other, and a table at the end. Nothing fails for being slow.
export default defineConfig(tests, {
  testDir: 'bench',
  timeout: 600_000,
  reporter: [['line']],
});
