const { accessSync, chmodSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } =
  await import('node:fs');
const { freemem, tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { ensureInstalled, startNode } = await import('./setup.mjs');
const { findBrowser } = await import('./browser.mjs');

/**
 * Everything: types, lint and import directions, the production build, then all test suites. Closes with one line
 * `N passed, N failed, N skipped`; a step beside the suites counts as one test.
 */
const totals = { passed: 0, failed: 0, skipped: 0 };

/** Reports the end of a step with its output, so that parallel steps do not mix. */
async function step(name, script) {
  const { status, output } = await startNode([script], { stdio: ['ignore', 'pipe', 'pipe'] });
  totals[status === 0 ? 'passed' : 'failed']++;
  process.stdout.write(`\n== ${name}: ${status === 0 ? 'passed' : 'failed'}\n${output}`);
}

const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 8 * 2 ** 30;

/**
 * Creates the folder for all temporary files of the tests: in memory if there is room, because on a disk every change of
 * a project waits until it is durable.
 */
function makeFolder() {
  const make = (place) => {
    const folder = mkdtempSync(join(place, 'dialogram-tests-'));
    // PostgreSQL's server runs as another user.
    chmodSync(folder, 0o711);
    return folder;
  };
  let folder = null;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    if (bavail * bsize >= ROOM_BYTES && freemem() >= ROOM_BYTES) {
      folder = make(IN_MEMORY);
      // Some containers let nothing run from there, so the packed app could not load its native code.
      const probe = join(folder, 'probe');
      writeFileSync(probe, '', { mode: 0o700 });
      accessSync(probe, constants.X_OK);
      return folder;
    }
  } catch {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
  return make(tmpdir());
}

ensureInstalled();
// The browser tests need the build; the others keep processors busy where tests wait.
const beside = [
  step('types', 'scripts/typecheck.mjs'),
  step('lint and import directions', 'scripts/lint.mjs'),
];
await step('production build', 'scripts/build.mjs');

const browser = findBrowser();
if (browser === null) {
  process.stdout.write(
    '\nThe browser tests are skipped: no Chromium, Chrome or Edge was found. Install one (on Debian: apt install chromium) or set CHROMIUM_PATH to it.\n',
  );
}

process.stdout.write('\n== tests\n');
const folder = makeFolder();
const report = join(folder, 'report.json');
const { status } = await startNode(
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, DIALOGRAM_BROWSER: browser ?? '', TMPDIR: folder } },
);
await Promise.all(beside);
try {
  const result = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += result.numPassedTests;
  totals.failed += result.numFailedTests;
  totals.skipped += result.numPendingTests + result.numTodoTests;
  const reasons = new Map();
  for (const { assertionResults } of result.testResults) {
    for (const test of assertionResults) {
      if (test.status === 'pending' || test.status === 'skipped') {
        const reason = /skipped: (.+)$/.exec(test.title)?.[1] ?? test.meta?.skipReason ?? test.fullName;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
  }
  for (const [reason, count] of reasons) process.stdout.write(`skipped ${count}: ${reason}\n`);
  // A file that cannot be loaded has no test of its own to fail.
  if (status !== 0 && result.numFailedTests === 0) totals.failed++;
} catch {
  totals.failed++;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped\n`);
process.exitCode = totals.failed > 0 ? 1 : 0;
