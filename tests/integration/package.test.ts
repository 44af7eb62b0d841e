import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { notices } from '../../scripts/notices.mjs';
import {
  electronDist,
  listPacked,
  makeDeb,
  pack,
  packedFiles,
  standIn,
  unpackedFolder,
} from '../../scripts/packaging.mjs';
import { root } from '../../scripts/setup.mjs';
import { type Electron, findElectron, isOnPath, isRoot, makeStarter, ORDINARY } from '../e2e/desktop.ts';
import { PATIENCE_MS } from '../e2e/harness.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { makeApp22, packApp22 } from '../fixtures/electron-22/app.ts';
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

  const window = 'opens a window, tags and learns the demo, shows its graph, and opens a project by its file';
  /** The app packed with a real Electron: into `real`, with the arguments of electron-builder. */
  const real = join(folder, 'real');
  const withElectron = async ({ version, binary }: Electron) => {
    // Fuses keep tests out of the app, and Electron 22 does not know all of them.
    const own = readFileSync(join(root, 'electron-builder.yml'), 'utf8').replace(
      /^electronFuses:\n(?: .*\n)+/m,
      '',
    );
    const bridges = version === '22' ? await makeApp22(app, join(folder, 'app-22')) : {};
    const { electron, config } =
      version === '22'
        ? packApp22(binary, join(folder, 'app-22'), folder, own)
        : { electron: dirname(binary), config: own };
    const path = join(folder, 'electron-builder.yml');
    writeFileSync(path, config);
    const args = ['--linux', `--config=${path}`];
    await pack({ root, node }, electron, real, [...args, '--dir']);
    return { electron, args, bridges };
  };
  let packed: ReturnType<typeof withElectron> | undefined;
  const learnsTheDemo = async (program: Electron): Promise<void> => {
    const home = temporaryFolder('packed-home');
    const starter = await makeStarter(program, home, app);
    const { page, app: running, ended } = await starter.open();
    expect(await running.evaluate(() => process.getuid?.())).not.toBe(0);
    expect(await running.evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))).toBe(false);
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await page
      .getByRole('application', { name: /^Automaton: .* are shown/ })
      .waitFor({ timeout: PATIENCE_MS });
    expect(await page.title()).toBe('Demo – Dialogram');
    await running.close();
    expect(await ended).toBe(0);

    // As a double-click does.
    const moved = join(home, 'Sent by mail.dialogram');
    renameSync(join(home, 'Demo.dialogram'), moved);
    const again = await starter.open(moved);
    await expect.poll(() => again.page.title()).toBe('Sent by mail – Dialogram');
    await again.app.close();
    expect(await again.ended).toBe(0);
  };
  const script = (name: string, command: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${command}\n`, { mode: 0o755 });
    return path;
  };

  const noElectron = typeof electron === 'string' ? electron : isLinked && 'node_modules is a link';
  const noDeb = noElectron || noLayer();
  it.skipIf(noDeb)(
    `as a deb is installed, ${window}, and is removed${noDeb ? ` (skipped: ${noDeb})` : ''}`,
    { timeout: 3 * PATIENCE_MS },
    async () => {
      if (typeof electron === 'string') return;
      packed ??= withElectron(electron);
      const { bridges } = await packed;
      const layer = temporaryFolder('layer');
      const deb = makeDeb({ root }, real, ['-Znone']);
      // This machine may have no AppArmor, so these record how it is called.
      const tools = temporaryFolder('apparmor');
      const calls = join(tools, 'calls');
      for (const name of ['aa-enabled', 'apparmor_parser'])
        writeFileSync(join(tools, name), `#!/bin/sh\necho ${name} "$@" >>${calls}\n`, { mode: 0o755 });
      const inside = (...command: string[]) =>
        execFileSync('unshare', [...inLayer(layer), 'env', `PATH=${tools}:${process.env.PATH}`, ...command], {
          encoding: 'utf8',
          stdio: 'pipe',
        });
      inside('dpkg', '--install', deb);
      expect(inside('dpkg', '--verify', 'dialogram')).toBe('');
      expect(inside('stat', '--format', '%a %U', '/usr/lib/dialogram/chrome-sandbox')).toBe('4755 root\n');
      expect(inside('cat', '/etc/apparmor.d/dialogram')).toMatch(/^\s+userns,$/m);
      expect(readFileSync(calls, 'utf8')).toMatch(/apparmor_parser -rTW \/etc\/apparmor.d\/dialogram\n$/);
      const entry = inside('cat', '/usr/share/applications/dialogram.desktop');
      for (const line of ['Exec=dialogram %F\n', 'MimeType=application/x-dialogram;\n'])
        expect(entry).toContain(line);
      expect(inside('cat', '/usr/share/mime/packages/dialogram.xml')).toContain('glob pattern="*.dialogram"');
      // Installing it updates what the desktop knows, by programs that come with GTK and with desktop-file-utils.
      for (const [updater, file, line] of [
        ['update-mime-database', '/usr/share/mime/globs2', ':application/x-dialogram:*.dialogram\n'],
        [
          'update-desktop-database',
          '/usr/share/applications/mimeinfo.cache',
          'application/x-dialogram=dialogram.desktop;\n',
        ],
      ])
        if (isOnPath(updater)) expect(inside('cat', file)).toContain(line);
      const man = gunzipSync(readFileSync(join(layer, 'usr/share/man/man1/dialogram.1.gz'))).toString();
      expect(man).toMatch(/^\.TH DIALOGRAM 1 "" "Dialogram \d+\.\d+\.\d+"\n/);
      expect(gunzipSync(readFileSync(join(layer, 'usr/share/doc/dialogram/changelog.gz')))).toEqual(
        readFileSync(join(root, 'CHANGELOG.md')),
      );

      const start = ['unshare', ...inLayer(layer), ...ORDINARY, '/usr/bin/dialogram', '"$@"'].join(' ');
      await learnsTheDemo({ ...electron, binary: script('installed', `exec ${start}`), packed: bridges });

      inside('dpkg', '--purge', 'dialogram');
      expect(inside('sh', '-c', 'ls -d /usr/lib/dialogram /etc/apparmor.d/dialogram 2>&1 || true')).toMatch(
        /^(?:ls: cannot access .*\n){2}$/,
      );
    },
  );

  const noImage =
    noElectron || (!process.env.APPIMAGE_TOOLS_PATH && 'no tools for an AppImage in APPIMAGE_TOOLS_PATH');
  it.skipIf(noImage)(
    `as an AppImage ${window}${noImage ? ` (skipped: ${noImage})` : ''}`,
    { timeout: 3 * PATIENCE_MS },
    async () => {
      if (typeof electron === 'string') return;
      packed ??= withElectron(electron);
      const { electron: folder, args, bridges } = await packed;
      // The runtime of the tools here reads gzip only.
      const gzip = '-c.appImage.compression=gzip';
      const prepackaged = ['--prepackaged', unpackedFolder(real)];
      await pack({ root, node }, folder, real, [...args, ...prepackaged, gzip]);
      const image = join(real, readdirSync(real).find((name) => name.endsWith('.AppImage')) ?? '');
      const start = [...(isRoot() ? ORDINARY : []), image, '--appimage-extract-and-run', '"$@"'].join(' ');
      await learnsTheDemo({ ...electron, binary: script('image', `exec ${start}`), packed: bridges });
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'says which tools are missing where GitHub cannot be reached',
    async () => {
      vi.stubEnv('APPIMAGE_TOOLS_PATH', '');
      vi.stubEnv('ELECTRON_BUILDER_BINARIES_MIRROR', 'http://127.0.0.1:9/');
      vi.stubEnv('ELECTRON_BUILDER_CACHE', temporaryFolder('package-tools'));
      onTestFinished(() => void vi.unstubAllEnvs());
      const args = ['--linux', '--prepackaged', unpackedFolder(output)];
      const failure = await pack({ root, node }, standIn(join(folder, 'electron')), output, args).catch(
        String,
      );
      expect(failure).toMatch(
        /^Error: A tool of electron-builder could not be fetched from GitHub \(.*127\.0\.0\.1:9.*\)\. Check the network/,
      );
      expect(failure).not.toMatch(/\n/);
    },
  );

  // The installed app shows all of this and more.
  it.skipIf(noElectron || !noDeb)(
    `${window} from the packed files`,
    { timeout: 3 * PATIENCE_MS },
    async () => {
      if (typeof electron !== 'string') await learnsTheDemo(electron);
    },
  );
});

