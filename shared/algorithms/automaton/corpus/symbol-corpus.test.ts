import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  buildSymbolCorpus,
  dialogue,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { createRandom } from '../../random/random.ts';
import { type ReadRows, rowsOf, symbolCorpusFromRows, type TaggedRows } from './symbol-corpus.ts';

const rows: TaggedRows = {
  keys: ['z', 'a'],
  turnOffsets: Int32Array.of(0, 2, 3),
  turnRoles: Uint8Array.of(1, 0, 1),
  tagOffsets: Int32Array.of(0, 2, 3, 4),
  tagIds: Int32Array.of(7, 3, 3, 3),
  tagNames: [undefined, undefined, undefined, 'thank', undefined, undefined, undefined, 'link'],
};

describe('buildSymbolCorpus', () => {
  it('orders dialogues by key and symbols by role and tag', () => {
    const corpus = buildSymbolCorpus([
      dialogue('b', 'u:link,address', 's:address'),
      dialogue('a', 's:', 'u:address'),
    ]);
    expect(corpus).toEqual({
      symbols: [
        { role: 'system', tag: 'address' },
        { role: 'user', tag: 'address' },
        { role: 'user', tag: 'link' },
      ],
      keys: ['a', 'b'],
      turnOffsets: Int32Array.of(0, 2, 4),
      turnRoles: Uint8Array.of(0, 1, 1, 0),
      symbolOffsets: Int32Array.of(0, 0, 1, 3, 4),
      symbolIds: Int32Array.of(1, 1, 2, 0),
      givenIds: Int32Array.of(1, 2, 1, 0),
    });
  });

  it('keeps a repeated tag of a turn once', () => {
    const corpus = buildSymbolCorpus([dialogue('a', 'u:x,y,x')]);
    expect(corpus.symbolIds).toEqual(Int32Array.of(0, 1));
  });

  it('handles turns with many tags', () => {
    const tags = Array.from({ length: 500 }, (_, index) => `${499 - index}`.padStart(3, '0'));
    const corpus = buildSymbolCorpus([{ key: 'a', turns: [{ role: 'user', tags: [...tags, ...tags] }] }]);
    expect(corpus.symbolIds).toEqual(Int32Array.from(tags, (_, index) => index));
  });

  it('is empty without dialogues', () => {
    const corpus = buildSymbolCorpus([]);
    expect(corpus.keys).toEqual([]);
    expect(corpus.turnOffsets).toEqual(Int32Array.of(0));
    expect(corpus.symbolOffsets).toEqual(Int32Array.of(0));
  });

  it('rejects two dialogues with the same key', () => {
    expect(() => buildSymbolCorpus([dialogue('a', 'u:x'), dialogue('b'), dialogue('a')])).toThrow(/"a"/);
  });

  it('does not depend on the order of dialogues or, apart from the given order, of tags', () => {
    fc.assert(
      fc.property(arbitraryDialogues, (dialogues) => {
        const corpus = buildSymbolCorpus(dialogues);
        expect(buildSymbolCorpus(dialogues.toReversed())).toEqual(corpus);
        const reversed = dialogues.map(({ key, turns }) => ({
          key,
          turns: turns.map(({ role, tags }) => ({ role, tags: tags.toReversed() })),
        }));
        const { givenIds } = corpus;
        expect({ ...buildSymbolCorpus(reversed), givenIds }).toEqual(corpus);
      }),
    );
  });

  it("keeps the given order of a turn's tags", () => {
    const { symbols, givenIds } = buildSymbolCorpus([dialogue('a', 'u:y,x,y,z')]);
    expect(Array.from(givenIds, (id) => symbols[id].tag)).toEqual(['y', 'x', 'z']);
  });
});

describe('symbolCorpusFromRows', () => {
  it('returns the same as from dialogues with strings', () => {
    expect(symbolCorpusFromRows(rows)).toEqual(
      buildSymbolCorpus([dialogue('z', 'u:link,thank', 's:thank'), dialogue('a', 'u:thank')]),
    );
  });

  it('treats two ids with one name as one tag', () => {
    const corpus = symbolCorpusFromRows({ ...rows, tagNames: rows.tagNames.map((name) => name && 'same') });
    expect(corpus.symbols.map(({ role, tag }) => `${role} ${tag}`)).toEqual(['system same', 'user same']);
    expect(corpus.symbolIds).toEqual(Int32Array.of(1, 1, 0));
  });

  it('reads only the changed turns after an edit, with the same result', () => {
    let edited = 0;
    fc.assert(
      fc.property(arbitraryDialogues, fc.integer({ min: 1 }), (dialogues, seed) => {
        const random = createRandom(seed);
        let known: ReadRows | null = null;
        const first = rowsOf(dialogues);
        const tagNames = [...first.tagNames, 'another', 'added'];
        let tags = Array.from(first.turnRoles, (_, turn) => [
          ...first.tagIds.subarray(first.tagOffsets[turn], first.tagOffsets[turn + 1]),
        ]);
        for (let edit = 0; edit < 4; edit++) {
          const offsets = [0, ...tags.map((_, turn) => tags.slice(0, turn + 1).flat().length)];
          const now = {
            ...first,
            tagNames,
            tagOffsets: Int32Array.from(offsets),
            tagIds: Int32Array.from(tags.flat()),
          };
          const corpus: SymbolCorpus = symbolCorpusFromRows(now, known);
          expect(corpus).toEqual(symbolCorpusFromRows(now));
          if (corpus.keys === known?.corpus.keys) edited++;
          known = { rows: now, corpus };
          tags = tags.map((own) =>
            random.next() < 0.7 ? own : [...own.slice(random.integer(2)), random.integer(tagNames.length)],
          );
        }
      }),
    );
    expect(edited).toBeGreaterThan(0);
  });

  it.each([
    ['a tag without a name', { tagNames: ['x'] }, /tagIds\[0\] is 7/],
    ['a role that is none', { turnRoles: Uint8Array.of(1, 2, 1) }, /turnRoles\[1\] is 2/],
    ['offsets that fall', { tagOffsets: Int32Array.of(0, 3, 2, 4) }, /tagOffsets\[2\] is 2/],
    ['offsets that stop early', { tagOffsets: Int32Array.of(0, 1, 2, 3) }, /tagOffsets ends at 3/],
    ['too few offsets', { turnOffsets: Int32Array.of(0, 3) }, /turnOffsets has 2 entries; expected 3/],
  ])('refuses %s', (_, change, message) => {
    expect(() => symbolCorpusFromRows({ ...rows, ...change })).toThrow(message);
  });
});
