import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { notices } from '../../scripts/notices.mjs';
import { electronDist, listPacked, pack, packedFiles, standIn } from '../../scripts/packaging.mjs';
import { root } from '../../scripts/setup.mjs';
import { findElectron, makeStarter } from '../e2e/desktop.ts';
import { PATIENCE_MS } from '../e2e/harness.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { electronMirror } from '../fixtures/electron-mirror.ts';
import { unpackApp } from '../fixtures/packed-app.ts';

const BUILT = existsSync(join(root, 'out', 'main', 'index.js'));
const node = process.execPath;
const electron = findElectron();
// electron-builder finds only half of the packages behind a link.
const isLinked = lstatSync(join(root, 'node_modules')).isSymbolicLink();
const NATIVE = /\.(node|dll|dylib|so(\.\d+)*|exe)$/;

/** The encoder and the engine are included only where their packages could be installed. */
function nativeOf(system: string, arch: string): string[] {
  const encoder = `node_modules/onnxruntime-node/bin/napi-v6/${system}/${arch}`;
  const engine = `node_modules/@duckdb/node-bindings-${system}-${arch}`;
  return [
    `${engine}/duckdb.node`,
    `${engine}/libduckdb.so`,
    `node_modules/better-sqlite3/prebuilds/${system}-${arch}.node`,
    ...(system === 'linux' ? [`${encoder}/libonnxruntime.so.1`] : []),
    `${encoder}/onnxruntime_binding.node`,
  ].filter((path) => path.includes('better-sqlite3') || existsSync(join(root, path)));
}

describe.skipIf(!BUILT)('the packed app (without a build there is nothing to pack)', () => {
  const folder = temporaryFolder('package');
  const output = join(folder, 'dist');
  const app = join(folder, 'app');
  let paths: readonly string[] = [];
  beforeAll(async () => {
    await pack({ root, node }, standIn(join(folder, 'electron')), output, ['--linux', '--dir']);
    paths = packedFiles(output).map(({ path }) => path);
    unpackApp(output, app);
  });

  it('contains the build, the required packages, and no sources, tests or tools', () => {
    for (const needed of [
      'package.json',
      'out/main/index.js',
      'out/preload/index.cjs',
      'out/renderer/index.html',
      'node_modules/zod/package.json',
      'node_modules/node-fetch/lib/index.js',
    ])
      expect(paths).toContain(needed);
    const unwanted =
      /\.([cm]?tsx?|map|c|cc|cpp|h|hpp|gypi?)$|\/(tests?|__tests__|coverage)\/|\.(test|spec)\.|^out\/types/;
    expect(paths.filter((path) => unwanted.test(path))).toEqual([]);
    const top = new Set(paths.map((path) => path.split('/')[0]));
    expect([...top].sort()).toEqual([
      'LICENSE',
      'THIRD-PARTY-NOTICES.md',
      'node_modules',
      'out',
      'package.json',
    ]);
    const tools =
      /^node_modules\/(electron|typescript|vite|vitest|react|d3|playwright-core|node-(bin|darwin|linux|win))/;
    expect(paths.filter((path) => tools.test(path))).toEqual([]);
  });

  it('contains only packages that the notices name', () => {
    const named = notices();
    const packages = paths.flatMap(
      (path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path)?.[1] ?? [],
    );
    expect(packages).toContain('zod');
    // `@duckdb/node-bindings` stands for the binaries of each system.
    const names = new Set(packages.map((name) => name.replace(/^(@duckdb\/node-bindings)-.+/, '$1')));
    expect([...names].filter((name) => !named.includes(`\n| ${name} | `))).toEqual([]);
  });

  it('contains the native code of its own system only, beside the archive', () => {
    const native = packedFiles(output).filter(({ path }) => NATIVE.test(path));
    expect(native.map(({ path }) => path).sort()).toEqual(nativeOf('linux', process.arch));
    expect(native.every(({ unpacked }) => unpacked)).toBe(true);
  });

  it("is listed for another system with that system's native code", async () => {
    const files = await listPacked({ root, node }, temporaryFolder('package-list'), 'win32', 'arm64');
    const native = files.filter(({ path }) => NATIVE.test(path));
    expect(native.map(({ path }) => path).sort()).toEqual(nativeOf('win32', 'arm64'));
    expect(files.map(({ path }) => path).filter((path) => !NATIVE.test(path))).toEqual(
      paths.filter((path) => !NATIVE.test(path)),
    );
  });

  it.skipIf(process.platform !== 'linux')('runs from the packed files, with nothing missing', () => {
    const file = join(folder, 'calls.jsonl');
    writeFileSync(
      file,
      '{"id":"a","turns":[{"speaker":"user","text":"Hi"},{"speaker":"system","text":"Hello"}]}\n',
    );
    const project = join(folder, 'p.dialogram');
    const said = execFileSync(
      node,
      [join(app, 'out/main/cli.js'), 'import', file, '--project', project, '--json'],
      {
        cwd: folder,
      },
    );
    expect(JSON.parse(said.toString())).toMatchObject({ dialogues: 1 });
    const require = createRequire(join(app, 'node_modules/@energetic-ai/core/package.json'));
    expect(typeof require('node-fetch')).toBe('function');
  });

  const window = 'opens a window from the packed files, tags and learns the demo, and shows its graph';
  if (typeof electron === 'string' || isLinked)
    it.skip(`${window}, skipped: ${isLinked ? 'node_modules is a link' : electron}`, () => {});
  else {
    // The archive needs the current Electron; its list of files does not.
    it(window, { timeout: 3 * PATIENCE_MS }, async () => {
      const home = temporaryFolder('packed-home');
      const { page, app: running, ended } = await (await makeStarter(electron, home, app)).open();
      await page.getByRole('button', { name: 'Try the demo' }).click();
      await page
        .getByRole('application', { name: /^Automaton: .* are shown/ })
        .waitFor({ timeout: PATIENCE_MS });
      expect(await page.title()).toBe('Demo – Dialogram');
      await running.close();
      expect(await ended).toBe(0);
    });
  }
});

