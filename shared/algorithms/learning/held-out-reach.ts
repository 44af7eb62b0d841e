import type { Automaton } from '../../domain/automaton.ts';
import { roleAt } from '../../domain/dialogue.ts';
import type { PolicyReach } from '../../domain/figures.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { areEqualSymbols } from '../automaton/corpus/symbol-corpus.ts';
import { measureReach, SMALL_SUPPORT } from '../automaton/routing/reach.ts';
import { ROUTE_POLICIES, type RouteTurn } from '../automaton/routing/route.ts';
import { type LearnedMerging, learnMergingFrom } from '../merging/learn-merging.ts';
import { bootstrap, type Statistic } from '../metrics/bootstrap.ts';
import { type LearnedOverview, learnOverviewFrom, withMainTransitions } from '../overview/learn-overview.ts';
import { drawnIn } from '../overview/main-transitions.ts';
import { type SymbolSequences, sequencesOf, turnKinds } from '../overview/one-symbol.ts';
import { type Replay, replay, shuffled } from '../overview/replay.ts';
import { createRandom } from '../random/random.ts';
import { measureContextReach } from '../retrieval/context/context-route.ts';
import type { LearnedContext } from '../retrieval/context/learn-context.ts';
import { withReplies } from '../retrieval/retrieval-corpus.ts';
import { areEqualArrays } from './compared.ts';
import { type LearnedAutomaton, learn } from './learn.ts';

/** A picture is measured on at most this many dialogues, because people wait for the result after every edit. */
const MOST_PICTURED = 20_000;

/** Cached by the automaton of the other dialogues, because in a large project most edits change no measured dialogue. */
const measuredWith = new WeakMap<
  LearnedAutomaton,
  { readonly unseen: SymbolCorpus; readonly policies: PolicyReach[] }
>();

/**
 * Measures the reach on held-out dialogues, after learning from the rest.
 * @param before an earlier measurement, so that only changes are learned; reused if its dialogues are unchanged
 * @returns also `rest`, learned without the held-out dialogues
 */
export function measureHeldOutReach(
  { learner, corpus, options }: LearnedAutomaton,
  isHeldOut: (key: string) => boolean,
  before: { readonly rest: LearnedAutomaton } | null = null,
) {
  const isPicture = learner === 'overview' || learner === 'merging';
  const every = isPicture ? Math.ceil(corpus.keys.length / MOST_PICTURED) : 1;
  const isOut = corpus.keys.map((key, dialogue) => (dialogue % every === 0 ? isHeldOut(key) : null));
  const heldOut = selectDialogues(corpus, (dialogue) => isOut[dialogue] === true);
  const kept = selectDialogues(corpus, (dialogue) => isOut[dialogue] === false);
  const counts = { heldOut: heldOut.keys.length, learnedFrom: kept.keys.length };
  const known = before && measuredWith.get(before.rest);
  if (
    known &&
    before.rest.learner === learner &&
    JSON.stringify(before.rest.options) === JSON.stringify(options) &&
    areEqualCorpora(before.rest.corpus, kept) &&
    areEqualCorpora(known.unseen, heldOut)
  )
    return { rest: before.rest, ...counts, policies: known.policies };
  const rest = learn(learner, kept, options, undefined, before?.rest);
  const policies =
    rest.learner === 'context'
      ? [contextReach(rest, heldOut)]
      : rest.learner === 'overview' || rest.learner === 'merging'
        ? [drawnReach(rest, heldOut)]
        : paperReach(rest.automaton, heldOut);
  measuredWith.set(rest, { unseen: heldOut, policies });
  return { rest, ...counts, policies };
}

const areEqualCorpora = (left: SymbolCorpus, right: SymbolCorpus): boolean =>
  left.areMoves === right.areMoves &&
  areEqualSymbols(left.symbols, right.symbols) &&
  areEqualArrays(left.keys, right.keys) &&
  areEqualArrays(left.turnOffsets, right.turnOffsets) &&
  areEqualArrays(left.turnRoles, right.turnRoles) &&
  areEqualArrays(left.symbolOffsets, right.symbolOffsets) &&
  areEqualArrays(left.givenIds, right.givenIds);

export function turnsOfDialogues({
  keys,
  symbols,
  turnOffsets,
  turnRoles,
  symbolOffsets,
  symbolIds,
}: SymbolCorpus): RouteTurn[][] {
  return keys.map((_, dialogue): RouteTurn[] =>
    Array.from({ length: turnOffsets[dialogue + 1]! - turnOffsets[dialogue]! }, (_, at) => {
      const turn = turnOffsets[dialogue]! + at;
      const own = symbolIds.subarray(symbolOffsets[turn]!, symbolOffsets[turn + 1]!);
      return { role: roleAt(turnRoles[turn]!), tags: Array.from(own, (symbol) => symbols[symbol]!.tag) };
    }),
  );
}

