import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { notices } from '../../scripts/notices.mjs';
import { root } from '../../scripts/setup.mjs';

const OWN_NOTICES = ['electron'];

function importedPackages(): string[] {
  const files = globSync('{shared,electron,renderer}/**/*.{ts,tsx}', { cwd: root });
  const names = files
    .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /(?:from|import) '((?:@[^/'\s]+\/)?[^'/\s]+)(?=['/])/g,
      ),
    ])
    .map(([, name = '']) => name)
    .filter((name) => !/^(node:|[.#])/.test(name));
  return [...new Set(names)];
}

describe('the third-party notices', () => {
  it('name every shipped package, as installed; run "node scripts/notices.mjs" after a change', () => {
    const written = readFileSync(new URL('../../THIRD-PARTY-NOTICES.md', import.meta.url), 'utf8');
    expect(written).toBe(notices());
  });

  it('name every package that the app imports', () => {
    const named = new Set([...notices().matchAll(/^\| (\S+) \|/gm)].map(([, name = '']) => name));
    const imported = importedPackages();
    expect(imported).toContain('react');
    expect(imported.filter((name) => !named.has(name) && !OWN_NOTICES.includes(name))).toEqual([]);
  });
});
