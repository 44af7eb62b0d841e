import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSymbolCorpus } from '../../../tests/fixtures/tagged-dialogues.ts';
import { isEndDrawn } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import { replaceRows } from '../automaton/corpus/replace-rows.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { rowsOf, symbolCorpusFromRows } from '../automaton/corpus/symbol-corpus.ts';
import { compareAutomata } from '../automaton/difference/compare-automata.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { checkAutomaton } from '../automaton/reading/check-automaton.ts';
import { delta } from '../automaton/reading/transitions.ts';
import { automatonFromParts, automatonToParts } from '../automaton/written/serialise.ts';
import { comparedOf } from '../learning/compared.ts';
import { countNotDrawn, toKept } from '../learning/learn.ts';
import { createRandom } from '../random/random.ts';
import {
  type LearnedOverview,
  learnOverview,
  overviewSequences,
  overviewSymbols,
  withMainTransitions,
} from './learn-overview.ts';
import {
  isUnnamed,
  nameOfTurn,
  rankSymbols,
  selectKinds,
  sequencesOf,
  takeSymbols,
  turnKinds,
  UNTAGGED_TAG,
} from './one-symbol.ts';
import { oneSymbolReader, replay, shuffled } from './replay.ts';
import { rankTags, tagOfTurn } from './tag-of-turn.ts';

type SpokenTags = readonly [user: readonly string[], system: readonly string[]][];

const taggedOf = (dialogues: readonly SpokenTags[]) =>
  dialogues.map((said, at) => ({
    key: String(at).padStart(4, '0'),
    turns: said.flatMap(([user, system]) => [
      { role: 'user' as const, tags: user },
      { role: 'system' as const, tags: system },
    ]),
  }));

const corpusOf = (dialogues: readonly SpokenTags[]) => buildSymbolCorpus(taggedOf(dialogues));

const learn = (dialogues: readonly SpokenTags[], states?: number) =>
  learnOverview(corpusOf(dialogues), { ...DEFAULT_PAPER_OPTIONS, states });

const chooseSymbols = (
  corpus: ReturnType<typeof corpusOf>,
  { most, ...limits }: { most: number; named: number; leastDialogues: number },
) => takeSymbols(turnKinds(corpus), rankSymbols(turnKinds(corpus), limits), most);

const repeated = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