function paperReach(automaton: Automaton, heldOut: SymbolCorpus): PolicyReach[] {
  const dialogues = turnsOfDialogues(heldOut);
  return ROUTE_POLICIES.map((policy): PolicyReach => {
    const reach = measureReach(automaton, dialogues, policy);
    return {
      policy,
      routes: reach.dialogues,
      routesToEnd: reach.dialoguesFollowed,
      turns: reach.turns,
      turnsFollowed: reach.turnsFollowed,
      shareOfTurns: reach.shareOfTurns,
      stoppedAtNoTransition: reach.stops['no-transition'],
      stoppedAtUnknownTag: reach.stops['unknown-tag'],
      stopsByTurn: shortened(reach.stopsByTurn),
      endedInSmallState: reach.endedInSmallState,
      turnsNamed: 0,
      beyondChance: null,
    };
  });
}

function contextReach(rest: LearnedContext, heldOut: SymbolCorpus): PolicyReach {
  const reach = measureContextReach(rest.automaton, rest.corpus.symbols, withReplies(heldOut), SMALL_SUPPORT);
  return {
    policy: 'context',
    routes: reach.answers,
    routesToEnd: reach.stops['end-of-dialogue'],
    turns: reach.turns,
    turnsFollowed: reach.turnsFollowed,
    shareOfTurns: reach.turns === 0 ? 1 : reach.turnsFollowed / reach.turns,
    stoppedAtNoTransition: reach.stops['no-transition'],
    stoppedAtUnknownTag: reach.stops['unknown-tag'],
    stopsByTurn: shortened(reach.stopsByTurn),
    endedInSmallState: reach.endedInSmallState,
    turnsNamed: 0,
    beyondChance: null,
  };
}

const SHUFFLE_SEED = 1;
const SHUFFLES = 3;

/** Returns the share of held-out turns on main transitions, and its difference to shuffled symbols with an interval. */
export function drawnReach(rest: LearnedOverview | LearnedMerging, heldOut: SymbolCorpus): PolicyReach {
  const { automaton, corpus } = rest;
  const learnAlike = (sequences: SymbolSequences): Automaton =>
    rest.learner === 'overview'
      ? learnOverviewFrom(sequences, corpus.keys.length, rest.options)
      : learnMergingFrom(sequences, { ...rest.options, decisions: [] });
  const own = sequencesOf(turnKinds(heldOut), automaton.symbols);
  const replayed = replay(automaton, own);
  const random = createRandom(SHUFFLE_SEED);
  const learned = sequencesOf(turnKinds(corpus), automaton.symbols);
  // The shuffled picture has the same number of main transitions, because more of them follow more turns.
  const drawn = automaton.main ? drawnIn(automaton.main) : null;
  const chances = Array.from({ length: SHUFFLES }, () =>
    replay(withMainTransitions(learnAlike(shuffled(learned, random)), drawn), shuffled(own, random)),
  );
  const chanceOf = (at: number): number =>
    chances.reduce((sum, chance) => sum + chance[at].followed, 0) / SHUFFLES;
  const total = (read: (one: Replay) => number): number => replayed.reduce((sum, one) => sum + read(one), 0);
  const turns = total((one) => one.turns);
  const turnsFollowed = total((one) => one.followed);
  const rows = replayed.map((one, at) => Float64Array.of(one.turns, one.followed - chanceOf(at)));
  const difference: Statistic = ([all, more]) => (all > 0 ? more / all : null);
  const [beyondChance] = bootstrap(rows, [difference], { seed: SHUFFLE_SEED, resamples: REPLAY_RESAMPLES });
  return {
    policy: 'overview',
    routes: replayed.length,
    routesToEnd: replayed.filter((one) => one.followed === one.turns).length,
    turns,
    turnsFollowed,
    shareOfTurns: turns === 0 ? 1 : turnsFollowed / turns,
    stoppedAtNoTransition: total((one) => one.missed),
    stoppedAtUnknownTag: 0,
    stopsByTurn: [],
    endedInSmallState: 0,
    turnsNamed: total((one) => one.told),
    beyondChance,
  };
}

/** The number of resamples. It is small, because a person waits for the result after every edit. */
const REPLAY_RESAMPLES = 200;

const MOST_TURNS = 20;

function shortened(counts: readonly number[]): number[] {
  const first = counts.slice(0, MOST_TURNS);
  for (const count of counts.slice(MOST_TURNS)) first[MOST_TURNS - 1]! += count;
  return first;
}
