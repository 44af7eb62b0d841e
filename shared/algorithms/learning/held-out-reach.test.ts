import { expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { createRandom } from '../random/random.ts';
import { measureHeldOutReach } from './held-out-reach.ts';
import { learn } from './learn.ts';

const isHeldOut = (key: string): boolean => Number(key) % 7 === 0;

/** Some dialogues have an order of their own. `edited` has another tag in its first turn. */
function corpusOf(dialogues: number, edited = -1) {
  const random = createRandom(1);
  return buildSymbolCorpus(
    Array.from({ length: dialogues }, (_, at) => ({
      key: String(at).padStart(6, '0'),
      turns: [
        {
          role: 'user' as const,
          tags: [random.pick(['refund', 'repair']), ...(at === edited ? ['rare'] : [])],
        },
        { role: 'system' as const, tags: [random.pick(['ask', 'ask', 'pay', 'send'])] },
      ],
    })),
  );
}

it('measures a picture of very many dialogues on every second or third of them', () => {
  for (const [dialogues, every] of [
    [20_000, 1],
    [20_001, 2],
    [50_000, 3],
  ] as const) {
    const corpus = corpusOf(dialogues);
    const measured = measureHeldOutReach(learn('overview', corpus, DEFAULT_PAPER_OPTIONS), isHeldOut);
    const part = selectDialogues(corpus, (dialogue) => dialogue % every === 0);
    expect(measured.heldOut).toBe(part.keys.filter(isHeldOut).length);
    expect(measured.learnedFrom).toBe(part.keys.length - measured.heldOut);
    const ofPart = measureHeldOutReach(learn('overview', part, DEFAULT_PAPER_OPTIONS), isHeldOut);
    expect(measured.policies).toEqual(ofPart.policies);
  }
});

it('measures again only if a measured dialogue changed', () => {
  const learned = (edited?: number) => learn('overview', corpusOf(20_001, edited), DEFAULT_PAPER_OPTIONS);
  const before = measureHeldOutReach(learned(), isHeldOut);
  for (const [edited, isMeasured] of [
    [1, false],
    [2, true],
    [14, true],
  ] as const) {
    const now = learned(edited);
    const after = measureHeldOutReach(now, isHeldOut, before);
    expect(after.rest === before.rest).toBe(!isMeasured);
    expect(after.policies).toEqual(measureHeldOutReach(now, isHeldOut).policies);
  }
});

it('measures routes on all dialogues', () => {
  const corpus = corpusOf(20_001);
  const { heldOut, learnedFrom } = measureHeldOutReach(
    learn('paper', corpus, DEFAULT_PAPER_OPTIONS),
    isHeldOut,
  );
  expect(heldOut + learnedFrom).toBe(20_001);
});
