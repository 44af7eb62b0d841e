import { expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { delta } from '../automaton/reading/transitions.ts';
import { automatonFromParts } from '../automaton/written/serialise.ts';
import { withCertainty } from './certainty.ts';
import { learn, toKept } from './learn.ts';

const corpusWith = (count: number, rare: number) =>
  buildSymbolCorpus(
    Array.from({ length: count }, (_, at) => ({
      key: String(at).padStart(4, '0'),
      turns: [
        { role: 'user' as const, tags: [at % 2 === 0 ? 'ask' : 'complain'] },
        { role: 'system' as const, tags: [at % rare === 0 ? 'refuse' : 'help'] },
        { role: 'user' as const, tags: ['thank'] },
      ],
    })),
  );

function certaintyOf(rare: number, learner: 'paper' | 'overview' | 'merging' = 'paper', count = 300) {
  const corpus = corpusWith(count, rare);
  const learned = withCertainty(learn(learner, corpus, { ...DEFAULT_PAPER_OPTIONS, tau: 1, lambda: null }));
  const automaton = automatonFromParts(toKept(learned).parts);
  const idOf = (tag: string): number => automaton.symbols.findIndex((symbol) => symbol.tag === tag);
  const asked = delta(automaton, 0, idOf('ask'));
  const refused = delta(automaton, asked, idOf('refuse'));
  const transition = automaton.transitionTargets.indexOf(refused);
  return {
    ask: automaton.stateCertainty?.[asked],
    refuse: automaton.stateCertainty?.[refused],
    transitionToRefuse: automaton.transitionCertainty?.[transition],
  };
}

it('is full for common behavior, and lower if it depends on few dialogues', () => {
  const often = certaintyOf(6);
  expect(often).toEqual({ ask: 100, refuse: 100, transitionToRefuse: 100 });
  const seldom = certaintyOf(150);
  expect(seldom.ask).toBe(100);
  expect(seldom.refuse).toBeGreaterThan(20);
  expect(seldom.refuse).toBeLessThan(100);
  expect(seldom.transitionToRefuse).toBe(seldom.refuse);
});

it.each(['overview', 'merging'] as const)('is lower for the rare states of a picture by %s', (learner) => {
  const picture = certaintyOf(4, learner, 12);
  expect(picture.ask).toBe(100);
  expect(picture.refuse).toBeGreaterThan(50);
  expect(picture.refuse).toBeLessThan(100);
});

it('is the same every time, and not measured for a context automaton', () => {
  expect(certaintyOf(150)).toEqual(certaintyOf(150));
  const context = learn('context', corpusWith(20, 3), DEFAULT_PAPER_OPTIONS);
  expect(withCertainty(context)).toBe(context);
});
