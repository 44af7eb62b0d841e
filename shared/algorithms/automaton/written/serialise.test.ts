import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../learn.ts';
import {
  AUTOMATON_ARRAY_NAMES,
  type AutomatonArrayName,
  automatonFromParts,
  automatonToParts,
} from './serialise.ts';

const { automaton } = learnPaperAutomaton(
  buildSymbolCorpus([...copies(7, 'a', 'u:x,y', 's:ok'), ...copies(8, 'b', 'u:x', 's:no')]),
  { ...DEFAULT_PAPER_OPTIONS, lambda: null },
);
const parts = automatonToParts(automaton);

function withArray(name: AutomatonArrayName, change: (values: Int32Array) => Int32Array) {
  const changed = change(new Int32Array(parts.arrays[name].slice().buffer));
  return { ...parts, arrays: { ...parts.arrays, [name]: new Uint8Array(changed.buffer) } };
}

describe('automatonToParts and automatonFromParts', () => {
  it('returns the same automaton after a round trip', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda, (dialogues, options, lambda) => {
        const learned = learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...options, lambda }).automaton;
        expect(automatonFromParts(automatonToParts(learned))).toEqual(learned);
      }),
    );
  });

  it('reads bytes that start anywhere in a larger buffer', () => {
    const shifted = Object.fromEntries(
      AUTOMATON_ARRAY_NAMES.map((name) => {
        const bytes = parts.arrays[name];
        const larger = new Uint8Array(bytes.length + 3);
        larger.set(bytes, 3);
        return [name, larger.subarray(3)];
      }),
    ) as Record<AutomatonArrayName, Uint8Array>;
    expect(automatonFromParts({ header: parts.header, arrays: shifted })).toEqual(automaton);
  });

  it('rejects another version, and names both', () => {
    const header = JSON.stringify({ ...JSON.parse(parts.header), version: 9 });
    expect(() => automatonFromParts({ ...parts, header })).toThrow(/version 9; this program reads 1/);
  });

  it.each(['', 'null', '[]', '{"version":1'])('refuses the header %j', (header) => {
    expect(() => automatonFromParts({ ...parts, header })).toThrow(RangeError);
  });

  it.each(AUTOMATON_ARRAY_NAMES)('refuses %s missing, cut short by a byte, or by an entry', (name) => {
    const { [name]: gone, ...others } = parts.arrays;
    const arrays = others as Record<AutomatonArrayName, Uint8Array>;
    const entry = name === 'roles' ? 1 : 4;
    expect(() => automatonFromParts({ ...parts, arrays })).toThrow(name);
    for (const bytes of [1, entry]) {
      const cut = { ...parts, arrays: { ...parts.arrays, [name]: gone.subarray(0, gone.length - bytes) } };
      expect(() => automatonFromParts(cut)).toThrow(/has \d+ (bytes|entries)|Offsets/);
    }
  });

  it.each([
    ['transitionTargets', 0, 99, /transitionTargets\[0\] is 99; expected 0 to/],
    ['transitionSymbols', 1, -1, /transitionSymbols\[1\] is -1/],
    ['transitionOffsets', 1, 9, /transitionOffsets\[1\] is 9/],
    ['support', 0, 16, /support\[0\] is 16; expected 0 to 15/],
    ['pathStates', 0, 2, /pathStates\[0\] is 2, but symbol/],
    ['pathTurns', 0, 5, /pathTurns\[1\] is \d; expected 5 or more/],
  ] as const)('refuses %s[%d] = %d', (name, at, value, message) => {
    const changed = withArray(name, (values) => values.with(at, value));
    expect(() => automatonFromParts(changed)).toThrow(message);
  });

  it('rejects two transitions by the same symbol, and a state of the wrong role', () => {
    const doubled = withArray('transitionSymbols', (values) => values.fill(values[0]));
    expect(() => automatonFromParts(doubled)).toThrow(/must ascend|roles\[/);
    const roles = parts.arrays.roles.map((role) => (role === 1 ? 0 : role));
    expect(() => automatonFromParts({ ...parts, arrays: { ...parts.arrays, roles } })).toThrow(
      /roles\[1\] is 0/,
    );
  });
});
