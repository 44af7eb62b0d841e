import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const PAGE = join(import.meta.dirname, '..', '..', 'out', 'renderer');
const ASSETS = join(PAGE, 'assets');

/** Returns the scripts that the page loads before a person does anything, by name. */
function firstScripts(): Map<string, string> {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  const open = [...html.matchAll(/assets\/([\w.-]+\.js)"/g)].map(([, name = '']) => name);
  const scripts = new Map<string, string>();
  for (const name of open) {
    if (scripts.has(name)) continue;
    const code = readFileSync(join(ASSETS, name), 'utf8');
    scripts.set(name, code);
    for (const [, other = ''] of code.matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+\.js)"/g)) open.push(other);
  }
  return scripts;
}

test('the page starts without ELK, which only its worker, shared pictures and stories need', () => {
  const holdsElk = (code: string): boolean => code.includes('org.eclipse.elk');
  const scripts = firstScripts();
  expect([...scripts.values()].join('')).toContain('createRoot');
  expect([...scripts].filter(([, code]) => holdsElk(code)).map(([name]) => name)).toEqual([]);
  const worker = readdirSync(ASSETS).find((name) => /^layout\.worker-.*\.js$/.test(name)) ?? '';
  expect(holdsElk(readFileSync(join(ASSETS, worker), 'utf8'))).toBe(true);
});
