import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { electronBinary } from '../../scripts/electron-binary.mjs';
import { root } from '../../scripts/setup.mjs';
import { temporaryFolder } from '../fixtures/cleanup.ts';

/** Returns the reason why the desktop shell cannot be tested here; null if it can. */
function reasonToSkip(): string | null {
  if (electronBinary(root) === null) return 'no Electron binary';
  if (!existsSync(join(root, 'out', 'main', 'index.js'))) return 'no production build; run "npm run build"';
  const hasDisplay = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  return hasDisplay ? null : 'no display for Electron; run under xvfb-run';
}

const skipped = reasonToSkip();

if (skipped !== null) {
  it.skip(`the desktop shell, skipped: ${skipped}`, () => {});
} else {
  describe('the desktop shell', () => {
    let app: ElectronApplication;
    let page: Page;

    beforeAll(async () => {
      const home = temporaryFolder('electron');
      const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
      app = await _electron.launch({
        executablePath: electronBinary(root) ?? undefined,
        // Chromium's sandbox does not run as root; elsewhere it stays on.
        args: [root, `--user-data-dir=${home}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        env: { ...env, DIALOGRAM_HOME: home } as Record<string, string>,
      });
      page = await app.firstWindow();
    });

    afterAll(async () => {
      await app?.close();
    });

    it('gives the page a bridge and nothing of Node', async () => {
      const seen = await page.evaluate(() => ({
        bridge: Object.keys((window as unknown as { dialogram: object }).dialogram).sort(),
        node: ['require', 'process', 'module', 'Buffer'].filter((name) => name in window),
      }));
      expect(seen).toEqual({ bridge: ['native', 'pathOfFile'], node: [] });
    });

    it('uses its own scheme and can copy text to the clipboard', async () => {
      expect(page.url()).toBe('app://dialogram/index.html');
      await page.evaluate(() => navigator.clipboard.writeText('copied'));
      expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied');
    });

    it('does not let the page navigate away', async () => {
      const before = page.url();
      const opened = await page.evaluate(() => window.open('https://example.org/') === null);
      await page.evaluate(() => {
        window.location.href = 'https://example.org/';
      });
      expect(opened).toBe(true);
      expect(page.url()).toBe(before);
      expect(app.windows()).toHaveLength(1);
    });

    it('leads from the first start to the automaton of the demo, over its port', async () => {
      await page.getByRole('button', { name: /Try the demo/ }).click();
      await page.getByRole('region', { name: 'Learned automaton' }).waitFor();
      await page.getByRole('application', { name: /^Automaton: .* are shown/ }).waitFor();
    });

    it('restores its project after a reload', async () => {
      await page.reload();
      await page.getByRole('application', { name: /^Automaton: .* are shown/ }).waitFor();
      expect(await page.title()).toMatch(/^Demo/);
    });
  });
}
