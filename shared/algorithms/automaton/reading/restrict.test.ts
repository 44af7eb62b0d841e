import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton, PAPER_FIGURES } from '../learn.ts';
import { checkStructure } from './check-automaton.ts';
import { restrictAutomaton } from './restrict.ts';

const flows = [
  ...copies(11, 'eleven', 'u:a', 's:b', 'u:c', 's:d', 'u:e'),
  ...copies(10, 'ten', 'u:z', 's:b'),
];

describe('restrictAutomaton', () => {
  it("keeps the part of the paper's figures: four levels, more than ten dialogues", () => {
    const { automaton } = learnPaperAutomaton(buildSymbolCorpus(flows), {
      ...DEFAULT_PAPER_OPTIONS,
      lambda: null,
    });
    const { structure, states } = restrictAutomaton(automaton, PAPER_FIGURES.view);
    expect([...states]).toEqual([0, 1, 3, 5, 6]);
    expect(structure.symbols.map(({ tag }) => tag)).toEqual(['b', 'd', 'a', 'c']);
    expect([...structure.support]).toEqual([21, 11, 11, 11, 11]);
    expect([...structure.depths]).toEqual([0, 1, 2, 3, 4]);
  });

  it('learns no deeper with the preset of the figures', () => {
    const { automaton } = learnPaperAutomaton(buildSymbolCorpus(flows), PAPER_FIGURES.learning);
    expect(Math.max(...automaton.depths)).toBe(4);
  });

  it('drops states that can be reached only through dropped ones, and their tags', () => {
    const dialogues = [...copies(3, 'a', 'u:few', 's:x'), ...copies(3, 'b', 'u:less', 's:x')];
    const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), {
      ...DEFAULT_PAPER_OPTIONS,
      tau: 0,
      lambda: 0.1,
    });
    // The merged states have six dialogues, but each path to them has only three.
    expect([...automaton.support]).toEqual([6, 6, 6]);
    const { structure } = restrictAutomaton(automaton, { minimumSupport: 5, maximumDepth: null });
    expect(structure).toMatchObject({ stateCount: 1, symbols: [] });
  });

  it('returns a consistent structure, the whole one if nothing is below the limits', () => {
    fc.assert(
      fc.property(
        arbitraryDialogues,
        arbitraryTreeOptions,
        arbitraryLambda,
        fc.nat({ max: 6 }),
        (dialogues, options, lambda, minimumSupport) => {
          const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...options, lambda });
          const { structure, states } = restrictAutomaton(automaton, { minimumSupport, maximumDepth: 3 });
          checkStructure(structure);
          states.forEach((state, at) => {
            expect(structure.support[at]).toBe(automaton.support[state]);
            expect(structure.depths[at]).toBeGreaterThanOrEqual(automaton.depths[state]);
            if (state > 0) expect(automaton.support[state]).toBeGreaterThanOrEqual(minimumSupport);
          });
          const whole = restrictAutomaton(automaton, { minimumSupport: 0, maximumDepth: null }).structure;
          expect(whole.transitionTargets).toEqual(automaton.transitionTargets);
          expect(whole.depths).toEqual(automaton.depths);
        },
      ),
      { numRuns: 50 },
    );
  });
});
