import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pack, standIn } from '../../scripts/packaging.mjs';
import { root } from '../../scripts/setup.mjs';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { unpackApp } from '../fixtures/packed-app.ts';
import { findElectron, makeStarter } from './desktop.ts';
import { PATIENCE_MS } from './harness.ts';

const electron = findElectron();

// electron-builder finds only half of the packages behind a link.
const isLinked = lstatSync(join(root, 'node_modules')).isSymbolicLink();
const problem = isLinked ? 'node_modules is a link' : typeof electron === 'string' ? electron : null;

if (problem !== null || typeof electron === 'string')
  it.skip(`the packed app, skipped: ${problem}`, () => {});
else {
  // The archive itself needs the current Electron. Its files, without any other of this tree, do not.
  it('the files of the packed app open a window, tag and learn the demo, and show its graph', async () => {
    const folder = temporaryFolder('packed');
    const output = join(folder, 'dist');
    const place = { root, node: process.execPath };
    await pack(place, standIn(join(folder, 'electron')), output, ['--linux', '--dir']);
    const app = join(folder, 'app');
    unpackApp(output, app);
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