/** The arguments of `unshare` for a command on this system whose writes go to a folder. */
function inLayer(layer: string): string[] {
  const mounts = ['etc', 'opt', 'usr', 'var'].map((name) => {
    for (const folder of [name, `work-${name}`]) mkdirSync(join(layer, folder), { recursive: true });
    const places = `lowerdir=/${name},upperdir=${join(layer, name)},workdir=${join(layer, `work-${name}`)}`;
    return `mount -t overlay overlay -o userxattr,${places} /${name}`;
  });
  const run = join(layer, 'run');
  writeFileSync(run, `#!/bin/sh\nset -e\n${mounts.join('\n')}\nexec "$@"\n`, { mode: 0o755 });
  return ['--user', '--map-root-user', '--mount', run];
}

/** Returns why no deb can be installed into a layer, or false. */
function noLayer(): string | false {
  if (process.platform !== 'linux' || !isOnPath('dpkg-deb')) return 'no dpkg here';
  try {
    execFileSync('unshare', [...inLayer(temporaryFolder('layer-try')), ...ORDINARY, 'true'], {
      stdio: 'pipe',
    });
    return false;
  } catch {
    return 'this system lets nobody mount a layer over it';
  }
}

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
    /^Electron could not be fetched \(.+\)\. Check the network connection, or set ELECTRON_MIRROR/,
  );
  mirror.mood = 'well';
  const dist = await electronDist(place, { env, limits: { stallMs: 5000 } });
  expect(existsSync(join(dist, 'electron'))).toBe(true);
  const asked = mirror.asked.length;
  expect(await electronDist(place, { env })).toBe(dist);
  expect(mirror.asked).toHaveLength(asked);
});