const anyDialogues = fc.array(
  fc.array(
    fc.tuple(
      fc.uniqueArray(fc.constantFrom('a', 'b-1', 'b-2', 'b-2.c', 'b-2.d', 'other', 'b-*'), { maxLength: 3 }),
      fc.uniqueArray(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    ),
    { maxLength: 6 },
  ),
  { maxLength: 30 },
);

/** By dialogue, the turn and the symbol of each step, by definition. */
function stepsByDefinition(corpus: ReturnType<typeof corpusOf>, symbols: ReturnType<typeof overviewSymbols>) {
  const { symbolOffsets, givenIds, turnOffsets, turnRoles } = corpus;
  return corpus.keys.map((_, dialogue) => {
    const steps: [turn: number, tag: string][] = [];
    for (let turn = turnOffsets[dialogue]!; turn < turnOffsets[dialogue + 1]!; turn++) {
      const role = ROLES[turnRoles[turn]!]!;
      const tags = [...givenIds.slice(symbolOffsets[turn], symbolOffsets[turn + 1])].map(
        (id) => corpus.symbols[id]!.tag,
      );
      const isDrawn = (tag: string) => symbols.some((one) => one.role === role && one.tag === tag);
      const own = nameOfTurn(tags, (tag) => !isUnnamed(tag) && isDrawn(tag));
      const tag = own ?? (tags.every(isUnnamed) && isDrawn(UNTAGGED_TAG) ? UNTAGGED_TAG : undefined);
      if (tag !== undefined) steps.push([turn - turnOffsets[dialogue]!, tag]);
    }
    return steps;
  });
}

describe('the sequences of an overview', () => {
  it('have for each turn the symbol of its own tags, in every size', () => {
    fc.assert(
      fc.property(anyDialogues, fc.integer({ min: 4, max: 12 }), (dialogues, states) => {
        const corpus = corpusOf(dialogues);
        const symbols = overviewSymbols(turnKinds(corpus), { states });
        const { offsets, turns, steps } = sequencesOf(turnKinds(corpus), symbols);
        const read = corpus.keys.map((_, dialogue) =>
          [...steps.slice(offsets[dialogue], offsets[dialogue + 1])].map((step, at) => [
            turns[offsets[dialogue]! + at],
            symbols[step]!.tag,
          ]),
        );
        expect(read).toEqual(stepsByDefinition(corpus, symbols));
      }),
    );
  });

  it('of some dialogues equal those of a corpus of only these dialogues, in every size', () => {
    fc.assert(
      fc.property(anyDialogues, fc.integer({ min: 4, max: 12 }), fc.nat(), (dialogues, states, seed) => {
        const corpus = corpusOf(dialogues);
        const { next } = createRandom(seed);
        const kept = Int32Array.from(corpus.keys.keys()).filter(() => next() < 0.5);
        const alone = selectDialogues(corpus, (dialogue) => kept.includes(dialogue));
        expect(overviewSequences(selectKinds(turnKinds(corpus), kept), { states })).toEqual(
          overviewSequences(turnKinds(alone), { states }),
        );
      }),
    );
  });

  it('skip the turns that are counted as not on the graph', () => {
    fc.assert(
      fc.property(anyDialogues, fc.integer({ min: 4, max: 12 }), (dialogues, states) => {
        const overview = learn(dialogues, states);
        const { corpus } = overview;
        const drawn = stepsByDefinition(corpus, overviewSymbols(turnKinds(corpus), { states }));
        const counts: Record<string, number> = {};
        dialogues.forEach((said, dialogue) => {
          const turns = said.flatMap(([user, system]) => [
            [ROLES[1], user] as const,
            [ROLES[0], system] as const,
          ]);
          turns.forEach(([role, tags], turn) => {
            const first = tags.find((tag) => !isUnnamed(tag));
            if (first === undefined || drawn[dialogue]!.some(([at]) => at === turn)) return;
            counts[`${role} ${first}`] = (counts[`${role} ${first}`] ?? 0) + 1;
          });
        });
        const { moves, turns } = countNotDrawn(overview);
        expect(
          Object.fromEntries(moves.map(({ role, tag, turns: count }) => [`${role} ${tag}`, count])),
        ).toEqual(counts);
        expect(turns).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
      }),
    );
  });
});

describe('the symbols of an overview', () => {
  it('are those that name most turns without a name', () => {
    const corpus = corpusOf([
      ...repeated(5, [[['ask', 'polite'], ['tell']]] as SpokenTags),
      ...repeated(4, [[['polite'], ['tell']]] as SpokenTags),
      ...repeated(3, [[['complain'], ['tell']]] as SpokenTags),
    ]);
    // "ask" is on more turns than "complain", but all of them are named by "polite".
    const symbols = chooseSymbols(corpus, { most: 3, named: 1, leastDialogues: 2 });
    expect(symbols.map(({ role, tag }) => `${role} ${tag}`)).toEqual([
      'system tell',
      'system untagged',
      'user complain',
      'user polite',
      'user untagged',
    ]);
  });

  it('are families of tags if these say more than single tags do', () => {
    const corpus = corpusOf([
      ...repeated(9, [[['thank'], ['ask_date']]] as SpokenTags),
      ...repeated(2, [[['hotel_ask_price'], ['ask_date']]] as SpokenTags),
      ...repeated(3, [[['hotel_ask_area', 'hotel_book'], ['ask_date']]] as SpokenTags),
      ...repeated(4, [[['hotel_book'], ['ask_date']]] as SpokenTags),
    ]);
    const chosen = (most: number) =>
      chooseSymbols(corpus, { most, named: 1, leastDialogues: 2 })
        .map(({ tag }) => tag)
        .filter((tag) => tag !== 'untagged');
    // "ask_date" is on 18 turns, "thank" on 9, "hotel_book" on 7, and its family on 9, worth half as much.
    expect(chosen(2)).toEqual(['ask_date', 'thank']);
    expect(chosen(3)).toEqual(['ask_date', 'hotel_book', 'thank']);
    expect(chosen(4)).toEqual(['ask_date', 'hotel_ask_price', 'hotel_book', 'thank']);
    const many = corpusOf(
      ['price', 'area', 'stars', 'pets'].map((what) => [[[`hotel_ask_${what}`], ['ask_date']]] as SpokenTags),
    );
    expect(chooseSymbols(many, { most: 2, named: 1, leastDialogues: 1 })).toEqual([
      { role: 'system', tag: 'ask_date' },
      { role: 'system', tag: 'untagged' },
      { role: 'user', tag: 'hotel_ask_*' },
      { role: 'user', tag: 'untagged' },
    ]);
  });

  it('name a turn by a tag rather than a family, and by the closest family', () => {
    const corpus = corpusOf([
      [
        [['hotel_ask_price', 'thank'], ['x']],
        [['hotel_ask_price'], ['x']],
        [['hotel_book'], ['x']],
        [['taxi_book'], ['x']],
      ],
    ]);
    const symbols = ['hotel_*', 'hotel_ask_*', 'thank'].map((tag) => ({
      role: 'user' as const,
      tag,
    }));
    const { steps } = sequencesOf(turnKinds(corpus), symbols);
    expect(Array.from(steps, (step) => symbols[step]?.tag)).toEqual(['thank', 'hotel_ask_*', 'hotel_*']);
  });

  it('name a turn by the first of its given tags that was chosen', () => {
    const corpus = corpusOf([
      [
        [['rare', 'other', 'b', 'a'], ['x']],
        [['a', 'b'], []],
      ],
    ]);
    const symbols = [
      { role: 'user', tag: 'a' },
      { role: 'user', tag: 'b' },
    ] as const;
    const { steps } = sequencesOf(turnKinds(corpus), symbols);
    expect(Array.from(steps, (step) => symbols[step].tag)).toEqual(['b', 'a']);
  });

  it('name a turn by the same tag as lists and event logs', () => {
    const tags = ['hotel_ask_price', 'hotel_book', 'taxi_book', 'thank', 'bye', 'other'];
    const { integer, shuffle } = createRandom(7);
    const said = Array.from({ length: 300 }, () => shuffle([...tags]).slice(0, integer(4)));
    const shown = ['hotel_*', 'bye', 'untagged'].map((tag) => ({ role: 'user' as const, tag }));
    const corpus = corpusOf(said.map((own) => [[own, ['x']]]));
    const { steps } = sequencesOf(turnKinds(corpus), shown);
    const rank = rankTags(shown);
    // Other tags are too rare to be drawn.
    const unite = (tag: string): string[] =>
      tag.startsWith('hotel_')
        ? ['hotel_*']
        : tag === 'other'
          ? ['untagged']
          : tag === 'bye' || tag === 'untagged'
            ? [tag]
            : [];
    expect(Array.from(steps, (step) => shown[step]?.tag)).toEqual(
      said.flatMap((own) => unite(tagOfTurn('user', own, shown, rank) ?? '')),
    );
    expect(tagOfTurn('user', ['taxi_book', 'hotel_book', 'thank', 'bye'], shown, rank)).toBe('bye');
    expect(tagOfTurn('user', ['taxi_book', 'hotel_book', 'thank'], shown, rank)).toBe('hotel_book');
    expect(tagOfTurn('user', ['other', 'taxi_book', 'thank'], shown, rank)).toBe('taxi_book');
    expect(tagOfTurn('user', ['thank', 'bye'], [], rankTags([]))).toBe('thank');
    expect(tagOfTurn('system', [], shown, rank)).toBe(undefined);
  });

  it('skip turns whose tags are too rare, but not untagged turns', () => {
    const corpus = corpusOf(
      repeated(9, [
        [['ask'], ['tell']],
        [[], ['rare']],
        [['other'], ['tell']],
      ] as SpokenTags),
    );
    const symbols = takeSymbols(
      turnKinds(corpus),
      [
        { role: 'user', tag: 'ask' },
        { role: 'system', tag: 'tell' },
      ],
      2,
    );
    const { steps, turns, turnCounts } = sequencesOf(turnKinds(corpus), symbols);
    expect(Array.from(steps.slice(0, 5), (step) => symbols[step]?.tag)).toEqual([
      'ask',
      'tell',
      'untagged',
      'untagged',
      'tell',
    ]);
    expect([...turns.slice(0, 5)]).toEqual([0, 1, 2, 4, 5]);
    expect(turnCounts[0]).toBe(6);
    // No room is kept for untagged turns if a role has none; if it has hardly any, they are skipped too.
    expect(
      overviewSymbols(turnKinds(corpus), { states: 8 }).map(({ role, tag }) => `${role} ${tag}`),
    ).toContain('user untagged');
    expect(
      overviewSymbols(turnKinds(corpus), { states: 8 }).map(({ role, tag }) => `${role} ${tag}`),
    ).not.toContain('system untagged');
    expect(overviewSymbols(turnKinds(corpus), { states: 6 }).map(({ tag }) => tag)).not.toContain('untagged');
  });

  it('leave out a role without any tag', () => {
    const { automaton } = learn(
      repeated(4, [
        [[], ['x']],
        [[], ['y']],
      ] as SpokenTags),
    );
    expect(automaton.symbols.map(({ tag }) => tag)).not.toContain('a');
    expect(new Set(automaton.symbols.map(({ role }) => role))).toEqual(new Set(['system']));
    expect([...automaton.pathTurns.slice(0, 2)]).toEqual([1, 3]);
  });
});

describe('dialogues that end with a turn that is too rare', () => {
  const { automaton, corpus } = learn(
    [
      ...repeated(20, [[['ask'], ['tell']]] as SpokenTags),
      ...repeated(3, [[['ask'], ['no']]] as SpokenTags),
      ...repeated(2, [[['ask'], []]] as SpokenTags),
    ],
    3,
  );
  const stateBy = (tag: string): number =>
    automaton.transitionTargets[
      automaton.transitionSymbols.findIndex((symbol) => automaton.symbols[symbol].tag === tag)
    ];

  it('end at no state, because their last turn is not on the graph', () => {
    // Dialogues without an answer end with the customer's question; those answered by "no" do not.
    expect(automaton.symbols.map(({ tag }) => tag)).toEqual(['tell', 'ask']);
    expect(automaton.ends[stateBy('tell')]).toBe(20);
    expect(automaton.ends[stateBy('ask')]).toBe(2);
  });

  it('are counted with the turns that are not on the graph', () => {
    const overview = { learner: 'overview', corpus, automaton } as LearnedOverview;
    expect(countNotDrawn(overview)).toEqual({
      turns: 3,
      of: 50,
      moves: [{ role: 'system', tag: 'no', turns: 3 }],
    });
  });
});

describe('an overview', () => {
  it('splits the state whose past says most about what comes next', () => {
    const { automaton } = learn(
      [
        ...repeated(10, [
          [['refund'], ['ask']],
          [['number'], ['pay']],
        ] as SpokenTags),
        ...repeated(10, [
          [['repair'], ['ask']],
          [['address'], ['send']],
        ] as SpokenTags),
      ],
      12,
    );
    // What follows "ask" depends on what came before, so "ask" is two states.
    const entered = (tag: string) =>
      new Set(
        Array.from(automaton.transitionSymbols.keys())
          .filter((transition) => automaton.symbols[automaton.transitionSymbols[transition]].tag === tag)
          .map((transition) => automaton.transitionTargets[transition]),
      ).size;
    expect([entered('refund'), entered('ask'), entered('number'), entered('pay')]).toEqual([1, 2, 1, 1]);
  });

  it('is a consistent automaton within its budget, and survives a round trip', () => {
    fc.assert(
      fc.property(anyDialogues, fc.integer({ min: 4, max: 12 }), (dialogues, states) => {
        const { automaton, report } = learn(dialogues, states);
        checkAutomaton(automaton);
        expect(report.states).toBeLessThanOrEqual(Math.max(states, 1));
        expect(automatonFromParts(automatonToParts(automaton))).toEqual(automaton);
        const reached = new Set([0]);
        for (const state of reached)
          for (
            let transition = automaton.transitionOffsets[state];
            transition < automaton.transitionOffsets[state + 1];
            transition++
          )
            if (automaton.main?.[transition] === 1) reached.add(automaton.transitionTargets[transition]);
        expect(reached.size).toBe(automaton.stateCount);
      }),
      { numRuns: 60 },
    );
  });

  it('learns the same after edits of tags as from scratch', () => {
    const edits = fc.array(
      fc.record({ turn: fc.nat(500), tags: fc.uniqueArray(fc.nat(9), { maxLength: 2 }) }),
      { minLength: 1, maxLength: 6 },
    );
    let carried = 0;
    fc.assert(
      fc.property(anyDialogues, edits, fc.integer({ min: 4, max: 12 }), (dialogues, changes, states) => {
        const options = { ...DEFAULT_PAPER_OPTIONS, states };
        let rows = rowsOf(taggedOf(dialogues.flatMap((one) => repeated(3, one))));
        let learned = learnOverview(symbolCorpusFromRows(rows), options);
        for (const { turn, tags } of rows.tagNames.length > 0 ? changes : []) {
          const given = [...new Set(tags.map((tag) => tag % rows.tagNames.length))];
          const { offsets, values } = replaceRows(
            rows.tagOffsets,
            rows.tagIds,
            new Map([[turn % rows.turnRoles.length, given]]),
          );
          const before = learned;
          const edited = { ...rows, tagOffsets: offsets, tagIds: values };
          const corpus = symbolCorpusFromRows(edited, { rows, corpus: before.corpus });
          learned = learnOverview(corpus, options, undefined, before);
          const anew = learnOverview(symbolCorpusFromRows(edited), options);
          expect(learned).toEqual(anew);
          expect(toKept(learned)).toEqual(toKept(anew));
          const [old, now] = [comparedOf(before), comparedOf(learned)];
          expect(compareAutomata(old, now)).toEqual(compareAutomata(old, { ...now, keys: [...now.keys] }));
          if (turnKinds(corpus).kinds === turnKinds(before.corpus).kinds && corpus !== before.corpus)
            carried++;
          rows = edited;
        }
      }),
      { numRuns: 60 },
    );
    expect(carried).toBeGreaterThan(30);
  });

  it('shows what most dialogues do after a state: end, or else take a transition', () => {
    const strongestOut = ({ automaton }: LearnedOverview) => {
      const { transitionOffsets, transitionSupport, ends, dialogueCount, stateCount } = automaton;
      const { main } = withMainTransitions(automaton, 0);
      return Array.from({ length: stateCount }, (_, state) => {
        const transitions = [...transitionSupport.keys()].slice(
          transitionOffsets[state],
          transitionOffsets[state + 1],
        );
        const most = Math.max(0, ...transitions.map((transition) => transitionSupport[transition]!));
        const mostEnd = isEndDrawn(state, ends, dialogueCount) && ends[state]! > most;
        const isDrawn = transitions.some(
          (transition) => main?.[transition] === 1 && transitionSupport[transition] === most,
        );
        return { mostEnd, isDrawn, isLast: transitions.length === 0 };
      });
    };
    fc.assert(
      fc.property(anyDialogues, (dialogues) => {
        for (const { mostEnd, isDrawn, isLast } of strongestOut(learn(dialogues, 12)))
          expect(mostEnd || isDrawn || isLast).toBe(true);
      }),
      { numRuns: 60 },
    );
    // Nine dialogues end with "x"; three return from there to "a".
    const mostlyEnding = learn(
      [
        ...repeated(9, [[['a'], ['x']]] as SpokenTags),
        ...repeated(3, [
          [['a'], ['x']],
          [['a'], ['y']],
        ] as SpokenTags),
      ],
      4,
    );
    expect(strongestOut(mostlyEnding).filter((state) => state.mostEnd && !state.isLast)).toEqual([
      { mostEnd: true, isDrawn: false, isLast: false },
    ]);
  });

  it('finds the learned symbols in its own dialogues', () => {
    fc.assert(
      fc.property(anyDialogues, (dialogues) => {
        const { automaton, corpus } = learn(dialogues, 8);
        const read = oneSymbolReader(automaton);
        corpus.keys.forEach((_, dialogue) => {
          let state = 0;
          let visit = automaton.pathOffsets[dialogue];
          for (let turn = corpus.turnOffsets[dialogue]; turn < corpus.turnOffsets[dialogue + 1]; turn++) {
            const own = corpus.givenIds.subarray(corpus.symbolOffsets[turn], corpus.symbolOffsets[turn + 1]);
            const role = corpus.turnRoles[turn] === 0 ? 'system' : 'user';
            const [tag] = read(
              role,
              Array.from(own, (symbol) => corpus.symbols[symbol].tag),
            );
            if (tag === undefined) continue;
            const symbol = automaton.symbols.findIndex((known) => known.role === role && known.tag === tag);
            state = delta(automaton, state, symbol);
            expect(state).toBe(automaton.pathStates[visit++]);
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('rejects a budget without room for a state', () => {
    expect(() => learn([], 1)).toThrow('states is 1; expected a whole number of at least 2.');
  });
});

describe('a replay', () => {
  it('follows main transitions, skips weak ones and continues at the state of the symbol after a miss', () => {
    const { automaton } = learn(
      repeated(20, [
        [['a'], ['x']],
        [['b'], ['y']],
      ] as SpokenTags),
      8,
    );
    const unseen = corpusOf([
      [
        [['a'], ['x']],
        [['b'], ['y']],
      ],
      [[['b'], ['y']]],
      [[['a'], ['y']]],
    ]);
    expect(replay(automaton, sequencesOf(turnKinds(unseen), automaton.symbols))).toEqual([
      { turns: 4, followed: 4, told: 4, missed: 0 },
      { turns: 2, followed: 1, told: 1, missed: 1 },
      { turns: 2, followed: 1, told: 1, missed: 1 },
    ]);
  });

  it('follows more turns of ordered dialogues than of the same ones shuffled by role', () => {
    const { automaton, corpus } = learn(
      repeated(20, [
        [['a'], ['x']],
        [['b'], ['y']],
      ] as SpokenTags),
      8,
    );
    const own = sequencesOf(turnKinds(corpus), automaton.symbols);
    const mixed = shuffled(own, createRandom(1));
    expect([...mixed.steps].sort()).toEqual([...own.steps].sort());
    expect([...mixed.steps]).not.toEqual([...own.steps]);
    own.steps.forEach((symbol, step) => {
      expect(automaton.symbols[mixed.steps[step]].role).toBe(automaton.symbols[symbol].role);
    });
  });

  it('shuffles as `shuffle` does, one role after the other', () => {
    fc.assert(
      fc.property(anyDialogues, fc.nat(), (dialogues, seed) => {
        const { automaton, corpus } = learn(dialogues, 8);
        const own = sequencesOf(turnKinds(corpus), automaton.symbols);
        const random = createRandom(seed);
        const left = ROLES.map((role) =>
          random.shuffle([...own.steps].filter((symbol) => automaton.symbols[symbol]!.role === role)),
        );
        const expected = [...own.steps].map((symbol) =>
          left[ROLES.indexOf(automaton.symbols[symbol]!.role)]!.shift(),
        );
        expect([...shuffled(own, createRandom(seed)).steps]).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
