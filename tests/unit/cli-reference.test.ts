import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../electron/cli/commands.ts';
import { CLI_REFERENCE, readCommands, withUsages } from '../../scripts/cli-reference.mjs';

const page = readFileSync(CLI_REFERENCE, 'utf8');

it('shows the usage of every command in the CLI reference (npm run cli-reference writes it)', async () => {
  expect(withUsages(page, await readCommands())).toBe(page);
});

it('has no section for a command that does not exist', () => {
  const sections = Array.from(page.matchAll(/^## (\S+)$/gm), ([, name]) => name);
  expect(sections.toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted());
});

it('replaces an outdated usage, and adds a section for a new command', () => {
  const reference = '## old\n\n```\nold --before\n```\n\nText stays.\n';
  const commands = [
    { name: 'old', summary: 'Old', usage: 'old --after' },
    { name: 'new', summary: 'Does something new', usage: 'new [--option]\n  new --undo' },
  ];
  expect(withUsages(reference, commands)).toBe(
    '## old\n\n```\nold --after\n```\n\nText stays.\n\n## new\n\n```\nnew [--option]\nnew --undo\n```\n\nDoes something new.\n',
  );
});
