import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arbitraryDialogues,
  arbitraryLambda,
  arbitraryTreeOptions,
  buildSymbolCorpus,
  copies,
} from '../../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../../domain/symbols.ts';
import { learnPaperAutomaton } from '../learn.ts';
import { createRouter, ROUTE_POLICIES, type RoutePolicy, type RouteTurn } from './route.ts';

const TREE = { tau: 0, depth: null, continueAt: 'ends', lambda: null } as const;

const learn = (dialogues: readonly TaggedDialogue[], options = {}) =>
  learnPaperAutomaton(buildSymbolCorpus(dialogues), { ...TREE, ...options }).automaton;

const user = (...tags: string[]): RouteTurn => ({ role: 'user', tags });
const system = (...tags: string[]): RouteTurn => ({ role: 'system', tags });

/** 1 #battery (2 dialogues), 2 #issues (6); below 2: 3 #battery (3); below 3 the system's 4 #link. */
const automaton = learn([
  ...copies(3, 'both', 'u:issues,battery', 's:link'),
  ...copies(3, 'issues', 'u:issues'),
  ...copies(2, 'battery', 'u:battery'),
]);

function route(policy: RoutePolicy, ...turns: RouteTurn[]) {
  const { steps, state, support, stopped, stoppedBecause } = createRouter(automaton).route(turns, policy);
  return {
    path: steps.map(({ matched, state }) => [...matched, state]),
    state,
    support,
    stopped,
    stoppedBecause,
  };
}

