import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/setup.mjs';

function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let number = 1;
    let unique = anchor;
    while (anchors.has(unique)) unique = `${anchor}-${number++}`;
    anchors.add(unique);
  }
  return anchors;
}

const pictures = readFileSync(join(root, 'scripts/pictures.mjs'), 'utf8');

function isTaken(path: string): boolean {
  const name = /([\w-]+?)(?:-(?:light|dark))?\.png$/.exec(path)?.[1] ?? '';
  return existsSync(path) || pictures.includes(`'${name}'`);
}

const pages = [join(root, 'README.md'), ...globSync(join(root, 'docs/**/*.md'))];

describe.each(pages.map((page) => page.slice(root.length + 1)))('%s', (name) => {
  it('links only to files, headings and pictures that exist', () => {
    const page = readFileSync(join(root, name), 'utf8');
    const broken = [...page.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? join(root, name) : join(root, dirname(name), path);
        if (file.endsWith('.png')) return !isTaken(file);
        if (!existsSync(file)) return true;
        return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).has(anchor);
      });
    expect(broken).toEqual([]);
  });
});
