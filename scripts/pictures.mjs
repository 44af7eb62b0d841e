const { spawn } = await import('node:child_process');
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { join } = await import('node:path');
const { chromium } = await import('playwright-core');
const { findBrowser } = await import('./browser.mjs');
const { smallPng } = await import('./small-png.mjs');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

/** `npm run pictures` takes the pictures of the README and the docs anew: the demo, in a real browser, light and dark. */
const FOLDER = join(root, 'docs', 'pictures');
const SIZE = { width: 1280, height: 800 };

/** What leads to the state that is drilled into. */
const TAG = 'report-missing-parcel';

/** What is said to the demo's help desk. */
const HELP_DESK = [
  'Which parcels are on their way to Zurich?',
  'It is about the parcel KX-40761, answer by phone',
  'How long does a refund take?',
];

ensureInstalled();
ensureBuilt();
const executablePath = findBrowser();
if (executablePath === null) {
  process.stderr.write('There is no Chromium, Chrome or Edge. Install one or name it in CHROMIUM_PATH.\n');
  process.exit(1);
}
mkdirSync(FOLDER, { recursive: true });
const home = mkdtempSync(join(tmpdir(), 'dialogram-pictures-'));
const shell = spawn(appNode(), [join(root, 'out', 'main', 'web.js'), '--no-open'], {
  env: { ...process.env, DIALOGRAM_HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath,
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce' });
  await page.goto(await printedAddress());
  await takeAll(page);
} finally {
  await browser.close();
  const ended = new Promise((resolve) => shell.once('exit', resolve));
  shell.kill();
  await ended;
  rmSync(home, { recursive: true, force: true });
}

function printedAddress() {
  return new Promise((resolve, reject) => {
    let said = '';
    shell.stdout.on('data', (chunk) => {
      said += chunk;
      const [address] = /http:\S+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    shell.once('exit', (code) => reject(new Error(`The browser shell ended with status ${code}.`)));
  });
}

async function takeAll(page) {
  const demo = page.getByRole('button', { name: 'Try the demo' });
  await demo.waitFor();
  await take(page, 'start-light');

  await demo.click();
  await page.getByRole('application').waitFor({ timeout: 60_000 });
  // The notice that the demo is ready would lie over the picture.
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  const place = await stateReachedBy(page, TAG);
  await page.mouse.click(place.x, place.y);
  await page.getByRole('option').first().waitFor();
  await takeBoth(page, 'graph');

  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Light the path' }).click();
  const hidden = page.getByRole('button', { name: 'Show', exact: true });
  if (await hidden.isVisible()) await hidden.click();
  await takeBoth(page, 'dialogue-path');

  await page
    .getByRole('radio', { name: 'Compare' })
    .or(page.getByRole('tab', { name: 'Compare' }))
    .or(page.getByRole('button', { name: 'Compare', exact: true }))
    .first()
    .click();
  await page.getByText('Answer without a model').first().waitFor({ timeout: 60_000 });
  // The demo's batch run may be under way still.
  await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached', timeout: 120_000 });
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  await takeBoth(page, 'compare');

  await page.keyboard.press('Control+7');
  await page.getByRole('button', { name: 'Take the demo’s help desk' }).click();
  await page.getByRole('grid', { name: 'Worksheets support' }).waitFor();
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  await takeBoth(page, 'worksheets');
  await page.getByRole('button', { name: 'Talk to it' }).click();
  const said = page.getByRole('textbox', { name: /^Next turn, as the/ });
  for (const [at, text] of HELP_DESK.entries()) {
    await said.fill(text);
    await said.press('Enter');
    await page
      .getByRole('listitem', { name: `Turn ${at + 1}`, exact: true })
      .getByText('understood as')
      .waitFor();
  }
  await takeBoth(page, 'worksheets-talk');
}

/** Where a state stands that a tag leads to. */
async function stateReachedBy(page, tag) {
  const search = page.getByRole('searchbox', { name: 'Find a tag or a state number' });
  await search.fill(tag);
  const match = page.locator('g.graph-node.match .graph-shape').first();
  await match.waitFor({ state: 'attached' });
  const { x, y, width, height } = await match.boundingBox();
  await search.fill('');
  return { x: x + width / 2, y: y + height / 2 };
}

async function takeBoth(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await take(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function take(page, name) {
  // Beside the picture, so that nothing is pointed at.
  await page.mouse.move(SIZE.width / 2, 2);
  await page.waitForTimeout(500);
  const picture = smallPng(await page.screenshot());
  writeFileSync(join(FOLDER, `${name}.png`), picture);
  process.stdout.write(`docs/pictures/${name}.png  ${Math.round(picture.length / 1024)} KiB\n`);
}
