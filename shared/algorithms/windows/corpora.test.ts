import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { corpusPath, describeWithCorpus } from '../../../tests/fixtures/corpora.ts';
import { windowTurns } from '../../../tests/fixtures/window-turns.ts';
import type { Role } from '../../domain/dialogue.ts';
import { nextTurnWindows } from './windows.ts';

interface Dialogue {
  readonly untokenised?: boolean;
  readonly turns: readonly { readonly speaker: Role; readonly text: string }[];
}

describeWithCorpus('windows of MultiWOZ', ['multiwoz'], () => {
  it('are about as many as the second paper counts for the validation split', () => {
    const lines = gunzipSync(readFileSync(corpusPath('multiwoz')))
      .toString()
      .trimEnd()
      .split('\n');
    const windows = lines
      .map((line) => JSON.parse(line) as Dialogue)
      .filter(({ untokenised }) => !untokenised)
      .map(({ turns }) =>
        nextTurnWindows(windowTurns(turns.map(({ speaker, text }) => ({ role: speaker, text })))),
      );
    expect(windows).toHaveLength(999);
    expect(windows.flat()).toHaveLength(7365);
    expect(Math.max(...windows.flat().map(({ context }) => context.length))).toBe(5);
  });
});
