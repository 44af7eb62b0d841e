import { selectDialogues } from '#shared/algorithms/automaton/corpus/select-dialogues.ts';
import { measureReach, SMALL_SUPPORT } from '#shared/algorithms/automaton/routing/reach.ts';
import { ROUTE_POLICIES, type RouteRound } from '#shared/algorithms/automaton/routing/route.ts';
import { measureContextReach } from '#shared/algorithms/retrieval/context/context-reach.ts';
import { withTurns } from '#shared/algorithms/retrieval/turn-corpus.ts';
import type { HeldOutReach, PolicyReach } from '#shared/contract/relearning.ts';
import { roleAt } from '#shared/domain/dialogue.ts';
import type { SymbolCorpus } from '#shared/domain/symbols.ts';
import { isHeldOut } from '../retrieval/held-out.ts';
import { type LearnedAutomaton, learnAutomaton } from './learners.ts';

/** The dialogues that a comparison holds out too. */
export const REACH_HELD_OUT_SHARE = 0.1;

export interface MeasuredReach {
  readonly reach: HeldOutReach;
  /** Learned from the dialogues that are not held out. */
  readonly rest: LearnedAutomaton;
}

/**
 * How far routes of dialogues come that an automaton, learned alike, did not see: a tenth is held out, chosen by
 * their ids, and the automaton is learned from the rest.
 *
 * @param before an earlier measurement, so that only what changed is learned again
 */
export function measureHeldOutReach(
  { learner, corpus, options }: LearnedAutomaton,
  isHeldOutKey: (key: string) => boolean,
  before: MeasuredReach | null = null,
): MeasuredReach {
  const isOut = corpus.keys.map(isHeldOutKey);
  const heldOut = selectDialogues(corpus, (dialogue) => isOut[dialogue]!);
  const kept = selectDialogues(corpus, (dialogue) => !isOut[dialogue]);
  const rest = learnAutomaton(learner, kept, options, () => {}, before?.rest);
  const policies = rest.learner === 'context' ? [contextReach(rest, heldOut)] : paperReach(rest, heldOut);
  return {
    rest,
    reach: {
      heldOutShare: REACH_HELD_OUT_SHARE,
      heldOut: heldOut.keys.length,
      learnedFrom: kept.keys.length,
      policies,
    },
  };
}

/** Asks each key's hash once. */
export function createHeldOutKeys(): (key: string) => boolean {
  const known = new Map<string, boolean>();
  return (key) => {
    let isOut = known.get(key);
    if (isOut === undefined) {
      isOut = isHeldOut(key.slice(key.indexOf('\u0000') + 1), REACH_HELD_OUT_SHARE);
      known.set(key, isOut);
    }
    return isOut;
  };
}

function paperReach(
  rest: Extract<LearnedAutomaton, { learner: 'paper' }>,
  heldOut: SymbolCorpus,
): PolicyReach[] {
  const { symbols, roundOffsets, roundRoles, symbolOffsets, symbolIds } = heldOut;
  const dialogues = heldOut.keys.map((_, dialogue): RouteRound[] =>
    Array.from({ length: roundOffsets[dialogue + 1]! - roundOffsets[dialogue]! }, (_, at) => {
      const round = roundOffsets[dialogue]! + at;
      const own = symbolIds.subarray(symbolOffsets[round]!, symbolOffsets[round + 1]!);
      return { role: roleAt(roundRoles[round]!), tags: Array.from(own, (symbol) => symbols[symbol]!.tag) };
    }),
  );
  return ROUTE_POLICIES.map((policy): PolicyReach => {
    const reach = measureReach(rest.automaton, dialogues, policy);
    return {
      policy,
      routes: reach.dialogues,
      routesToEnd: reach.dialoguesFollowed,
      rounds: reach.rounds,
      roundsFollowed: reach.roundsFollowed,
      shareOfRounds: reach.shareOfRounds,
      stoppedAtNoTransition: reach.stops['no-transition'],
      stoppedAtUnknownTag: reach.stops['unknown-tag'],
      stopsByRound: shortened(reach.stopsByRound),
      endedInSmallState: reach.endedInSmallState,
    };
  });
}

function contextReach(
  rest: Extract<LearnedAutomaton, { learner: 'context' }>,
  heldOut: SymbolCorpus,
): PolicyReach {
  const reach = measureContextReach(rest.automaton, rest.corpus.symbols, withTurns(heldOut), SMALL_SUPPORT);
  return {
    policy: 'context',
    routes: reach.answers,
    routesToEnd: reach.stops['end-of-dialogue'],
    rounds: reach.rounds,
    roundsFollowed: reach.roundsFollowed,
    shareOfRounds: reach.rounds === 0 ? 1 : reach.roundsFollowed / reach.rounds,
    stoppedAtNoTransition: reach.stops['no-transition'],
    stoppedAtUnknownTag: reach.stops['unknown-tag'],
    stopsByRound: shortened(reach.stopsByRound),
    endedInSmallState: reach.endedInSmallState,
  };
}

const MOST_ROUNDS = 20;

/** The last entry stands for all later rounds too. */
function shortened(counts: readonly number[]): number[] {
  const first = counts.slice(0, MOST_ROUNDS);
  for (const count of counts.slice(MOST_ROUNDS)) first[MOST_ROUNDS - 1]! += count;
  return first;
}
