import { availableParallelism } from 'node:os';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long suites first, so that no processor is left with one of their files at the end; the browser tests second, since
 * the projects that they begin in are made meanwhile.
 */
const ORDER = ['integration', 'e2e', 'contract', 'electron', 'unit'];

class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => ORDER.indexOf(a.project.name) - ORDER.indexOf(b.project.name));
  }
}

/** What all suites have in common. No test asserts how long something takes, and so limits are wide. */
const shared = {
  setupFiles: 'tests/fixtures/after-file.ts',
  // Journeys wait for the browser, and integration tests for threads: one more file than processors.
  maxWorkers: availableParallelism() + 1,
  // Threads run from source; what Node made of a source is kept for the next thread.
  env: { NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const suite = (name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig => ({
  test: { ...shared, name, include: [`tests/${name}/**/*.test.ts`], ...test },
});

/**
 * Suites by what they need: `unit` nothing; `electron` Node; `contract` and `integration` a real SQLite file; `e2e` the
 * production build and a browser.
 */
export default defineConfig({
  test: {
    maxWorkers: shared.maxWorkers,
    sequence: { sequencer: LongSuitesFirst },
    projects: [
      // Pure functions: their files share a process and its modules, which takes half of the time.
      suite('unit', {
        include: ['{shared,renderer,tests/unit}/**/*.test.{ts,tsx}'],
        isolate: false,
        unstubGlobals: true,
      }),
      suite('electron', { include: ['electron/**/*.test.ts'] }),
      suite('contract', {}),
      suite('integration', {}),
      suite('e2e', { globalSetup: 'tests/e2e/global-setup.ts', isolate: false, testTimeout: 420_000 }),
    ],
  },
});
