import { expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../domain/symbols.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { createRandom } from '../random/random.ts';
import { type LearnedAutomaton, learn } from './learn.ts';
import { settingFigures, withShuffledTurns } from './setting-figures.ts';

const dialogue = (at: number, ...tags: readonly string[]): TaggedDialogue => ({
  key: String(at).padStart(4, '0'),
  turns: tags.map((tag, turn) => ({ role: turn % 2 === 0 ? 'user' : 'system', tags: tag ? [tag] : [] })),
});

const flow = Array.from({ length: 100 }, (_, at) =>
  at % 2 === 0
    ? dialogue(at, 'refund', 'ask-number', 'number', 'pay', 'thanks', 'bye')
    : dialogue(at, 'repair', 'ask-address', 'address', 'send', 'thanks', ''),
);
const LEARNERS: readonly LearnedAutomaton['learner'][] = [
  'paper',
  'context',
  'overview',
  'dependency',
  'merging',
];
const isHeldOut = (key: string): boolean => Number(key) % 5 === 0;
const figuresOf = (learner: LearnedAutomaton['learner'], dialogues: readonly TaggedDialogue[]) =>
  settingFigures(learn(learner, buildSymbolCorpus(dialogues), DEFAULT_PAPER_OPTIONS), isHeldOut);

it.each(LEARNERS)('measures %s alike: what dialogues of a flow follow beyond chance', (learner) => {
  const figures = figuresOf(learner, flow);
  expect(figures).toMatchObject({ heldOut: 20, sequences: 2 });
  expect(figures.followed).toBeGreaterThan(0.9);
  // After a label, the main path continues with almost any other.
  expect(figures.beyondChance.estimate).toBeGreaterThan(learner === 'dependency' ? 0.02 : 0.1);
  // Counted over all answers together, there is no interval.
  if (learner === 'context') expect(figures.beyondChance.lower).toBeNull();
  else if (learner !== 'dependency') expect(figures.beyondChance.lower).toBeGreaterThan(0);
});

it('counts turns that reach a state with a name', () => {
  // Of six turns, every second dialogue has five with a tag.
  expect(figuresOf('paper', flow).named).toBeCloseTo(5.5 / 6);
  // Symbols are chosen until they name 95 % of the turns with a tag.
  expect(figuresOf('overview', flow).named).toBeCloseTo(5.5 / 6);
  expect(figuresOf('context', flow).named).toBeNull();
});

it('finds nothing beyond chance if tags come in any order', () => {
  const random = createRandom(7);
  const anyOrder = Array.from({ length: 100 }, (_, at) =>
    dialogue(at, ...Array.from({ length: 8 }, () => `tag-${random.integer(6)}`)),
  );
  for (const learner of ['paper', 'overview', 'merging'] as const) {
    const { lower } = figuresOf(learner, anyOrder).beyondChance;
    expect(lower).toBeLessThanOrEqual(0.02);
  }
});

it('shuffles the tags of turns only among the turns of their role', () => {
  const corpus = buildSymbolCorpus(flow);
  const mixed = withShuffledTurns(corpus, createRandom(1));
  const tagsOf = (role: number, { turnRoles, symbolOffsets, symbolIds }: typeof corpus) =>
    Array.from(turnRoles.keys())
      .filter((turn) => turnRoles[turn] === role)
      .map((turn) => symbolIds.subarray(symbolOffsets[turn], symbolOffsets[turn + 1]).join());
  for (const role of [0, 1]) {
    expect(tagsOf(role, mixed)).not.toEqual(tagsOf(role, corpus));
    expect(tagsOf(role, mixed).sort()).toEqual(tagsOf(role, corpus).sort());
  }
  expect(mixed.turnOffsets).toEqual(corpus.turnOffsets);
});
