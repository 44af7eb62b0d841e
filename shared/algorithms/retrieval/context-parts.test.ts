import { describe, expect, it } from 'vitest';
import { learnContextAutomaton } from './context-automaton.ts';
import { contextFromParts, contextToParts } from './context-parts.ts';
import { buildRetrievalCorpus } from './retrieval-corpus.ts';
import { generatedDialogues } from './test-corpus.ts';

const corpus = buildRetrievalCorpus(generatedDialogues(40, 5));
const automaton = learnContextAutomaton(corpus);
const parts = contextToParts(automaton, corpus.symbols);

describe('a stored context automaton', () => {
  it('comes back as it was, also from bytes at an odd place', () => {
    const arrays = Object.fromEntries(
      Object.entries(parts.arrays).map(([name, bytes]) => {
        const shifted = new Uint8Array(bytes.length + 1);
        shifted.set(bytes, 1);
        return [name, shifted.subarray(1)];
      }),
    ) as typeof parts.arrays;
    const restored = contextFromParts({ header: parts.header, arrays });
    expect(restored.automaton).toEqual(automaton);
    expect(restored.symbols).toEqual(corpus.symbols);
  });

  it('is refused when it is of another version or no JSON', () => {
    expect(() => contextFromParts({ ...parts, header: '{"version":99}' })).toThrow(/version 99/);
    expect(() => contextFromParts({ ...parts, header: 'x' })).toThrow(/no JSON/);
  });

  it.each(['turns', 'children', 'rangeEnds', 'enteringSymbols', 'childOffsets'] as const)(
    'is refused when %s is damaged',
    (name) => {
      const damaged = parts.arrays[name].slice();
      new DataView(damaged.buffer).setInt32(4, 1_000_000, true);
      const arrays = { ...parts.arrays, [name]: damaged };
      expect(() => contextFromParts({ header: parts.header, arrays })).toThrow(RangeError);
    },
  );

  it('is refused when a part is missing or cut short', () => {
    const { places: _, ...rest } = parts.arrays;
    expect(() => contextFromParts({ header: parts.header, arrays: rest as typeof parts.arrays })).toThrow(
      /places/,
    );
    const arrays = { ...parts.arrays, parents: parts.arrays.parents.slice(0, 6) };
    expect(() => contextFromParts({ header: parts.header, arrays })).toThrow(/parents/);
  });
});
