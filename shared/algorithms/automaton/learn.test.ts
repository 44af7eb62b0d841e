import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveAutomaton, naiveTree } from '../../../tests/fixtures/naive-learner.ts';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
  dialogue,
} from '../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../domain/symbols.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton, type PaperOptions } from './learn.ts';
import { checkAutomaton } from './reading/check-automaton.ts';
import { delta } from './reading/transitions.ts';
import { growPrefixTree } from './tree/grow-tree.ts';

const EVERYTHING: PaperOptions = { ...DEFAULT_PAPER_OPTIONS, tau: 0 };
const arbitraryOptions = fc
  .record({ tree: arbitraryTreeOptions, lambda: arbitraryLambda })
  .map(({ tree, lambda }): PaperOptions => ({ ...tree, lambda }));

const learn = (dialogues: readonly TaggedDialogue[], options: PaperOptions) =>
  learnPaperAutomaton(buildSymbolCorpus(dialogues), options);

const flows = [
  ...copies(2, 'b', 'u:battery', 's:link', 'u:thank'),
  ...copies(3, 's', 'u:screen', 's:link', 'u:thank'),
];

describe('learnPaperAutomaton', () => {
  it('learns the doubled "#link → #thank" as one', () => {
    const { automaton, report } = learn(flows, EVERYTHING);
    expect(automaton).toEqual({
      symbols: [
        { role: 'system', tag: 'link' },
        { role: 'user', tag: 'battery' },
        { role: 'user', tag: 'screen' },
        { role: 'user', tag: 'thank' },
      ],
      stateCount: 4,
      dialogueCount: 5,
      transitionOffsets: Int32Array.of(0, 2, 3, 4, 4),
      transitionSymbols: Int32Array.of(1, 2, 0, 3),
      transitionTargets: Int32Array.of(1, 1, 2, 3),
      transitionSupport: Int32Array.of(2, 3, 5, 5),
      support: Int32Array.of(5, 5, 5, 5),
      ends: Int32Array.of(0, 0, 0, 5),
      merged: Int32Array.of(1, 2, 2, 2),
      roles: Uint8Array.of(2, 1, 0, 1),
      depths: Int32Array.of(0, 1, 2, 3),
      pathOffsets: Int32Array.of(0, 3, 6, 9, 12, 15),
      pathStates: Int32Array.of(1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3),
      pathTurns: Int32Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2),
      pathSymbols: Int32Array.of(1, 0, 3, 1, 0, 3, 2, 0, 3, 2, 0, 3, 2, 0, 3),
    });
    expect(report).toEqual({
      states: 4,
      statesBeforeMerging: 7,
      statesBeforeClosure: 5,
      transitions: 4,
      candidates: 2,
      accepted: 2,
      forced: 1,
      largestStateShare: 5 / 15,
    });
  });

  it('counts candidates, accepted merges and those that determinism forces', () => {
    const { report } = learn(
      ['x', 'y', 'z'].map((tag) => dialogue(tag, `u:${tag}`, 's:ok')),
      EVERYTHING,
    );
    expect(report).toMatchObject({ statesBeforeMerging: 7, candidates: 3, accepted: 2, forced: 2 });
  });

  it('counts a dialogue once per state, even if it returns, and a visit once per turn', () => {
    const { automaton, report } = learn([dialogue('a', 'u:x', 's:ok', 'u:x', 's:ok')], EVERYTHING);
    expect(automaton.stateCount).toBe(3);
    expect([...automaton.transitionOffsets]).toEqual([0, 1, 2, 3]);
    expect([...automaton.transitionTargets]).toEqual([1, 2, 1]);
    expect([...automaton.support]).toEqual([1, 1, 1]);
    expect([...automaton.transitionSupport]).toEqual([1, 1, 1]);
    expect([...automaton.pathStates]).toEqual([1, 2, 1, 2]);
    expect(report.largestStateShare).toBe(0.5);
  });

  it('reports its stages in order, and can be stopped', () => {
    const stages: string[] = [];
    learnPaperAutomaton(buildSymbolCorpus(flows), EVERYTHING, (stage) => stages.push(stage));
    expect(stages).toEqual(['tree', 'merging', 'automaton']);
    const stop = () => {
      throw new Error('cancelled');
    };
    expect(() => learnPaperAutomaton(buildSymbolCorpus(flows), EVERYTHING, stop)).toThrow('cancelled');
  });

  it('learns only q₀ from no dialogues', () => {
    const { automaton, report } = learn([], DEFAULT_PAPER_OPTIONS);
    expect(automaton.stateCount).toBe(1);
    expect(report).toMatchObject({ states: 1, transitions: 0, largestStateShare: 0 });
  });

  it('agrees with the naive learner', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryOptions, (dialogues, options) => {
        const { automaton, report } = learn(dialogues, options);
        const tree = naiveTree(dialogues, options);
        const naive = naiveAutomaton(tree, options.lambda);
        expect(report).toMatchObject({
          statesBeforeMerging: tree.tracked.size,
          states: naive.states.length,
          candidates: naive.candidates,
          accepted: naive.accepted,
          forced: naive.forced,
          statesBeforeClosure: tree.tracked.size - naive.accepted,
        });
        naive.states.forEach(({ treeStates, tracked, ends, transitions }, state) => {
          expect(automaton.merged[state]).toBe(treeStates.size);
          expect(automaton.support[state]).toBe(tracked.size);
          expect(automaton.ends[state]).toBe(ends);
          const first = automaton.transitionOffsets[state];
          expect(automaton.transitionOffsets[state + 1] - first).toBe(transitions.length);
          transitions.forEach(({ symbol, to, support }, at) => {
            const { role, tag } = automaton.symbols[automaton.transitionSymbols[first + at]];
            expect({ symbol: `${role} ${tag}`, to: automaton.transitionTargets[first + at] }).toEqual({
              symbol,
              to,
            });
            expect(automaton.transitionSupport[first + at]).toBe(support);
          });
        });
      }),
      { numRuns: 150 },
    );
  });

  it('returns consistent arrays: δ is a function, paths follow it, and every state is reached', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryOptions, (dialogues, options) => {
        const { automaton } = learn(dialogues, options);
        checkAutomaton(automaton);
        const visited = new Set(automaton.pathStates);
        expect(visited.size + (visited.has(0) ? 0 : 1)).toBe(automaton.stateCount);
        expect(visited.has(0)).toBe(false);
      }),
    );
  });

  it('tracks the distinct dialogues of the paths at each state and transition', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryOptions, (dialogues, options) => {
        const { automaton } = learn(dialogues, options);
        const atState = Array.from({ length: automaton.stateCount }, () => new Set<number>());
        const taken = new Map<string, Set<number>>();
        for (let d = 0; d < automaton.dialogueCount; d++) {
          let state = 0;
          atState[0].add(d);
          for (let visit = automaton.pathOffsets[d]; visit < automaton.pathOffsets[d + 1]; visit++) {
            const step = `${state} ${automaton.pathSymbols[visit]}`;
            taken.set(step, (taken.get(step) ?? new Set()).add(d));
            state = automaton.pathStates[visit];
            atState[state].add(d);
          }
        }
        expect([...automaton.support]).toEqual(atState.map((tracked) => tracked.size));
        for (let state = 0; state < automaton.stateCount; state++) {
          for (let t = automaton.transitionOffsets[state]; t < automaton.transitionOffsets[state + 1]; t++) {
            const step = `${state} ${automaton.transitionSymbols[t]}`;
            expect(automaton.transitionSupport[t]).toBe(taken.get(step)?.size);
          }
        }
      }),
    );
  });

  it('keeps every path of the tree when merging', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryOptions, (dialogues, options) => {
        const corpus = buildSymbolCorpus(dialogues);
        const tree = growPrefixTree(corpus, options).tree;
        const { automaton } = learnPaperAutomaton(corpus, options);
        const image = new Int32Array(tree.stateCount);
        for (let state = 1; state < tree.stateCount; state++) {
          image[state] = delta(automaton, image[tree.parents[state]], tree.symbols[state]);
          expect(image[state]).toBeGreaterThan(0);
        }
        expect([...automaton.pathStates]).toEqual([...tree.pathStates].map((state) => image[state]));
      }),
    );
  });

  it('does not depend on the order of import', () => {
    const shuffled = arbitraryDialogues.chain((dialogues) =>
      fc
        .shuffledSubarray(dialogues, { minLength: dialogues.length })
        .map((reordered) => [dialogues, reordered] as const),
    );
    fc.assert(
      fc.property(shuffled, arbitraryOptions, ([dialogues, reordered], options) => {
        expect(learn(reordered, options)).toEqual(learn(dialogues, options));
      }),
    );
  });
});
