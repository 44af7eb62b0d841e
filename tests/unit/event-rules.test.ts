import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';

const SELECT = 'export const A = () => <select value="1"><option>1</option></select>;';
const SHARED = 'ui/inputs/field.tsx';

const LATE = [
  '(event) => void act((own) => own.configure({ method: event.target.value }))',
  '({ target }) => setDraft((before) => ({ ...before, name: target.value }))',
  '(event) => { setTimeout(() => { go(event.currentTarget.checked); }); }',
  '({ currentTarget }) => later(async () => save(currentTarget.valueAsNumber))',
];
const AT_ONCE = [
  '(event) => setText(event.target.value)',
  '({ target: { value } }) => setDraft((before) => ({ ...before, name: value }))',
  '(event) => { const { value } = event.target; void act((own) => own.configure({ method: value })); }',
  '() => setOpen((before) => !before)',
];

function refused(sources: ReadonlyMap<string, string>): string[] {
  const folder = temporaryFolder('event-rules');
  const config = { root: true, plugins: [resolve('scripts/event-rules.grit')] };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
  for (const [file, source] of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const linter = resolve('node_modules/@biomejs/biome/bin/biome');
  const { stdout } = spawnSync(
    process.execPath,
    [linter, 'lint', '--only=plugin', '--reporter=github', '--colors=off', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  return [...sources.keys()].filter((file) => stdout.includes(`/${file},`));
}

const sources = new Map([
  ...[...LATE, ...AT_ONCE].map(
    (handler, at) => [`${at}.tsx`, `export const A = () => <Field onChange={${handler}} />;`] as const,
  ),
  ['select.tsx', SELECT],
  [SHARED, SELECT],
]);
let found: readonly string[];

beforeAll(() => {
  found = refused(sources);
});

describe('the rules of events', () => {
  it.each(LATE)('refuse a handler that reads its element later: %s', (handler) => {
    expect(found).toContain(`${LATE.indexOf(handler)}.tsx`);
  });

  it.each(AT_ONCE)('accept a handler that reads it at once: %s', (handler) => {
    expect(found).not.toContain(`${LATE.length + AT_ONCE.indexOf(handler)}.tsx`);
  });

  it('refuse a select other than the shared one', () => {
    expect(found).toContain('select.tsx');
    expect(found).not.toContain(SHARED);
  });
});
