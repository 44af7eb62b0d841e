import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { electronBinary, fetchElectron } from './electron-binary.mjs';

/** Packs the app with electron-builder and the binary of `npm start`, and makes the deb with dpkg. */

/** What is missing for a package, and what to do about it. */
export class PackagingError extends Error {
  constructor(message, nextStep) {
    super(`${message} ${nextStep}`);
  }
}

/** The place of the fuses in a binary for @electron/fuses: the sentinel, version 1, and the number of fuses. */
const FUSES = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009000000000';

/** The folder with Electron's binary, downloaded if needed. @throws if it cannot be had */
export async function electronDist(place, fetching) {
  if (electronBinary(place.root) === null) {
    const problem = await fetchElectron(place, fetching);
    if (problem !== null)
      throw new PackagingError(
        `Electron could not be fetched (${problem}).`,
        'Check the network connection, or set ELECTRON_MIRROR to a server that has it, and run the same command again.',
      );
  }
  return join(place.root, 'node_modules', 'electron', 'dist');
}

/** A stand-in for Electron's folder, to list the archive only. */
export function standIn(folder) {
  mkdirSync(folder, { recursive: true });
  const { version } = createRequire(import.meta.url)('electron/package.json');
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'electron'), FUSES, 'latin1');
  chmodSync(join(folder, 'electron'), 0o755);
  return folder;
}

export function pack({ root, node }, electron, output, args) {
  const cli = createRequire(import.meta.url).resolve('electron-builder/cli.js');
  const child = spawn(
    node,
    [cli, ...args, `-c.electronDist=${electron}`, `-c.directories.output=${output}`, '--publish=never'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(said);
      else reject(problemIn(said, status));
    });
  });
}

/** Turns what electron-builder said into what is missing: most often its tools, which it fetches when first needed. */
function problemIn(said, status) {
  const [network] =
    /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b(?: [\w.:-]+)?|Response code \d{3}/.exec(
      said,
    ) ?? [];
  if (network)
    return new PackagingError(
      `A tool of electron-builder could not be fetched from GitHub (${network}).`,
      'Check the network connection, or set ELECTRON_BUILDER_BINARIES_MIRROR to a server that has them, and run the same command again.',
    );
  const lines = said.split('\n').filter((line) => !/^ +at /.test(line));
  return new PackagingError(
    `electron-builder failed (exit status ${status}).`,
    `It said:\n${lines.join('\n')}`,
  );
}

/**
 * Returns the files in a system's archive, which differ by native code. Packs as for Linux, which needs no tools of
 * other systems.
 * @param system "linux", "darwin" or "win32"
 * @param folder where it may write
 */
export async function listPacked(place, folder, system, arch) {
  const config = join(folder, 'electron-builder.yml');
  const own = readFileSync(join(place.root, 'electron-builder.yml'), 'utf8');
  writeFileSync(config, own.replace(/\$\{platform\}/g, system).replace(/\$\{arch\}/g, arch));
  const output = join(folder, 'dist');
  await pack(place, standIn(join(folder, 'electron')), output, ['--linux', '--dir', `--config=${config}`]);
  return packedFiles(output);
}

