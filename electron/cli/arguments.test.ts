import { expect, it } from 'vitest';
import { optionsOf } from './arguments.ts';

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
