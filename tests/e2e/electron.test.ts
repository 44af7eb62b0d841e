import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import { forTheFile, temporaryFolder } from '../fixtures/cleanup.ts';
import { makeProject, openPage, resultOf, startTestBackend, tagWith } from '../fixtures/project.ts';
import { type Desktop, findElectron, makeStarter } from './desktop.ts';
import { eventually, PATIENCE_MS } from './harness.ts';
import { CASES_CSV } from './transcripts.ts';
import { Workbench } from './workbench.ts';

const KEY = 'sk-test-0123456789';
const SMALL = 'Small';
const PLACE = { x: 60, y: 40, width: 1100, height: 800 };

const electron = findElectron();

function choose(app: ElectronApplication, menu: string, entry: string): Promise<void> {
  return app.evaluate(
    ({ BrowserWindow, Menu }, [menu, wanted]) => {
      const top = Menu.getApplicationMenu()?.items.find((item) => item.label === menu || item.role === menu);
      const entry = top?.submenu?.items.find(
        (item) => item.label === wanted || item.role?.toLowerCase() === wanted.toLowerCase(),
      );
      if (!entry) throw new Error(`The menu ${menu} has no ${wanted}.`);
      const [window] = BrowserWindow.getAllWindows();
      entry.click({}, window, window.webContents);
    },
    [menu, entry] as const,
  );
}

function answerDialogs(
  app: ElectronApplication,
  paths: { readonly open?: string; readonly save?: string },
): Promise<void> {
  return app.evaluate(({ dialog }, { open, save }) => {
    const answers = open ? [open] : [];
    dialog.showOpenDialog = (async () => ({ canceled: !open, filePaths: answers })) as never;
    dialog.showSaveDialog = (async () => ({ canceled: !save, filePath: save })) as never;
  }, paths);
}

const graph = (page: Page) => page.getByRole('application', { name: /^Automaton: .* are shown/ });

async function writeProject(path: string): Promise<void> {
  const made = await makeProject(generateDemoDialogues({ seed: 1, count: 80 }));
  await tagWith(made.client, 'annotations');
  await resultOf(made.client, (await made.client.automata.learn({})).job);
  await made.backend.stop();
  copyFileSync(made.path, path);
}