describe('createRouter', () => {
  it('numbers the states as the tests below expect', () => {
    expect([...automaton.support]).toEqual([8, 2, 6, 3, 3]);
  });

  it('literal: follows tags in the given order and stops at the first mismatch', () => {
    expect(route('literal', user('issues', 'battery'), system('link'))).toEqual({
      path: [
        ['issues', 'battery', 3],
        ['link', 4],
      ],
      state: 4,
      support: 3,
      stopped: { kind: 'end-of-dialogue', turns: 2 },
      stoppedBecause: 'The automaton followed the whole dialogue (2 turns).',
    });
    expect(route('literal', user('battery', 'issues'), system('link'))).toEqual({
      path: [['battery', 1]],
      state: 1,
      support: 2,
      stopped: { kind: 'no-transition', turn: 0, role: 'user', tags: ['issues'], state: 1, support: 2 },
      stoppedBecause: 'Turn 1 (customer): no transition for "issues" from state 1 (2 dialogues).',
    });
  });

  it('literal: ignores all tags after the mismatch', () => {
    const { path, stopped } = route('literal', user('hail', 'issues', 'battery'));
    expect(path).toEqual([[0]]);
    expect(stopped).toMatchObject({ kind: 'unknown-tag', tags: ['hail'] });
  });

  it('greedy: follows the most frequent transition first, whatever the order of the tags', () => {
    for (const tags of [
      ['issues', 'battery'],
      ['battery', 'issues'],
    ]) {
      expect(route('greedy', user(...tags), system('link')).path).toEqual([
        ['issues', 'battery', 3],
        ['link', 4],
      ]);
    }
  });

  it('greedy: breaks ties by the smaller symbol', () => {
    const even = learn([...copies(2, 'a', 'u:zebra'), ...copies(2, 'b', 'u:ape')]);
    const { steps } = createRouter(even).route([user('zebra', 'ape')], 'greedy');
    expect(steps[0].matched).toEqual(['ape']);
  });

  it('greedy: follows matching tags, then stops and names the tags left in the turn', () => {
    expect(route('greedy', user('hail', 'battery', 'issues', 'link'), system('link'))).toMatchObject({
      path: [['issues', 'battery', 3]],
      stopped: { kind: 'unknown-tag', turn: 0, tags: ['hail', 'link'], state: 3 },
    });
    expect(route('greedy', user('issues'), system('link')).stopped).toMatchObject({
      kind: 'no-transition',
      turn: 1,
      role: 'system',
      state: 2,
    });
  });

  it('resume: skips tags that do not match and continues with the next turn', () => {
    expect(
      route('resume', user('hail'), system('link'), user('battery', 'issues'), system('link')),
    ).toMatchObject({
      path: [[0], [0], ['issues', 'battery', 3], ['link', 4]],
      stopped: { kind: 'end-of-dialogue', turns: 4 },
    });
  });

  it('names an unknown tag by its role, and quotes any tag', () => {
    expect(route('literal', system('issues\n"now"')).stoppedBecause).toBe(
      'Turn 1 (agent): no agent turn in the training dialogues has "issues\\n\\"now\\"", so the route stays at state 0 (8 dialogues).',
    );
  });

  it('lists every state on the route, also those within a turn', () => {
    const path = (policy: RoutePolicy, ...tags: string[]) =>
      createRouter(automaton).route([user(...tags), system('link')], policy).path;
    expect(path('literal', 'issues', 'battery')).toEqual([0, 2, 3, 4]);
    expect(path('greedy', 'battery', 'issues')).toEqual([0, 2, 3, 4]);
    expect(path('literal', 'hail')).toEqual([0]);
    expect(createRouter(automaton).route([user('battery')], 'greedy', 2).path).toEqual([2, 3]);
  });

  it('stays at its state in a turn without tags, and counts a repeated tag once', () => {
    expect(route('literal', user(), user('issues', 'issues')).path).toEqual([[0], ['issues', 2]]);
  });

  it('handles a dialogue without turns', () => {
    expect(route('literal')).toMatchObject({ path: [], state: 0, support: 8 });
  });

  const arbitraryCase = fc.tuple(arbitraryDialogues, arbitraryTreeOptions, arbitraryLambda);

  it('greedy: follows the tree as it was built, if roles alternate and every turn has a tag', () => {
    const alternating = arbitraryDialogues.map((dialogues) =>
      dialogues.map(({ key, turns }) => ({
        key,
        turns: turns
          .filter(({ tags }) => tags.length > 0)
          .map(({ tags }, turn): RouteTurn => (turn % 2 === 0 ? user(...tags) : system(...tags))),
      })),
    );
    fc.assert(
      fc.property(alternating, (dialogues) => {
        const corpus = buildSymbolCorpus(dialogues);
        const { automaton } = learnPaperAutomaton(corpus, TREE);
        const router = createRouter(automaton);
        for (const { key, turns } of dialogues) {
          const d = corpus.keys.indexOf(key);
          const path = automaton.pathSymbols.subarray(automaton.pathOffsets[d], automaton.pathOffsets[d + 1]);
          const { steps, stopped } = router.route(turns, 'greedy');
          expect(stopped.kind).toBe('end-of-dialogue');
          expect(steps.flatMap(({ matched }) => matched)).toEqual(
            Array.from(path, (symbol) => automaton.symbols[symbol].tag),
          );
        }
      }),
    );
  });

  it('matches only tags of the turn, each once, and ends at the state of its last step', () => {
    fc.assert(
      fc.property(
        arbitraryCase,
        arbitraryDialogues,
        fc.constantFrom(...ROUTE_POLICIES),
        (learned, others, policy) => {
          const [dialogues, options, lambda] = learned;
          const router = createRouter(learn(dialogues, { ...options, lambda }));
          for (const { turns } of others) {
            const { steps, state, stopped } = router.route(turns, policy);
            expect(state).toBe(steps.at(-1)?.state ?? 0);
            expect(steps.length).toBe(stopped.kind === 'end-of-dialogue' ? turns.length : stopped.turn + 1);
            steps.forEach(({ turn, tags, matched }) => {
              expect(tags).toEqual(turns[turn].tags);
              expect(new Set(matched).size).toBe(matched.length);
              const isWhole = matched.length === new Set(tags).size;
              const isStop = stopped.kind !== 'end-of-dialogue' && stopped.turn === turn;
              expect(tags).toEqual(expect.arrayContaining([...matched]));
              if (policy !== 'resume') expect(isWhole).toBe(!isStop);
            });
          }
        },
      ),
    );
  });
});
