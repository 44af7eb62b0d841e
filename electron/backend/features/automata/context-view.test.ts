import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkStructure } from '#shared/algorithms/automaton/reading/check-automaton.ts';
import { transitionOf } from '#shared/algorithms/automaton/reading/transitions.ts';
import { learn, toKept } from '#shared/algorithms/learning/learn.ts';
import { contextFromParts } from '#shared/algorithms/retrieval/context/context-parts.ts';
import type { TaggedDialogue } from '#shared/domain/symbols.ts';
import { buildSymbolCorpus } from '../../../../tests/fixtures/tagged-dialogues.ts';
import { createContextView } from './context-view.ts';

const OPTIONS = { tau: 0, lambda: 0.1, depth: null, continueAt: 'ends' } as const;

function dialogue(key: string, script: string): TaggedDialogue {
  const turns = script.split(' ').map((word) => {
    const [role, tags] = word.split(':');
    const names = tags === '' ? [] : tags.split(',');
    return { role: role === 'u' ? ('user' as const) : ('system' as const), tags: names };
  });
  return { key, turns };
}

function viewed(dialogues: readonly TaggedDialogue[]) {
  const learned = toKept(learn('context', buildSymbolCorpus(dialogues), OPTIONS));
  return { ...learned, view: createContextView(contextFromParts(learned.parts)) };
}

const dialogues = [
  dialogue('a', 'u:refund s:ask u:order s:done'),
  dialogue('b', 'u:refund s:ask u:order s:done'),
  dialogue('c', 'u:refund s:ask'),
  dialogue('d', 's:welcome'),
];
const { view, report } = viewed(dialogues);

function stateBy(...tags: readonly string[]): number {
  let state = 0;
  for (const tag of tags) {
    const symbol = view.structure.symbols.findIndex((candidate) => candidate.tag === tag);
    const transition = transitionOf(view.structure, state, symbol);
    expect(transition, `${tag} from state ${state}`).not.toBe(-1);
    state = view.structure.transitionTargets[transition];
  }
  return state;
}

describe('the graph of a context automaton', () => {
  it('shows positions by name and tags with their distance', () => {
    expect(view.structure.symbols.map(({ role, tag }) => `${role} ${tag}`)).toEqual([
      'system ask, 2 turns before',
      'system first answer',
      'system second answer',
      'user order, just before',
      'user refund, 3 turns before',
      'user refund, just before',
    ]);
    const first = stateBy('first answer');
    expect(view.structure.roles[first]).toBe(0);
    expect(view.structure.roles[0]).toBe(2);
    expect(view.structure.roles[stateBy('first answer', 'refund, just before')]).toBe(1);
    expect(report.states).toBe(view.structure.stateCount);
  });

  it('counts dialogues, not turns', () => {
    expect(view.structure.support[0]).toBe(4);
    expect(view.structure.support[stateBy('first answer')]).toBe(3);
    expect(
      view.structure.support[stateBy('second answer', 'order, just before', 'ask, 2 turns before')],
    ).toBe(2);
    expect(view.structure.ends[stateBy('first answer', 'refund, just before')]).toBe(3);
    expect(view.structure.ends[0]).toBe(0);
  });

  it('finds the dialogues whose turns are in a state', () => {
    expect([...view.dialoguesAtState(stateBy('second answer'))]).toEqual([0, 1]);
    expect([...view.dialoguesAtState(0)]).toEqual([0, 1, 2, 3]);
    const states = view.visitsOf(0).map(({ turn, symbol }) => `${turn} ${symbol.tag}`);
    expect(states).toEqual([
      '1 first answer',
      '1 refund, just before',
      '3 second answer',
      '3 order, just before',
      '3 ask, 2 turns before',
      '3 refund, 3 turns before',
    ]);
    expect(view.visitsOf(3)).toEqual([]);
  });
});

describe('a route through the context automaton', () => {
  const route = (script: string, before: number | null = null) =>
    view.route({ turns: dialogue('x', script).turns, policy: 'literal', before });

  it('says which tags were followed, which were skipped and why', () => {
    const { steps } = route('u:refund,hello,ask s:ask', 1);
    expect(steps.map(({ turn, matched }) => [turn, matched])).toEqual([
      [1, ['first answer']],
      [0, ['refund']],
    ]);
    expect(steps[1].reason).toContain('#refund (customer, last turn) leads to state');
    expect(steps[1].reason).toContain(
      'Skipped #hello, because no customer turn in the training dialogues has this tag.',
    );
    expect(steps[1].reason).toContain(
      'Skipped #ask, because no customer turn in the training dialogues has this tag.',
    );
  });

  it('says where it backed off for lack of support', () => {
    const { stoppedBecause, tracked } = route('u:refund s:ask u:order s:done');
    expect(stoppedBecause).toMatch(
      /^The longest known history was found before only 2 turns in 2 dialogues, so a shorter/,
    );
    expect(tracked).toBe(4);
  });

  it('follows the history of the last answer, or of the requested turn', () => {
    const script = 'u:refund s:ask u:order s:done u:bye';
    expect(route(script).steps[0].turn).toBe(3);
    expect(route(script, 1).steps[0].turn).toBe(1);
  });
});

describe('any context automaton', () => {
  const tags = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 });
  const turns = fc.array(fc.record({ role: fc.constantFrom<'user' | 'system'>('user', 'system'), tags }), {
    maxLength: 8,
  });
  const corpora = fc
    .array(turns, { minLength: 1, maxLength: 12 })
    .map((list) => list.map((own, at) => ({ key: `d${at}`, turns: own })));

  it('is a consistent structure whose dialogues agree with its counts and visits', () => {
    fc.assert(
      fc.property(corpora, (corpus) => {
        const { view: any } = viewed(corpus);
        checkStructure(any.structure);
        const { stateCount, support, transitionTargets } = any.structure;
        for (let state = 0; state < stateCount; state++) {
          expect(any.dialoguesAtState(state).length).toBe(support[state]);
        }
        transitionTargets.forEach((target, transition) => {
          expect(any.dialoguesOnTransition(transition)).toEqual(any.dialoguesAtState(target));
        });
        corpus.forEach((_, dialogueIndex) => {
          for (const { state } of any.visitsOf(dialogueIndex)) {
            expect([...any.dialoguesAtState(state)]).toContain(dialogueIndex);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('does not depend on the order of import', () => {
    fc.assert(
      fc.property(corpora, (corpus) => {
        expect(viewed([...corpus].reverse()).view.structure).toEqual(viewed(corpus).view.structure);
      }),
      { numRuns: 40 },
    );
  });
});
