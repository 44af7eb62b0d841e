import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  // Without windows, menus and extensions a page costs it half the work.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** A Chromium-like browser of this machine (CHROMIUM_PATH names one), or null. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path && existsSync(path)) ?? null;
}

/** Where this machine lets us (Debian or Ubuntu, as root), installs Chromium. True when there is a browser then. */
export function installBrowser() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return false;
  process.stderr.write('Installing Chromium for the browser tests …\n');
  const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update', '-qq'], options);
  // Debian's newer releases have the first, which is also the smaller download.
  for (const browser of ['chromium-headless-shell', 'chromium']) {
    if (findBrowser() !== null) break;
    const wanted = [browser, 'fonts-dejavu-core'];
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...wanted], options);
  }
  return findBrowser() !== null;
}
