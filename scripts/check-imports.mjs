import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cycleViolations, ROOMS, sheetViolations, violations } from './import-rules.mjs';
import { sqlOutsideStore } from './sql-rules.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function* sourcesBelow(folder) {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) yield* sourcesBelow(path);
    else if (/\.(ts|tsx|mts)$/.test(entry)) yield path;
  }
}

const tops = [...new Set(Object.keys(ROOMS).map((room) => room.split('/')[0]))];
const sources = new Map();
for (const top of tops) {
  for (const path of sourcesBelow(join(root, top))) {
    sources.set(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  }
}
const found = [...sources].flatMap(([file, source]) => [
  ...violations(file, source),
  ...sqlOutsideStore(file, source),
]);
found.push(...cycleViolations(sources), ...sheetViolations(sources));
for (const sentence of found) console.error(sentence);
console.log(
  `${sources.size} files: ${found.length === 0 ? 'imports follow the rules, and SQL lies in the store' : `${found.length} things stand where they must not`}.`,
);
process.exitCode = found.length === 0 ? 0 : 1;
