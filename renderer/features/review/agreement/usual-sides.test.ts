import { describe, expect, it } from 'vitest';
import type { RunId } from '#shared/domain/ids.ts';
import { usualLeft, usualRight } from './agreement-view.tsx';

const [first, second, third] = [1, 2, 3] as RunId[];
const NOTHING = {
  runs: [
    { id: third, tagger: 'moves' },
    { id: second, tagger: 'annotations' },
    { id: first, tagger: 'annotations' },
  ],
  shown: second,
  corrected: [],
  files: [],
};

describe('the default sides of a comparison', () => {
  it('have your corrected tags on the left, those of the shown run if there are any', () => {
    expect(usualLeft({ ...NOTHING, corrected: [{ run: third }, { run: second }] })).toEqual({
      kind: 'people',
      run: second,
    });
    expect(usualLeft({ ...NOTHING, corrected: [{ run: third }] })).toEqual({ kind: 'people', run: third });
  });

  it('have the run on the left if nobody corrected any', () => {
    expect(usualLeft(NOTHING)).toEqual({ kind: 'run', run: second });
    expect(usualLeft({ ...NOTHING, shown: null })).toEqual({ kind: 'run', run: third });
    expect(usualLeft({ ...NOTHING, runs: [], shown: null })).toBeUndefined();
  });

  it('have another person on the right, or else a different side, never the same twice', () => {
    const mine = { kind: 'people', run: second } as const;
    const theirs = { kind: 'file', file: 9 } as const;
    const opened = { ...NOTHING, files: [{ id: 9 }], corrected: [{ run: second }] };
    expect(usualRight(mine, opened)).toEqual(theirs);
    expect(usualRight(theirs, opened)).toEqual(mine);
    expect(usualRight(mine, NOTHING)).toEqual({ kind: 'run', run: second });
    expect(usualRight({ kind: 'run', run: second }, NOTHING)).toEqual({ kind: 'run', run: first });
    expect(usualRight({ kind: 'run', run: third }, NOTHING)).toEqual({ kind: 'people', run: third });
  });
});
