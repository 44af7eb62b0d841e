import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedCorpora } from '../../../../tests/fixtures/corpus-edits.ts';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { learnPaperAutomaton, type PaperOptions } from '../learn.ts';
import { compareAutomata } from './compare-automata.ts';
import { comparedAutomaton } from './match-states.ts';

const OPTIONS: PaperOptions = { tau: 1, lambda: null, depth: null, continueAt: 'ends' };

function learned(dialogues: readonly TaggedDialogue[], options: PaperOptions = OPTIONS) {
  const corpus = buildSymbolCorpus(dialogues);
  return comparedAutomaton(learnPaperAutomaton(corpus, options).automaton, corpus.keys);
}

const arbitraryOptions = fc
  .tuple(arbitraryTreeOptions, arbitraryLambda)
  .map(([options, lambda]): PaperOptions => ({ ...options, lambda }));

describe('compareAutomata', () => {
  it('finds no difference between an automaton and itself', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryOptions, (dialogues, options) => {
        const difference = compareAutomata(learned(dialogues, options), learned(dialogues, options));
        expect(difference).toMatchObject({
          gone: [],
          new: [],
          changed: [],
          transitionsGone: 0,
          transitionsNew: 0,
          dialoguesChanged: [],
          dialoguesGone: 0,
          dialoguesNew: 0,
        });
      }),
    );
  });

  it('exchanges gone and new states if reversed, and matches one to one', () => {
    fc.assert(
      fc.property(editedCorpora, arbitraryOptions, (versions, options) => {
        const before = learned(versions[0], options);
        const after = learned(versions[versions.length - 1], options);
        const there = compareAutomata(before, after);
        const back = compareAutomata(after, before);
        expect(back.gone).toEqual(there.new);
        expect(back.new).toEqual(there.gone);
        expect(back.stateBefore).toEqual(there.stateAfter);
        expect(back.transitionsGone).toBe(there.transitionsNew);
        expect(back.dialoguesNew).toBe(there.dialoguesGone);
        expect(back.dialoguesChanged.map((dialogue) => before.keys[dialogue])).toEqual(
          there.dialoguesChanged.map((dialogue) => after.keys[dialogue]),
        );
        expect(back.changed.map(({ before: old, after: now }) => `${now} ${old}`).sort()).toEqual(
          there.changed.map(({ before: old, after: now }) => `${old} ${now}`).sort(),
        );
        there.stateAfter.forEach((now, old) => {
          if (now !== -1) expect(there.stateBefore[now]).toBe(old);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('lists the states that a change of tags removes and adds', () => {
    const before = learned([
      ...copies(4, 'a', 'u:battery', 's:link'),
      ...copies(3, 'b', 'u:refund', 's:form'),
    ]);
    const after = learned([
      ...copies(4, 'a', 'u:battery', 's:link'),
      ...copies(2, 'b', 'u:refund', 's:form'),
      {
        key: 'b2',
        turns: [
          { role: 'user', tags: ['battery'] },
          { role: 'system', tags: ['form'] },
        ],
      },
    ]);
    const difference = compareAutomata(before, after);
    expect(difference).toMatchObject({ gone: [], transitionsGone: 0, dialoguesGone: 0 });
    expect(difference.new).toHaveLength(1);
    expect(after.structure.support[difference.new[0]]).toBe(1);
    expect(difference.dialoguesChanged.map((dialogue) => after.keys[dialogue])).toEqual(['b2']);
    const supports = difference.changed.map((state) => [
      before.structure.support[state.before],
      after.structure.support[state.after],
    ]);
    expect(supports).toEqual([
      [4, 5],
      [3, 2],
      [3, 2],
    ]);
  });

  it.each([null, 0.1])('knows a state again whose tag was renamed (lambda %s)', (lambda) => {
    const dialogues = [
      ...copies(6, 'a', 'u:battery', 's:link', 'u:thanks'),
      ...copies(5, 'b', 'u:refund', 's:form', 'u:thanks'),
    ];
    const renamed = dialogues.map(({ key, turns }) => ({
      key,
      turns: turns.map(({ role, tags }) => ({
        role,
        tags: tags.map((tag) => (tag === 'battery' ? 'zero power' : tag)),
      })),
    }));
    const options = { ...OPTIONS, lambda };
    const difference = compareAutomata(learned(dialogues, options), learned(renamed, options));
    expect(difference).toMatchObject({ gone: [], new: [], transitionsGone: 1, transitionsNew: 1 });
    expect(difference.dialoguesChanged).toEqual([]);
  });

  it('matches a merged state by its visits', () => {
    const options = { ...OPTIONS, lambda: 0.1 };
    const dialogues = [
      ...copies(6, 'a', 'u:battery', 's:link', 'u:thanks'),
      ...copies(6, 'b', 'u:screen', 's:link', 'u:thanks'),
    ];
    const before = learned(dialogues, options);
    const after = learned([...dialogues, ...copies(3, 'c', 'u:refund', 's:form', 'u:no')], options);
    const { gone, dialoguesNew, dialoguesChanged } = compareAutomata(before, after);
    expect(gone).toEqual([]);
    expect(dialoguesNew).toBe(3);
    expect(dialoguesChanged).toEqual([]);
  });
});
