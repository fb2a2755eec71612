import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

import { licenceNotices } from './vite.notices';

// One script and one style sheet: the page is embedded in the program, and exported as one file.
export default defineConfig({
  plugins: [react(), licenceNotices()],
  build: {
    outDir: '../build/ui',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rollupOptions: { output: { codeSplitting: false } },
  },
  server: {
    proxy: {
      '/api': {
        target: process.env['HENCE_SERVER'] ?? 'http://127.0.0.1:4318',
        changeOrigin: true,
      },
    },
  },
  test: {
    environment: 'jsdom',
    globals: false,
    setupFiles: ['./vitest.setup.ts'],
    css: true,
    testTimeout: 30_000,
    include: ['src/**/*.test.{ts,tsx}'],
  },
});
