import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTemporaryFolder, sweepTemporaryFolders } from '#backend/machine/temporary-folders.ts';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';
import { cookieOf, startWebShell } from '../fixtures/web-shell.ts';

const isWindows = process.platform === 'win32';

afterEach(() => vi.unstubAllEnvs());

function rightsIn(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8),
    ]),
  );
}

describe.skipIf(isWindows)('other users of the machine', () => {
  it('cannot read a project, the files beside it, its backups or exports', async () => {
    const { folder, client, path } = await makeProject(supportCalls(10));
    await tagWith(client, 'annotations');
    await client.history.setAuthor({ name: 'Ann' });
    await client.backups.make();
    await client.projects.saveAs({ path: 'second' });
    await client.projects.open({ path });
    await client.vocabulary.export({ to: 'json', out: 'tags.json', ifExists: 'number' });
    const rights = rightsIn(folder);
    delete rights['calls.jsonl'];
    const names = Object.keys(rights);
    for (const ending of ['.dialogram', '-wal', '-sums', '-backups', 'tags.json', 'settings'])
      expect(
        names.some((name) => name.endsWith(ending)),
        ending,
      ).toBe(true);
    for (const [name, mode] of Object.entries(rights)) {
      const isFolder = statSync(join(folder, name)).isDirectory();
      expect([name, mode]).toEqual([name, isFolder ? '700' : '600']);
    }
  });

  it('cannot read uploads', async () => {
    const { server, workspace } = await startWebShell();
    afterwards(() => server.close());
    const response = await fetch(`${server.origin}/uploads?name=calls.csv`, {
      ...{ method: 'POST', body: 'words' },
      headers: { Cookie: await cookieOf(server), Origin: server.origin },
    });
    expect(response.status).toBe(200);
    expect(rightsIn(join(workspace, 'uploads'))).toEqual({ 'calls.csv': '600' });
    expect((statSync(join(workspace, 'uploads')).mode & 0o777).toString(8)).toBe('700');
  });

  it('see no token on the command line of the browser that is opened', async () => {
    const home = join(temporaryFolder(), 'home');
    const tools = temporaryFolder();
    const seen = join(tools, 'seen');
    writeFileSync(
      join(tools, 'xdg-open'),
      `#!/bin/sh\nprintf "%s" "$*" > ${seen}.new; mv ${seen}.new ${seen}\n`,
    );
    chmodSync(join(tools, 'xdg-open'), 0o755);
    const main = fileURLToPath(new URL('../../electron/web/main.ts', import.meta.url));
    const child = spawn(process.execPath, [main, '--port', '0'], {
      env: {
        ...process.env,
        ...{ DISPLAY: ':9', DIALOGRAM_HOME: home, PATH: `${tools}:${process.env.PATH}` },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    afterwards(() => child.kill('SIGKILL'));
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => existsSync(seen) && /token=\S+/.test(said)).toBe(true);
    const address = /http:\S+/.exec(said)?.[0] ?? '';
    const opened = readFileSync(seen, 'utf8');
    expect(opened).toMatch(/^file:.+\.html$/);
    const page = fileURLToPath(opened);
    expect((statSync(page).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(home).mode & 0o777).toString(8)).toBe('700');
    expect(readFileSync(page, 'utf8')).toContain(`url=${address}"`);
    expect((await fetch(address)).status).toBe(200);
    expect(existsSync(page)).toBe(false);
  });
});

describe('temporary folders', () => {
  it('of a process that is gone are removed, others stay', () => {
    vi.stubEnv('TMPDIR', temporaryFolder());
    const own = makeTemporaryFolder('reading');
    writeFileSync(join(own, 'copy.dialogram'), 'words');
    const gone = spawnSync(process.execPath, ['--eval', '']).pid;
    const left = mkdtempSync(join(tmpdir(), `dialogram-reading-${gone}-`));
    writeFileSync(join(left, 'copy.dialogram'), 'words');
    const other = join(tmpdir(), 'somebody-elses');
    mkdirSync(other);
    sweepTemporaryFolders();
    expect([own, left, other].map(existsSync)).toEqual([true, false, true]);
  });
});
