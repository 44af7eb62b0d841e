import fc from 'fast-check';
import type { DrawnAutomaton } from './drawn-automaton.ts';
import { PLAIN_ARRANGEMENT } from './grid/spacing.ts';

/** A transition of an example: from, to, tag, dialogues. The role is the target's. */
export type ExampleTransition = readonly [from: number, to: number, tag: string, support: number];

/** A small automaton for tests, from its transitions; what is not said follows from them. */
export function exampleAutomaton(
  dialogues: number,
  transitions: readonly ExampleTransition[],
  more: {
    readonly ends?: Readonly<Record<number, number>>;
    readonly merged?: Readonly<Record<number, number>>;
  } = {},
): DrawnAutomaton {
  const stateCount = 1 + transitions.reduce((most, [from, to]) => Math.max(most, from, to), 0);
  const states = Array.from({ length: stateCount }, (_, state) => state);
  const support = states.map((state) =>
    state === 0
      ? dialogues
      : Math.max(0, ...transitions.filter(([, to]) => to === state).map(([, , , count]) => count)),
  );
  const depths = states.map((state) => (state === 0 ? 0 : Number.POSITIVE_INFINITY));
  for (let round = 0; round < stateCount; round++) {
    for (const [from, to] of transitions) depths[to] = Math.min(depths[to], depths[from] + 1);
  }
  const roles = states.map((state) => (state === 0 ? 2 : state % 2));
  const tags = [...new Set(transitions.map(([, to, tag]) => `${roles[to]}${tag}`))].sort();
  return {
    dialogues,
    symbols: tags.map((tag) => ({ role: tag.startsWith('1') ? 'user' : 'system', tag: tag.slice(1) })),
    states: {
      roles,
      support,
      ends: states.map((state) => more.ends?.[state] ?? 0),
      merged: states.map((state) => more.merged?.[state] ?? 1),
      depths: depths.map((depth) => (Number.isFinite(depth) ? depth : stateCount)),
    },
    transitions: {
      from: transitions.map(([from]) => from),
      to: transitions.map(([, to]) => to),
      symbol: transitions.map(([, to, tag]) => tags.indexOf(`${roles[to]}${tag}`)),
      support: transitions.map(([, , , count]) => count),
    },
  };
}

/** Tags that an import may bring: markup, entities, control and bidi characters, long ones, none at all. */
export const HOSTILE_TAGS = [
  '<script>alert(1)</script>',
  '"/><image href=x onerror=y>',
  ']]>&amp;&#0;',
  'a\u0000b\u001bc\u202ed\u200be',
  '\ud800 lone \udfff',
  'x'.repeat(80),
  '退票'.repeat(30),
  '🙂'.repeat(30),
  '',
  '   ',
  'line\nbreak\ttab',
];

const tag = fc.oneof(
  fc.constantFrom('greet', 'refund', 'ask-date', 'thanks', 'bye'),
  fc.constantFrom(...HOSTILE_TAGS),
);

/** Random trees: every state has one way in, and its support is at most its parent's. */
export const anyTree = fc
  .array(fc.record({ parent: fc.nat(), share: fc.integer({ min: 1, max: 100 }), tag }), {
    maxLength: 60,
    size: 'max',
  })
  .map((nodes) => {
    const support = [1000];
    const transitions = nodes.map(({ parent, share, tag: word }, index): ExampleTransition => {
      const from = parent % (index + 1);
      // Children of one state may not have more than it has; a share of what is left keeps to that.
      const count = Math.max(1, Math.floor((support[from] * share) / 200));
      support.push(count);
      return [from, index + 1, `${word}${index}`, count];
    });
    return exampleAutomaton(1000, transitions, { ends: { 1: 3 } });
  });

/** Random automata with loops, ways back, second ways in, parallel transitions and states nothing leads to. */
export const anyAutomaton = fc
  .record({
    dialogues: fc.integer({ min: 1, max: 500 }),
    transitions: fc.array(fc.tuple(fc.nat(25), fc.nat(25), tag, fc.integer({ min: 1, max: 500 })), {
      maxLength: 90,
      size: 'max',
    }),
    merged: fc.dictionary(fc.constantFrom('1', '2', '3', '7'), fc.integer({ min: 1, max: 2000 })),
  })
  .map(({ dialogues, transitions, merged }) =>
    exampleAutomaton(dialogues, transitions, { merged, ends: { 1: 2, 2: 1, 3: 4, 5: 1, 8: 9 } }),
  );

/** Circles and tagged transitions, where a test is about those. */
export const DFA = { ...PLAIN_ARRANGEMENT, notation: 'dfa' } as const;
