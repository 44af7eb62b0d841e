const { setPriority } = await import('node:os');
const { ensureBuilt, ensureInstalled, runNode } = await import('./setup.mjs');

/** `npm run real-model` walks the way to a real model; with `--tables` it makes the papers' tables by one. */
ensureInstalled();
ensureBuilt();
const [, , ...given] = process.argv;
// The slice runs alongside the tests, which have priority.
if (given.includes('--slice')) setPriority(5);
const script = given.includes('--tables') ? 'real-model-tables' : 'real-model-walk';
process.exitCode = runNode(['--disable-warning=ExperimentalWarning', `scripts/${script}.mjs`, ...given]);
