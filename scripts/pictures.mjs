const { spawn } = await import('node:child_process');
const { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
const { tmpdir } = await import('node:os');
const { basename, join, resolve } = await import('node:path');
const { parseArgs } = await import('node:util');
const { chromium } = await import('playwright-core');
const { findBrowser } = await import('./browser.mjs');
const { smallPng } = await import('./small-png.mjs');
const { FINGERPRINTS, fingerprintOf } = await import('./picture-sources.mjs');
const { appNode, ensureBuilt, ensureInstalled, root } = await import('./setup.mjs');

const { values } = parseArgs({
  options: { project: { type: 'string' }, where: { type: 'string' }, out: { type: 'string' } },
});
/**
 * `npm run pictures` retakes the pictures of the README and the docs: the demo, in a real browser, light and dark.
 * With `--project FILE --out FOLDER [--where FILTER]`, it takes the same pictures of a copy of another project, with a
 * flow of the dialogues that the filter matches.
 */
const PROJECT = values.project === undefined ? null : resolve(values.project);
const FOLDER = PROJECT === null ? join(root, 'docs', 'pictures') : resolve(values.out ?? 'pictures');
const WHERE = PROJECT === null ? 'topic = flight' : (values.where ?? '');
const SIZE = { width: 1280, height: 800 };

/** The messages to the demo's help desk. */
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
const fingerprints = {};
const home = mkdtempSync(join(tmpdir(), 'dialogram-pictures-'));
if (PROJECT !== null) copyFileSync(PROJECT, join(home, basename(PROJECT)));
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
  // The demo takes minutes on a busy machine.
  page.setDefaultTimeout(600_000);
  await page.goto(await printedAddress());
  await takeAll(page);
  if (PROJECT === null) writeFileSync(FINGERPRINTS, `${JSON.stringify(fingerprints, null, 2)}\n`);
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

  if (PROJECT === null) await demo.click();
  else {
    await page.getByRole('button', { name: /^Open project/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Open project' });
    await dialog.getByText(basename(PROJECT, '.dialogram'), { exact: true }).click();
  }
  await page.getByRole('application').waitFor();
  // The notice that the demo is ready would lie over the picture.
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  const findings = page.getByRole('region', { name: 'Findings', exact: true });
  const finding = findings.getByRole('listitem').first();
  await finding.waitFor();
  // The pictures show the app as it is after the first minute: everything prepared, and the hints read.
  await page.getByTitle(/You can keep working\.$/).waitFor({ state: 'detached' });
  const hint = page.getByRole('button', { name: 'Got it' });
  while (await hint.isVisible()) await hint.click();
  await takeBoth(page, 'graph');
  await finding.getByRole('button').first().click();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await finding.hover();
  await finding.getByRole('button', { name: 'Add slide' }).click();
  await page.getByText('Added slide 1').first().waitFor();
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);

  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('[role=option]').first().click();
  await page.getByRole('button', { name: 'Highlight the path' }).click();
  const hidden = page.getByRole('button', { name: 'Show', exact: true });
  if (await hidden.isVisible()) await hidden.click();
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await takeBoth(page, 'dialogue-path');

  await openView(page, 'Present', 'Story');
  await page.getByRole('textbox', { name: 'Title of slide 1' }).waitFor();
  await takeBoth(page, 'story');

  await openView(page, 'Label', 'Review');
  await page.getByRole('radio', { name: /^Random sample/ }).check();
  await page.getByRole('button', { name: /^(Begin|Start)/ }).click();
  await page.getByRole('article').waitFor();
  await takeBoth(page, 'review');

  await openView(page, 'Test', 'Compare');
  await page.getByText('Answer without a model').first().waitFor();
  // The demo's batch run may be under way still.
  await page.getByRole('button', { name: 'Pause' }).waitFor({ state: 'detached' });
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  await takeBoth(page, 'compare');

  await openView(page, 'Design', 'Flows');
  await page.getByRole('button', { name: /^Draft( a flow)?…$/ }).click();
  const drafting = page.getByRole('dialog', { name: 'Draft a flow' });
  await drafting.getByLabel('Task, domain, topic or filter').fill(WHERE);
  // A state is selected by now.
  await drafting.getByLabel('States reached').fill('');
  await drafting.getByRole('button', { name: 'Draft', exact: true }).click();
  await drafting.waitFor({ state: 'detached' });
  const none = page.getByRole('dialog', { name: 'No common flow' });
  if (await none.isVisible()) {
    await takeBoth(page, 'flows-none');
    await none.getByRole('button', { name: 'Draft anyway' }).click();
    await none.waitFor({ state: 'detached' });
  }
  const canvas = page.getByRole('application', { name: /^Flow diagram/ });
  await canvas.focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('region', { name: /^Node / }).waitFor();
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  await takeBoth(page, 'flows');
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await page.getByRole('region', { name: 'Replay' }).getByText('Where dialogues deviate').waitFor();
  await takeBoth(page, 'flows-replay');
  // The help desk is the demo's.
  if (PROJECT !== null) return;

  await openView(page, 'Design', 'Worksheets');
  await page.getByRole('button', { name: 'Add the demo help desk' }).click();
  await page.getByRole('grid', { name: 'Worksheets support' }).waitFor();
  await dismiss.click({ timeout: 2000 }).catch(() => undefined);
  await takeBoth(page, 'worksheets');
  await page.getByRole('button', { name: 'Try in simulator' }).click();
  // Until the worksheets are listed, the automaton's simulator is shown.
  await page.getByText('answered without a model').waitFor();
  const said = page.getByRole('textbox', { name: /^Next turn, as the/ });
  for (const [at, text] of HELP_DESK.entries()) {
    await said.fill(text);
    await said.press('Enter');
    await page
      .getByRole('listitem', { name: `Turn ${at + 1}`, exact: true })
      .getByText('Understood:')
      .waitFor();
  }
  await takeBoth(page, 'worksheets-talk');
}

async function openView(page, area, view) {
  await page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name: area }).click();
  await page
    .getByRole('tablist', { name: `Views of ${area}` })
    .getByRole('tab', { name: view, exact: true })
    .click();
}

async function takeBoth(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await take(page, `${name}-${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

async function take(page, name) {
  const view = name.replace(/-(light|dark)$/, '');
  if (PROJECT === null) fingerprints[view] = fingerprintOf(view);
  // Away from the picture, so that nothing is hovered.
  await page.mouse.move(SIZE.width / 2, 2);
  await page.waitForTimeout(500);
  const picture = smallPng(await page.screenshot());
  writeFileSync(join(FOLDER, `${name}.png`), picture);
  process.stdout.write(`${join(FOLDER, name)}.png  ${Math.round(picture.length / 1024)} KiB\n`);
}