if (typeof electron === 'string') {
  it.skip(`the desktop shell, skipped: ${electron}`, () => {});
} else {
  describe(`the desktop shell in Electron (${electron.version})`, () => {
    const home = temporaryFolder('desktop');
    const small = join(home, `${SMALL}.dialogram`);
    let starter: Awaited<ReturnType<typeof makeStarter>>;
    let desktop: Desktop;
    let { app, page } = {} as Desktop;
    const use = (opened: Desktop): void => {
      desktop = opened;
      ({ app, page } = opened);
    };

    it('opens its window on the start page, sandboxed, with a bridge and nothing of Node', async () => {
      starter = await forTheFile(() => makeStarter(electron, home));
      use(await forTheFile(() => starter.open()));
      await page.getByRole('button', { name: 'Try the demo' }).waitFor();
      expect(page.url()).toBe('app://dialogram/index.html');
      const seen = await page.evaluate(() => ({
        bridge: Object.keys((window as unknown as { dialogram: object }).dialogram).sort(),
        node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
      }));
      expect(seen).toEqual({ bridge: ['native', 'pathOfFile'], node: [] });
      expect(await app.evaluate(() => process.getuid?.())).not.toBe(0);
      expect(await app.evaluate(({ app }) => app.commandLine.hasSwitch('no-sandbox'))).toBe(false);
    });

    it('stays on its own page, and opens no window but the one for notes', async () => {
      const opened = await page.evaluate(() => {
        window.location.href = 'https://example.org/';
        return window.open('https://example.org/') !== null;
      });
      expect([opened, page.url(), app.windows().length]).toEqual([false, 'app://dialogram/index.html', 1]);
      // Playwright waits for the refused navigation until the page is reloaded.
      await page.reload();
      const notes = app.waitForEvent('window');
      await page.evaluate(() => void window.open('about:blank', 'dialogram-notes'));
      await (await notes).close();
      await eventually(() => app.windows().length).toBe(1);
    });

    it('makes a project and imports a file, both chosen in native dialogs', async () => {
      const [project, file] = [join(home, 'Mine.dialogram'), join(home, 'cases.csv')];
      writeFileSync(file, CASES_CSV);
      await answerDialogs(app, { save: project, open: file });
      await page.getByRole('button', { name: 'New project' }).click();
      await page.getByRole('button', { name: 'Import files…' }).click();
      await page.getByRole('button', { name: 'Choose files' }).click();
      await page.getByLabel('Dialogue column').waitFor();
      expect(existsSync(project)).toBe(true);
      await page.keyboard.press('Escape');
    });

    it('imports a file that is dropped on the window', async () => {
      const file = join(home, 'dropped.csv');
      writeFileSync(file, CASES_CSV);
      const pointer = await app.context().newCDPSession(page);
      const data = { items: [], files: [file], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        await pointer.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
        if (type === 'dragOver') await page.getByText('Drop to import').waitFor();
      }
      await page.getByLabel('Dialogue column').waitFor();
      await page.getByText('dropped.csv').first().waitFor();
      await page.keyboard.press('Escape');
    });

    it('has entries in its menu that do what they say', async () => {
      const field = page.getByRole('combobox', { name: 'Find a command' });
      await page.keyboard.press('Control+k');
      await field.fill('cut me');
      await field.focus();
      const clipboard = () => app.evaluate(({ clipboard }) => clipboard.readText());
      await choose(app, 'Edit', 'selectAll');
      await choose(app, 'Edit', 'copy');
      await eventually(clipboard).toBe('cut me');
      await app.evaluate(({ clipboard }) => clipboard.writeText('pasted'));
      await choose(app, 'Edit', 'paste');
      await eventually(() => field.inputValue()).toBe('pasted');
      await choose(app, 'Edit', 'selectAll');
      await choose(app, 'Edit', 'cut');
      await eventually(clipboard).toBe('pasted');
      await eventually(() => field.inputValue()).toBe('');
      await page.keyboard.press('Escape');

      const zoom = () =>
        app.evaluate(({ BrowserWindow }) =>
          Number(BrowserWindow.getAllWindows()[0].webContents.getZoomFactor().toFixed(2)),
        );
      await choose(app, 'View', 'Zoom In');
      await eventually(zoom).toBe(1.1);
      await choose(app, 'View', 'Zoom Out');
      await choose(app, 'View', 'Zoom Out');
      await eventually(zoom).toBe(0.9);
      await choose(app, 'View', 'Actual Size');
      await eventually(zoom).toBe(1);
      await page.keyboard.press('Control+,');
      const size = page.getByLabel('Text size');
      await eventually(() => size.inputValue()).toBe('1');
      await size.selectOption('200 %');
      await eventually(zoom).toBe(2);
      await size.selectOption('100 %');
      await eventually(zoom).toBe(1);
      await page.keyboard.press('Escape');

      await choose(app, 'Help', 'Copy diagnosis');
      await eventually(clipboard).toMatch(/^Dialogram .* · electron\n/);
      await choose(app, 'Help', 'Health…');
      await page.getByRole('dialog', { name: 'Health' }).waitFor();
      await page.keyboard.press('Escape');

      for (const open of [true, false]) {
        // An entry chosen while the tools are on their way does nothing, so it is chosen again.
        let looks = 0;
        const isOpen = async (): Promise<boolean> => {
          const now = await app.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows()[0].webContents.isDevToolsOpened(),
          );
          if (now !== open && looks++ % 100 === 0) await choose(app, 'View', 'toggleDevTools');
          return now;
        };
        await eventually(isOpen).toBe(open);
      }
      const full = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].isFullScreen());
      await choose(app, 'View', 'togglefullscreen');
      await eventually(full).toBe(true);
      await choose(app, 'View', 'togglefullscreen');
      await eventually(full).toBe(false);
    });

    it('may put text into the clipboard', async () => {
      await page.evaluate(() => navigator.clipboard.writeText('copied'));
      expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied');
    });

    it('opens the project that a second start names, and has only one window', async () => {
      await writeProject(small);
      expect(await starter.openAgain(small)).toBe(0);
      await graph(page).waitFor();
      expect(await page.title()).toBe(`${SMALL} – Dialogram`);
      expect(app.windows()).toHaveLength(1);
    });

    it('keeps a key in memory without a key ring, and encrypted on disk with one', async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Find a command' }).fill('Set up models');
      await page.keyboard.press('Enter');
      const models = page.getByRole('dialog', { name: 'Settings' });
      await models.getByLabel('Add a server').selectOption({ label: 'Other server' });
      await models.getByRole('button', { name: 'Add', exact: true }).click();
      await models.getByLabel('Name').fill('Mine');
      await models.getByLabel('Address').fill('http://127.0.0.1:9/v1');
      await models.getByRole('button', { name: 'Save' }).click();
      const keep = async (): Promise<void> => {
        await models.getByLabel('Key', { exact: true }).fill(KEY);
        await models.getByRole('button', { name: 'Keep key' }).click();
        await models.getByRole('button', { name: 'Remove key' }).waitFor();
      };
      const file = join(home, 'keys.json');
      await keep();
      await models.getByText('Kept in memory until you quit Dialogram').waitFor();
      expect(existsSync(file)).toBe(false);
      await models.getByRole('button', { name: 'Remove key' }).click();
      // A virtual display has no key ring; one that reverses keys replaces it.
      await app.evaluate(({ safeStorage }) => {
        const turned = (text: string) => [...text].reverse().join('');
        Object.assign(safeStorage, {
          getSelectedStorageBackend: () => 'gnome_libsecret',
          isAsyncEncryptionAvailable: async () => true,
          encryptStringAsync: async (text: string) => Buffer.from(turned(text)),
          decryptStringAsync: async (bytes: Buffer) => ({ result: turned(String(bytes)) }),
        });
      });
      await keep();
      await eventually(() => existsSync(file)).toBe(true);
      expect(readFileSync(file, 'utf8')).not.toContain(KEY);
      await page.keyboard.press('Escape');
    });

    // In the current version a thread cannot be ended from outside its process.
    it.runIf(electron.version === '22')('starts a backend that crashed again, with its project', async () => {
      const backend = backendOf(app);
      const loaded = page.waitForEvent('load', { timeout: PATIENCE_MS });
      process.kill(backend, 'SIGKILL');
      await loaded;
      expect(backendOf(app)).not.toBe(backend);
      await graph(page).waitFor();
      expect(await page.title()).toBe(`${SMALL} – Dialogram`);
    });

    it('keeps an edit, the job that runs and the place of its window when the menu quits it', async () => {
      const bench = new Workbench(page);
      await bench.open(0);
      await bench.turn(1).getByRole('button', { name: /^#/ }).first().waitFor();
      const [first] = await bench.tags(1);
      await bench.tag(1, first).focus();
      await page.keyboard.press('x');
      await eventually(() => bench.tags(1)).not.toContain(first);
      await eventually(() => bench.undo.getAttribute('aria-label')).toMatch(/^Undo: ./);
      const edit = (await bench.undo.getAttribute('aria-label')) ?? '';
      await page.getByRole('button', { name: `${SMALL}, project menu` }).click();
      await page.getByRole('menuitem', { name: 'Close project' }).click();
      await page.getByRole('button', { name: 'Try the demo' }).click();
      await page.getByRole('heading', { name: 'Preparing the demo' }).waitFor();
      await app.evaluate(
        ({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0].setBounds(place),
        PLACE,
      );
      await choose(app, 'File', 'quit').catch(() => {});
      expect(await desktop.ended).toBe(0);
      expect(existsSync(join(home, 'Demo.dialogram-wal'))).toBe(false);

      // The next start, by a double-click on the project.
      use(await forTheFile(() => starter.open(join(home, 'Demo.dialogram'))));
      await page
        .getByRole('button', { name: /^Continue: / })
        .first()
        .waitFor();
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0].getBounds())).toEqual(
        PLACE,
      );
      expect(await starter.openAgain(small)).toBe(0);
      await page.getByRole('button', { name: edit, exact: true }).waitFor();

      // An undo that is still on its way when the app quits.
      await page.keyboard.press('Control+z');
      await choose(app, 'windowmenu', 'close').catch(() => {});
      expect(await desktop.ended).toBe(0);
      const { client } = openPage(startTestBackend(temporaryFolder('after-quit')));
      await client.projects.open({ path: small });
      const { items } = await client.history.list({ limit: 10 });
      expect(items.map(({ state }) => state)).toEqual(['undone']);
    });
  });
}

/** Returns the process in which Electron 22 runs the backend. */
function backendOf(app: ElectronApplication): number {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  for (const line of listed.split('\n')) {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(parent) === app.process().pid && args.includes('thread-host.mjs')) return Number(pid);
  }
  return 0;
}
