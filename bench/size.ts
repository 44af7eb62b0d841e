import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Prints the files and lines of TypeScript and CSS, without tests, blank lines and comments. `--depth 3` counts deeper.
 */
const depth = Number(process.argv[process.argv.indexOf('--depth') + 1] ?? 1) || 1;

/** Comments on lines of their own. A comment after code stays with its line. */
const COMMENTS = /^\s*\{?\/\*[\s\S]*?\*\/\}?[ \t]*$|^\s*\/\/.*$/gm;

const linesOf = (source: string) =>
  source
    .replace(COMMENTS, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length;

const sizes: Record<string, { files: number; lines: number }> = {};
const add = (name: string, lines: number) => {
  sizes[name] ??= { files: 0, lines: 0 };
  sizes[name].files += 1;
  sizes[name].lines += lines;
};

for (const top of ['electron', 'renderer', 'shared']) {
  for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(tsx?|css)$/.test(name) || /\.test\.tsx?$/.test(name)) continue;
    const lines = linesOf(readFileSync(join(top, name), 'utf8'));
    add(join(top, name).replaceAll('\\', '/').split('/').slice(0, -1).slice(0, depth).join('/'), lines);
    add('all', lines);
  }
}
console.log(JSON.stringify(sizes, null, 1));