/** The folder of a packed Linux app, which electron-builder names by the processor. */
export const unpackedFolder = (output) =>
  join(output, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`);

/** Returns the files of a packed Linux app; those that are `unpacked` lie outside the archive. */
export function packedFiles(output) {
  const archive = join(unpackedFolder(output), 'resources', 'app.asar');
  if (!existsSync(archive)) throw new Error(`There is no archive at ${archive}.`);
  const bytes = readFileSync(archive);
  // An asar begins with four numbers; the last is the length of its JSON list of files.
  const list = JSON.parse(bytes.toString('utf8', 16, 16 + bytes.readUInt32LE(12)));
  const files = [];
  const walk = (folder, below) => {
    for (const [name, entry] of Object.entries(folder.files)) {
      const path = below === '' ? name : `${below}/${name}`;
      if (entry.files) walk(entry, path);
      else files.push({ path, bytes: entry.size ?? 0, unpacked: entry.unpacked === true });
    }
  };
  walk(list, '');
  return files;
}

/** Electron's libraries as Debian and Ubuntu name them (with a 64-bit clock since 2024), and programs that it asks if there. */
const DEPENDS =
  'libc6, libgtk-3-0t64 | libgtk-3-0, libnss3, libgbm1, libasound2t64 | libasound2, libatspi2.0-0t64 | libatspi2.0-0';
const RECOMMENDS = 'xdg-utils, libsecret-1-0, libnotify4';
const DEB_ARCH = { x64: 'amd64', arm64: 'arm64' };

/** What the deb does beyond files. Since Ubuntu 24.04, only programs with a profile may build the sandbox of their page. */
const APPARMOR = (program) => `abi <abi/4.0>,
include <tunables/global>

profile dialogram ${program} flags=(unconfined) {
  userns,
  include if exists <local/dialogram>
}
`;
const SCRIPTS = (profile) => ({
  postinst: `#!/bin/sh
set -e
# Older versions of AppArmor neither need the profile nor can read it.
if aa-enabled --quiet 2>/dev/null && apparmor_parser -QK ${profile} 2>/dev/null; then
  cp ${profile} /etc/apparmor.d/dialogram
  apparmor_parser -rTW /etc/apparmor.d/dialogram || true
fi
`,
  postrm: `#!/bin/sh
set -e
if [ "$1" != upgrade ] && [ -f /etc/apparmor.d/dialogram ]; then
  apparmor_parser -R /etc/apparmor.d/dialogram 2>/dev/null || true
  rm -f /etc/apparmor.d/dialogram
fi
`,
});

/** What Debian's checker may ignore: Electron and native packages come as binaries, and the deb is not Debian's. */
const LINTIAN = `dialogram: unstripped-binary-or-object *
dialogram: embedded-library *
dialogram: elevated-privileges *chrome-sandbox*
dialogram: initial-upload-closes-no-bugs *
`;

const MAN_PAGE = ({ name, version, comment }) => `.TH DIALOGRAM 1 "" "${name} ${version}"
.SH NAME
dialogram \\- ${comment}
.SH SYNOPSIS
.B dialogram
.RI [ PROJECT.dialogram ]
.SH DESCRIPTION
Opens ${name}. With a project, opens that project; if ${name} is already running, its window opens it.
.PP
Press
.B ?
for help on what the window shows.
.SH ENVIRONMENT
.TP
.B DIALOGRAM_HOME
The folder for new projects. The default is
.I Dialogram
in your documents.
.SH FILES
.TP
.I ~/.config/dialogram
Settings and
.IR dialogram.log ,
which holds no text of dialogues.
`;

/** Debian's own changes. What is new in the app is in the changelog beside it. */
const DEBIAN_CHANGELOG = ({ release, maintainer, date }) => `dialogram (${release}) unstable; urgency=medium

  * See changelog.gz for what is new.

 -- ${maintainer}  ${date.toUTCString().replace('GMT', '+0000')}
`;

/**
 * Makes the deb from a packed Linux app. electron-builder would fetch a Ruby program from GitHub for it; this needs
 * dpkg-deb only.
 * @param output the folder that `pack` wrote into
 * @param compression dpkg-deb's options
 * @returns its path
 */
export function makeDeb({ root }, output, compression = ['-Zxz']) {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0)
    throw new PackagingError(
      'The deb needs dpkg-deb, which is not installed.',
      'Install the package dpkg and run the same command again.',
    );
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const setting = (key) => new RegExp(`^ *(?:- )?${key}: (.+)$`, 'm').exec(config)[1];
  const release = `${version}-1`;
  const maintainer = setting('maintainer');
  const staging = mkdtempSync(join(output, 'deb-'));
  const put = (path, content, mode = 0o644) => {
    const to = join(staging, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content, { mode });
  };
  try {
    const app = join(staging, 'usr/lib/dialogram');
    cpSync(unpackedFolder(output), app, { recursive: true });
    const profile = '/usr/lib/dialogram/resources/apparmor-profile';
    put(profile, APPARMOR('/usr/lib/dialogram/dialogram'));
    mkdirSync(join(staging, 'usr/bin'));
    symlinkSync('../lib/dialogram/dialogram', join(staging, 'usr/bin/dialogram'));
    const mime = setting('mimeType');
    const comment = 'learns a dialogue automaton from transcripts';
    put(
      'usr/share/applications/dialogram.desktop',
      `[Desktop Entry]
Type=Application
Name=${setting('productName')}
Comment=${description}
Exec=dialogram %F
Icon=dialogram
Categories=${setting('category')};
MimeType=${mime};
StartupWMClass=dialogram
`,
    );
    put(
      'usr/share/mime/packages/dialogram.xml',
      `<?xml version="1.0" encoding="utf-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="${mime}">
    <comment>${setting('name')}</comment>
    <sub-class-of type="application/vnd.sqlite3"/>
    <icon name="dialogram"/>
    <glob pattern="*.${setting('ext')}"/>
  </mime-type>
</mime-info>
`,
    );
    const read = (path) => readFileSync(join(root, path));
    put('usr/share/icons/hicolor/scalable/apps/dialogram.svg', read('resources/public/icon.svg'));
    put(
      'usr/share/doc/dialogram/copyright',
      `${read('LICENSE')}\nTHIRD-PARTY-NOTICES.md lists the packages used and their licenses.\n`,
    );
    const { SOURCE_DATE_EPOCH: epoch } = process.env;
    const date = epoch ? new Date(Number(epoch) * 1000) : new Date();
    const zipped = {
      'doc/dialogram/changelog': read('CHANGELOG.md'),
      'doc/dialogram/changelog.Debian': DEBIAN_CHANGELOG({ release, maintainer, date }),
      'doc/dialogram/THIRD-PARTY-NOTICES.md': read('THIRD-PARTY-NOTICES.md'),
      'man/man1/dialogram.1': MAN_PAGE({ name: setting('productName'), version, comment }),
    };
    for (const [path, content] of Object.entries(zipped))
      put(`usr/share/${path}.gz`, gzipSync(content, { level: 9 }));
    put('usr/share/lintian/overrides/dialogram', LINTIAN);

    let bytes = 0;
    let sums = '';
    for (const path of readdirSync(staging, { recursive: true }).sort()) {
      const file = join(staging, path);
      const found = lstatSync(file);
      if (found.isSymbolicLink()) continue;
      // Whatever the umask is, everybody may read the files. The helper builds the sandbox where nothing else may.
      if (path.endsWith('/chrome-sandbox')) chmodSync(file, 0o4755);
      else if (found.isDirectory() || (found.mode & 0o100 && !path.includes('.so'))) chmodSync(file, 0o755);
      else chmodSync(file, 0o644);
      if (!found.isFile()) continue;
      bytes += found.size;
      sums += `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${path}\n`;
    }
    chmodSync(staging, 0o755);
    put('DEBIAN/md5sums', sums);
    for (const [name, script] of Object.entries(SCRIPTS(profile))) put(`DEBIAN/${name}`, script, 0o755);
    const arch = DEB_ARCH[process.arch];
    put(
      'DEBIAN/control',
      `Package: dialogram
Version: ${release}
Architecture: ${arch}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: ${DEPENDS}
Recommends: ${RECOMMENDS}
Section: misc
Priority: optional
Description: ${comment}
 Dialogram learns a dialogue automaton from transcripts, shows it, lets people
 correct it, and routes and answers conversations with it.
`,
    );
    const deb = join(output, `dialogram_${release}_${arch}.deb`);
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', staging, deb], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return deb;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}
