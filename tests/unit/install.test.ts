import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOtherSystems } from '../../scripts/setup.mjs';
import { temporaryFolder } from '../fixtures/cleanup.ts';

function installed(): { folder: string; files: () => string[] } {
  const folder = temporaryFolder('install');
  const libraries = ['darwin/arm64/a.dylib', 'linux/arm64/a.so', 'linux/x64/a.so', 'win32/x64/a.dll'];
  const packages = ['onnxruntime-node/package.json', 'better-sqlite3/prebuilds/win32-x64.node'];
  for (const file of [...libraries.map((file) => `onnxruntime-node/bin/napi-v6/${file}`), ...packages]) {
    mkdirSync(dirname(join(folder, 'node_modules', file)), { recursive: true });
    writeFileSync(join(folder, 'node_modules', file), '');
  }
  return { folder, files: () => globSync('**/*.*', { cwd: join(folder, 'node_modules') }).sort() };
}

it.each([
  ['linux', 'x64', ['onnxruntime-node/bin/napi-v6/linux/x64/a.so']],
  ['darwin', 'arm64', ['onnxruntime-node/bin/napi-v6/darwin/arm64/a.dylib']],
  ['freebsd', 'x64', []],
])(
  'an install on %s, %s keeps the sentence encoder’s libraries of that system only',
  (platform, arch, kept) => {
    const { folder, files } = installed();
    removeOtherSystems(folder, { platform, arch });
    expect(files()).toEqual([
      'better-sqlite3/prebuilds/win32-x64.node',
      ...kept,
      'onnxruntime-node/package.json',
    ]);
  },
);

it('an install without the sentence encoder is left as it is', () => {
  const folder = temporaryFolder('install-without');
  removeOtherSystems(folder);
  expect(globSync('**', { cwd: folder })).toEqual(globSync('**', { cwd: temporaryFolder('empty') }));
});
