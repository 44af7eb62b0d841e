import { expect, it } from 'vitest';
import { optionsOf, readArguments } from './arguments.ts';

it('takes the options that a usage tells of: with a word, with several, or with none', () => {
  const usage =
    'do PROJECT (--source NAME… | --all) [--state 4|last [--sure]] --column A[:B] … [--force]\n  do --undo';
  expect(optionsOf(usage)).toEqual({
    project: { type: 'string' },
    source: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    state: { type: 'string', multiple: false },
    sure: { type: 'boolean' },
    column: { type: 'string', multiple: true },
    force: { type: 'boolean' },
    undo: { type: 'boolean' },
  });
});

it('reads options by their old names', () => {
  const command = { name: 'similar', usage: 'similar --turn N [--every-turn] [TEXT]' };
  for (const argv of [
    ['--round', '2', '--every-round', '--rounds'],
    ['--turn=2', '--every-turn', '--rounds'],
  ]) {
    expect(() => readArguments(argv, command)).toThrow("Unknown option '--rounds'");
    const given = readArguments(argv.slice(0, -1), command);
    expect([given.integer('turn'), given.named.has('every-turn')]).toEqual([2, true]);
  }
});
