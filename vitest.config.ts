import { availableParallelism } from 'node:os';
import { defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long suites first, so that no processor is left with one of their files at the end; the browser tests second, since
 * the projects that they begin in are made meanwhile.
 */
const ORDER = ['integration', 'e2e', 'contract', 'electron', 'mocking', 'unit', 'page'];

class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => ORDER.indexOf(a.project.name) - ORDER.indexOf(b.project.name));
  }
}

/** Files that put something else in a module's place, which would reach the files after them in the same process. */
const MOCKING = [
  'electron/backend/formats/formats.test.ts',
  'electron/backend/store/file/write-ahead-log.test.ts',
  'electron/preload/index.test.ts',
  'tests/integration/read-only-project.test.ts',
];

/** A test waits for what must happen and gives up only after ten minutes, so that a busy machine fails none. */
const PATIENCE_MS = 600_000;

/**
 * What all suites have in common. No test asserts how long something takes. Files share a
 * process and its modules: loading them again for each took a third of the time.
 */
const shared = {
  isolate: false,
  unstubGlobals: true,
  restoreMocks: true,
  setupFiles: 'tests/fixtures/after-file.ts',
  // Journeys wait for the browser, and integration tests for threads: with one more file than processors a quarter of their
  // time was left.
  maxWorkers: availableParallelism() + 2,
  // Threads run from source; what Node made of a source is kept for the next thread.
  env: { NODE_COMPILE_CACHE: 'node_modules/.cache/compile' },
  // Looking for links in the path of every module takes a fifth of a thread's start.
  execArgv: ['--preserve-symlinks'],
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};

/** Node loads the sources itself: through Vite each test takes a fifth longer. The page's JSX and mocks need Vite. */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };

const suite = (name: string, test: UserWorkspaceConfig['test']): UserWorkspaceConfig => ({
  test: { ...shared, ...byNode, name, include: [`tests/${name}/**/*.test.ts`], exclude: MOCKING, ...test },
});

/**
 * Suites by what they need: `unit` nothing; `page` JSX; `electron` and `mocking` Node; `contract` and `integration` a real SQLite
 * file; `e2e` the production build and a browser.
 */
export default defineConfig({
  test: {
    maxWorkers: shared.maxWorkers,
    sequence: { sequencer: LongSuitesFirst },
    projects: [
      suite('unit', { include: ['{shared,tests/unit}/**/*.test.ts'] }),
      suite('page', { include: ['renderer/**/*.test.{ts,tsx}'], experimental: {} }),
      suite('electron', { include: ['electron/**/*.test.ts'] }),
      suite('mocking', {
        include: MOCKING,
        exclude: [],
        experimental: {},
        isolate: true,
        unstubGlobals: false,
        restoreMocks: false,
      }),
      suite('contract', {}),
      suite('integration', {}),
      suite('e2e', { globalSetup: 'tests/e2e/global-setup.ts', testTimeout: 3 * PATIENCE_MS }),
    ],
  },
});
