import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import type { TaggedDialogue } from '../../domain/symbols.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { adviceOn, describeChance, distinctSequences } from './advice.ts';
import { measureHeldOutReach } from './held-out-reach.ts';
import { learn } from './learn.ts';

const dialogue = (at: number, ...tags: readonly string[]): TaggedDialogue => ({
  key: String(at).padStart(4, '0'),
  turns: tags.map((tag, turn) => ({ role: turn % 2 === 0 ? 'user' : 'system', tags: [tag] })),
});

function kindsOf(dialogues: readonly TaggedDialogue[], learner: 'paper' | 'overview' = 'paper') {
  const learned = learn(learner, buildSymbolCorpus(dialogues), DEFAULT_PAPER_OPTIONS);
  const reach = measureHeldOutReach(learned, (key) => Number(key) % 5 === 0);
  return adviceOn(learned, reach).map(({ kind }) => kind);
}

const anyTurns = fc.array(
  fc.record({
    role: fc.constantFrom('user' as const, 'system' as const),
    tags: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
  }),
  { maxLength: 4 },
);

const many = (make: (at: number) => TaggedDialogue) => Array.from({ length: 100 }, (_, at) => make(at));
const flow = many((at) =>
  at % 2 === 0
    ? dialogue(at, 'refund', 'ask-number', 'number', 'pay', 'thanks', 'bye')
    : dialogue(at, 'repair', 'ask-address', 'address', 'send', 'thanks', 'bye'),
);

it('is empty for dialogues that follow a flow', () => {
  expect(kindsOf(flow)).toEqual([]);
  expect(kindsOf(flow, 'overview')).toEqual([]);
});

it('says that tags are too fine if every dialogue has its own', () => {
  const fine = many((at) => dialogue(at, `word${at}`, `answer${at}`, `reply${at}`));
  expect(kindsOf(fine)).toEqual(expect.arrayContaining(['tags-too-fine', 'routes-end-early', 'no-ends']));
  expect(kindsOf(fine, 'overview')).toEqual(expect.arrayContaining(['tags-too-fine', 'not-drawn']));
});

it('does not depend on the order of the tags of a turn', () => {
  const anyOrder = many((at) => ({
    key: String(at).padStart(4, '0'),
    turns: ['ask', 'tell', 'thank'].map((tag, turn) => ({
      role: turn % 2 === 0 ? ('user' as const) : ('system' as const),
      // The greedy tree takes the more common tag first. It is the last one in every turn.
      tags: at % 3 === 0 ? [`${tag}-b`] : [`${tag}-a`, `${tag}-b`],
    })),
  }));
  expect(kindsOf(anyOrder)).not.toContain('routes-end-early');
});

it('says that tags are too coarse', () => {
  const coarse = many((at) => dialogue(at, ...Array.from({ length: 2 + (at % 7) }, () => 'said')));
  expect(kindsOf(coarse)).toContain('tags-too-coarse');
  expect(kindsOf(coarse, 'overview')).toContain('tags-too-coarse');
});

it('counts the distinct sequences of tags as if each were written out', () => {
  fc.assert(
    fc.property(fc.array(anyTurns, { maxLength: 40 }), (all) => {
      const dialogues = all.map((turns, at) => ({ key: String(at).padStart(4, '0'), turns }));
      const written = dialogues.map(({ turns }) =>
        JSON.stringify(turns.map(({ role, tags }) => tags.map((tag) => `${role} ${tag}`).sort())),
      );
      expect(distinctSequences(buildSymbolCorpus(dialogues))).toBe(new Set(written).size);
    }),
  );
});

it('says that an order is no better than chance if tags come in any order', () => {
  let state = 1;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return state;
  };
  const anyOrder = many((at) => dialogue(at, ...Array.from({ length: 8 }, () => `tag-${next() % 12}`)));
  expect(kindsOf(anyOrder, 'overview')).toContain('chance');
});

it('suggests Teach while many turns have no move, but not once they are named', () => {
  const half = (name: string) =>
    flow.map(({ key, turns }) => ({
      key,
      turns: turns.map((turn, at) => (at % 2 === 0 ? turn : { ...turn, tags: [name] })),
    }));
  const learned = (dialogues: readonly TaggedDialogue[]) => {
    const picture = learn('overview', buildSymbolCorpus(dialogues), DEFAULT_PAPER_OPTIONS);
    return adviceOn(
      picture,
      measureHeldOutReach(picture, (key) => Number(key) % 5 === 0),
    );
  };
  expect(learned(half('other')).find(({ kind }) => kind === 'untagged')).toEqual({
    kind: 'untagged',
    message:
      '50 % of the turns have no move, so the graph says little about them. Naming these turns in Teach helps most.',
    remedy: 'teach',
  });
  expect(learned(half('told')).map(({ kind }) => kind)).not.toContain('untagged');
});

it('says "one tag" for one, and names the speaker if the other has no tags', () => {
  const one = flow.map(({ key, turns }) => ({
    key,
    turns: turns.map((turn) => ({
      ...turn,
      tags: turn.role === 'user' || turn.tags[0] === 'bye' ? [] : ['calls'],
    })),
  }));
  const picture = learn('overview', buildSymbolCorpus(one), DEFAULT_PAPER_OPTIONS);
  const advice = adviceOn(
    picture,
    measureHeldOutReach(picture, (key) => Number(key) % 5 === 0),
  );
  expect(advice.find(({ kind }) => kind === 'tags-too-coarse')?.message).toMatch(
    /^There is only one tag, so/,
  );
});

it('says "fewer" if fewer turns are followed than by chance, and "no more" if it is the same', () => {
  expect(describeChance(61, 0, 0, 0)).toMatch(/it follows no more turns than chance \(0 to 0 %\)/);
  expect(describeChance(130, 0.03, -0.01, 0.07)).toBe(
    'This picture may not be reliable. On 130 dialogues it has not seen, it follows only 3 % more turns than chance (−1 to 7 %).',
  );
  expect(describeChance(18, -0.12, -0.23, 0.01)).toMatch(
    /follows 12 % fewer turns than chance \(−23 to 1 %\)/,
  );
});
