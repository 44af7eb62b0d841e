const { ensureInstalled, runNode } = await import('./setup.mjs');

ensureInstalled();
const style = runNode([
  'node_modules/@biomejs/biome/bin/biome',
  'check',
  '.',
  '--diagnostic-level=warn',
  '--error-on-warnings',
]);
const imports = runNode(['scripts/check-imports.mjs']);
const words = runNode(['scripts/words.mjs']);
process.exitCode = style !== 0 || imports !== 0 || words !== 0 ? 1 : 0;