it('a deb lets Electron have its sandbox: by a profile of AppArmor, or by a setuid helper', () => {
  // electron-builder's own scripts do it, as long as nothing here replaces them.
  const templates = join(root, 'node_modules', 'app-builder-lib', 'templates', 'linux');
  const install = readFileSync(join(templates, 'after-install.tpl'), 'utf8');
  expect(install).toMatch(/chmod 4755 '[^']+\/chrome-sandbox'/);
  expect(install).toMatch(/apparmor_parser --replace/);
  expect(readFileSync(join(templates, 'apparmor-profile.tpl'), 'utf8')).toMatch(/^\s+userns,$/m);
  expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).not.toMatch(
    /afterInstall|appArmorProfile/,
  );
});

it('packs with the same Electron that a start downloads', async () => {
  const { version } = createRequire(import.meta.url)('electron/package.json') as { version: string };
  const mirror = await electronMirror(version, '#!/bin/sh\n');
  const place = { root: temporaryFolder('package-electron'), node };
  const packages = join(root, 'node_modules');
  mkdirSync(join(place.root, 'node_modules'));
  for (const name of readdirSync(packages))
    if (name !== 'electron') symlinkSync(join(packages, name), join(place.root, 'node_modules', name));
  cpSync(join(packages, 'electron'), join(place.root, 'node_modules', 'electron'), {
    recursive: true,
    filter: (path) => !/electron\/(dist|path\.txt)/.test(path),
  });
  const env = { ...process.env, ...mirror.env(temporaryFolder('package-cache')) };
  mirror.mood = 'missing';
  await expect(electronDist(place, { env, limits: { stallMs: 5000 } })).rejects.toThrow(
    /could not be fetched/,
  );
  mirror.mood = 'well';
  const dist = await electronDist(place, { env, limits: { stallMs: 5000 } });
  expect(existsSync(join(dist, 'electron'))).toBe(true);
  const asked = mirror.asked.length;
  expect(await electronDist(place, { env })).toBe(dist);
  expect(mirror.asked).toHaveLength(asked);
});
