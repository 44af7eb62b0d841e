import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../tests/fixtures/cleanup.ts';
import { createRecentProjects } from './feature.ts';

describe('createRecentProjects', () => {
  it('keeps the last ones first, each once, at most twelve, over a restart', () => {
    const folder = join(temporaryFolder(), 'settings');
    const recent = createRecentProjects(folder);
    for (let index = 0; index < 15; index++) recent.add(`/p/${index}.dialogram`);
    recent.add('/p/9.dialogram');
    const list = createRecentProjects(folder).list();
    expect(list.map((project) => project.name)).toEqual(
      [9, 14, 13, 12, 11, 10, 8, 7, 6, 5, 4, 3].map(String),
    );
    expect(list.every((project) => project.exists === false)).toBe(true);
  });

  it('tells which are still there, and forgets', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'here.dialogram');
    writeFileSync(path, '');
    const recent = createRecentProjects(folder);
    recent.add('/gone.dialogram');
    recent.add(path);
    expect(recent.list()).toMatchObject([{ path, exists: true }, { exists: false }]);
    recent.forget(path);
    recent.forget('/never.dialogram');
    expect(recent.list()).toHaveLength(1);
  });

  it('starts anew where its file is damaged, and without a folder forgets with the process', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'recent.json'), '{"not": "a list"');
    const recent = createRecentProjects(folder);
    expect(recent.list()).toEqual([]);
    recent.add('/p.dialogram');
    expect(JSON.parse(readFileSync(join(folder, 'recent.json'), 'utf8'))).toHaveLength(1);
    const inMemory = createRecentProjects(null);
    inMemory.add('/p.dialogram');
    expect(inMemory.list()).toHaveLength(1);
    expect(createRecentProjects(null).list()).toEqual([]);
  });
});
