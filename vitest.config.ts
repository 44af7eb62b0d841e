import { defineConfig } from 'vitest/config';

/**
 * Four suites, by what they need:
 * `unit` nothing; `contract` and `integration` a real SQLite file; `e2e` the production build and a browser.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'shared/**/*.test.ts',
            'electron/**/*.test.ts',
            'renderer/**/*.test.ts',
            'renderer/**/*.test.tsx',
            'tests/unit/**/*.test.ts',
          ],
          // Some properties and corpora take seconds; no test asserts a time.
          testTimeout: 30_000,
        },
      },
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // A browser starved by other work of the machine is no fault of the page; a real one fails twice.
          retry: 1,
        },
      },
    ],
  },
});
