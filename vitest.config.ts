import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long suites first, so that no processor is left with one of their files at the end. */
const ORDER = ['e2e', 'integration', 'contract', 'unit'];

class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => ORDER.indexOf(a.project.name) - ORDER.indexOf(b.project.name));
  }
}

/** A journey through the page waits for the browser, and an integration test for its threads, now and then. */
const maxWorkers = availableParallelism() + 1;
/** Threads of the backend run from source: what Node made of it once is kept for the next thread. */
const env = { NODE_COMPILE_CACHE: 'node_modules/.cache/compile' };

/**
 * Four suites, by what they need:
 * `unit` nothing; `contract` and `integration` a real SQLite file; `e2e` the production build and a browser.
 * No test asserts how long something takes: limits are wide, since the machine may have other work.
 */
export default defineConfig({
  test: {
    maxWorkers,
    sequence: { sequencer: LongSuitesFirst },
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
          maxWorkers,
          env,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/**/*.test.ts'],
          maxWorkers,
          env,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          maxWorkers,
          env,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: 'tests/e2e/global-setup.ts',
          maxWorkers,
          env,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
