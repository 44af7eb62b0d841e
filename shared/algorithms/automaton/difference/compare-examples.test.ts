import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  buildSymbolCorpus,
  copies,
  dialogue,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import { ROLES } from '../../../domain/dialogue.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { learnPaperAutomaton } from '../learn.ts';
import { compareExamples, type TurnsOfDialogues } from './compare-examples.ts';
import { comparedAutomaton } from './match-states.ts';

function learned(dialogues: readonly TaggedDialogue[]) {
  const corpus = buildSymbolCorpus(dialogues);
  const options = { tau: 0, lambda: null, depth: null, continueAt: 'ends' } as const;
  return comparedAutomaton(learnPaperAutomaton(corpus, options).automaton, corpus.keys);
}

function turnsOf(dialogues: readonly TaggedDialogue[]): TurnsOfDialogues {
  const turnOffsets = Int32Array.of(0, ...dialogues.map(({ turns }) => turns.length));
  for (let at = 1; at < turnOffsets.length; at++) turnOffsets[at] += turnOffsets[at - 1];
  const roles = dialogues.flatMap(({ turns }) => turns.map(({ role }) => ROLES.indexOf(role)));
  return { keys: dialogues.map(({ key }) => key), turnOffsets, turnRoles: Uint8Array.from(roles) };
}

const calls = [...copies(4, 'refund', 'u:refund', 's:ok'), ...copies(4, 'late', 'u:late', 's:look')];
const edited = [dialogue('asks', 'u:late', 's:ok')];
const turn = [dialogue('asks', 'u:refund', 's:ok')];

describe('compareExamples', () => {
  it('returns the answers before and after for a turn whose path changed', () => {
    const all = [...calls, ...turn];
    const [compared, ...others] = compareExamples(
      learned(all),
      learned([...calls, ...edited]),
      turnsOf(all),
      { keys: ['asks'], visitsAnswers: false },
    );
    expect(others).toEqual([]);
    expect(compared).toMatchObject({ dialogue: 8, turn: 1, before: { support: 5 }, after: { support: 5 } });
    const namesOf = (side: 'before' | 'after') =>
      compared[side].examples.map((example) => all[example.dialogue].key.replace(/\W?\d+$/, ''));
    expect(namesOf('before')).toEqual(['refund', 'refund', 'refund']);
    expect(namesOf('after')).toEqual(['late', 'late', 'late']);
  });

  it('finds nothing if nothing differs, and never the dialogue itself as an example', () => {
    fc.assert(
      fc.property(arbitraryDialogues, arbitraryDialogues, (dialogues, others) => {
        const turns = turnsOf(dialogues);
        const before = learned(dialogues);
        const asked = { keys: turns.keys, visitsAnswers: false };
        expect(compareExamples(before, before, turns, asked)).toEqual([]);
        for (const { dialogue: own, before: old, after } of compareExamples(
          before,
          learned(others),
          turns,
          asked,
        )) {
          for (const { dialogue: other, turn } of [...old.examples, ...after.examples]) {
            expect(other).not.toBe(own);
            expect(turns.turnRoles[turns.turnOffsets[other] + turn]).toBe(ROLES.indexOf('system'));
          }
        }
      }),
    );
  });

  it('keeps examples that both automata have', () => {
    const all = [...calls, ...turn];
    const fewer = all.filter(({ key }) => key !== calls[0].key);
    const found = compareExamples(learned(all), learned(fewer), turnsOf(all), {
      keys: ['asks'],
      visitsAnswers: false,
      count: 4,
    });
    const [compared] = found;
    const lost = compared.before.examples.filter(
      (example) => !compared.after.examples.some((other) => other.dialogue === example.dialogue),
    );
    expect(lost).toEqual([{ dialogue: 0, turn: 1 }]);
    expect(compared.after.examples).toHaveLength(3);
  });
});
