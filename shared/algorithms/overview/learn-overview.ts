import type { Automaton } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { automatonOfPaths, countedFromStart } from '../automaton/assemble.ts';
import { replaceRows } from '../automaton/corpus/replace-rows.ts';
import { areEqualSymbols, changedSince } from '../automaton/corpus/symbol-corpus.ts';
import { type Learned, type LearningStage, learningReport, type PaperOptions } from '../automaton/learn.ts';
import { transitionOf } from '../automaton/reading/transitions.ts';
import { mainTransitions } from './main-transitions.ts';
import {
  carryKinds,
  dialoguesOf,
  rankSymbols,
  type SymbolSequences,
  sequencesAfter,
  sequencesOf,
  type TurnKinds,
  taggedTurns,
  takeSymbols,
  turnKinds,
  UNTAGGED_TAG,
} from './one-symbol.ts';

interface SplitLimits {
  readonly states: number;
  /** Both parts of a split state must have at least this many visits. */
  readonly leastVisits: number;
}

interface SplitStates {
  readonly stateCount: number;
  /** length = steps */
  readonly stateOf: Int32Array;
  /** length = states; the symbol that enters it, -1 for the start */
  readonly symbolOf: Int32Array;
}

/**
 * Starts with one state per symbol. While there is room, the visits of a state that came from one other state become a
 * new state. It makes the split that says most about the next symbol:
 * sum over next of count · ln( p(next | from, state) / p(next | state) )
 * The end counts as a symbol, unless skipped turns follow. Ties go to the smaller numbers. Time: steps · splits;
 * memory: states² · symbols.
 */
function splitStates(sequences: SymbolSequences, limits: SplitLimits): SplitStates {
  const { symbols, offsets, steps } = sequences;
  const stateOf = new Int32Array(steps.length);
  for (let step = 0; step < steps.length; step++) stateOf[step] = steps[step]! + 1;
  const symbolOf = [-1, ...symbols.keys()];
  while (symbolOf.length < limits.states) {
    const split = bestSplit(sequences, stateOf, symbolOf.length, limits.leastVisits);
    if (split === null) break;
    for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
      let from = 0;
      for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++) {
        const state = stateOf[step];
        if (state === split.state && from === split.from) stateOf[step] = symbolOf.length;
        from = state;
      }
    }
    symbolOf.push(symbolOf[split.state]);
  }
  return { stateCount: symbolOf.length, stateOf, symbolOf: Int32Array.from(symbolOf) };
}

function bestSplit(
  { symbols, offsets, steps, isWhole, dialogues }: SymbolSequences,
  stateOf: Int32Array,
  stateCount: number,
  leastVisits: number,
): { readonly state: number; readonly from: number } | null {
  const nexts = symbols.length + 1;
  // How often `next` followed in a state after another state; the last index is the end.
  const counts = new Float64Array(stateCount * stateCount * nexts);
  const totals = new Float64Array(stateCount * nexts);
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    let from = 0;
    const end = offsets[dialogue + 1];
    const count = dialogues === undefined ? 1 : dialogues[dialogue];
    for (let step = offsets[dialogue]; step < end; step++) {
      const state = stateOf[step];
      const next = step + 1 < end ? steps[step + 1] : isWhole[dialogue] === 1 ? nexts - 1 : -1;
      if (next !== -1) {
        counts[(state * stateCount + from) * nexts + next] += count;
        totals[state * nexts + next] += count;
      }
      from = state;
    }
  }
  let best: { readonly state: number; readonly from: number } | null = null;
  let most = 0;
  for (let state = 1; state < stateCount; state++) {
    const own = totals.subarray(state * nexts, (state + 1) * nexts);
    const visits = own.reduce((sum, count) => sum + count, 0);
    for (let from = 0; from < stateCount; from++) {
      const start = (state * stateCount + from) * nexts;
      const part = counts.subarray(start, start + nexts);
      const partVisits = part.reduce((sum, count) => sum + count, 0);
      if (partVisits < leastVisits || visits - partVisits < leastVisits) continue;
      let gain = 0;
      for (let next = 0; next < nexts; next++) {
        if (part[next] > 0) gain += part[next] * Math.log((part[next] * visits) / (partVisits * own[next]));
      }
      if (gain <= most) continue;
      most = gain;
      best = { state, from };
    }
  }
  return best;
}

export interface OverviewOptions {
  readonly states: number;
}

const OVERVIEW_DEFAULTS: OverviewOptions = { states: 40 };
/** The least share of dialogues for a state or a main transition. */
const LEAST_SHARE = 0.01;
/** Symbols are added until they name this share of the tagged turns. */
const NAMED = 0.95;
/** Conditions for a main transition, compared with all that leave its state. */
const OF_EXITS = { leastShare: 0.08, lift: 1.2, alwaysShare: 0.25 };
const UNNAMED_STATES = 1;
/** The least number of states for which untagged turns of a role get a state of their own. */
const LEAST_WITH_UNTAGGED = 8;

export interface LearnedOverview extends Learned<'overview', PaperOptions & Partial<OverviewOptions>> {
  readonly sequences: SymbolSequences;
}

/**
 * Learns an overview: a variable-order context automaton with one symbol per turn and a budget of states.
 * @param before an earlier result with the same options, so that only changes are learned; the result is the same
 * @throws RangeError if the limit leaves no room for the start and one or two states
 */
export function learnOverview(
  corpus: SymbolCorpus,
  options: PaperOptions & Partial<OverviewOptions>,
  onStage: (stage: LearningStage) => void = () => {},
  before: LearnedOverview | null = null,
): LearnedOverview {
  onStage('tree');
  const changed = before && changedSince(before.corpus, corpus);
  if (changed) carryKinds(before.corpus, corpus, changed);
  const kinds = turnKinds(corpus);
  const symbols = overviewSymbols(kinds, options);
  const isCarried = changed && areEqualSymbols(symbols, before.sequences.symbols);
  const sequences = isCarried
    ? sequencesAfter(before.sequences, kinds, changed)
    : sequencesOf(kinds, symbols);
  onStage('merging');
  const carried = isCarried ? automatonAfter(before, sequences, changed) : null;
  const automaton = carried ?? learnOverviewFrom(sequences, corpus.keys.length, options);
  onStage('automaton');
  return {
    learner: 'overview',
    corpus,
    options,
    sequences,
    automaton,
    report: learningReport(automaton),
  };
}

/** Returns the automaton in which these dialogues take other paths; null if it would have other states or transitions. */
function automatonAfter(
  { sequences: old, automaton, options }: LearnedOverview,
  sequences: SymbolSequences,
  dialogues: readonly number[],
): Automaton | null {
  // Another dialogue may make another split best.
  if (sequences.symbols.length + 1 < statesOf(options)) return null;
  const support = automaton.support.slice();
  const transitionSupport = automaton.transitionSupport.slice();
  const ends = automaton.ends.slice();
  const left = new Set<number>();
  const walk = ({ offsets, steps, isWhole, isFromStart }: SymbolSequences, dialogue: number, by: 1 | -1) => {
    const states: number[] = [];
    const transitions = new Set<number>();
    let state = 0;
    for (let step = offsets[dialogue]!; step < offsets[dialogue + 1]!; step++) {
      const transition = transitionOf(automaton, state, steps[step]!);
      if (transition === -1) return null;
      if (by === -1) left.add(transition);
      if (state !== 0 || isFromStart[dialogue] === 1) transitions.add(transition);
      state = automaton.transitionTargets[transition]!;
      states.push(state);
    }
    for (const transition of transitions) transitionSupport[transition]! += by;
    for (const visited of new Set(states)) support[visited]! += by;
    if (isWhole[dialogue] === 1) ends[state]! += by;
    return states;
  };
  const paths = new Map<number, readonly number[]>();
  for (const dialogue of dialogues) {
    walk(old, dialogue, -1);
    const states = walk(sequences, dialogue, 1);
    if (states === null) return null;
    paths.set(dialogue, states);
  }
  // A transition without dialogues may be gone.
  if ([...left].some((transition) => transitionSupport[transition] === 0)) return null;
  return withMainTransitions({
    ...automaton,
    support,
    transitionSupport,
    ends,
    pathOffsets: sequences.offsets,
    pathStates: replaceRows(automaton.pathOffsets, automaton.pathStates, paths).values,
    pathTurns: sequences.turns,
    pathSymbols: sequences.steps,
    isFromStart: sequences.isFromStart,
  });
}

const statesOf = ({ states = OVERVIEW_DEFAULTS.states }: Partial<OverviewOptions>): number => states;
const leastOf = (dialogues: number): number => Math.max(2, Math.ceil(LEAST_SHARE * dialogues));

/** @throws RangeError without room for the start and one or two states */
export function overviewSymbols(corpus: TurnKinds, options: Partial<OverviewOptions>): SymbolInfo[] {
  const states = statesOf(options);
  if (!Number.isInteger(states) || states < UNNAMED_STATES + 1)
    throw new RangeError(`states is ${states}; expected a whole number of at least ${UNNAMED_STATES + 1}.`);
  const { ranked, untagged } = known(corpus);
  const told = states >= LEAST_WITH_UNTAGGED ? untagged : new Set<number>();
  const most = states - UNNAMED_STATES - told.size;
  return takeSymbols(corpus, ranked, most).filter(
    ({ role, tag }) => tag !== UNTAGGED_TAG || told.has(ROLES.indexOf(role)),
  );
}

/** @throws RangeError without room for the start and one or two states */
export const overviewSequences = (corpus: TurnKinds, options: Partial<OverviewOptions>): SymbolSequences =>
  sequencesOf(corpus, overviewSymbols(corpus, options));

interface KnownOfCorpus {
  readonly ranked: readonly SymbolInfo[];
  /** Roles with tags on only some of their turns. */
  readonly untagged: ReadonlySet<number>;
}

/** Cached, because dialogues never change, and pictures of many sizes are learned from them. */
const knownOfCorpus = new WeakMap<TurnKinds, KnownOfCorpus>();

function known(corpus: TurnKinds): KnownOfCorpus {
  const before = knownOfCorpus.get(corpus);
  if (before) return before;
  const ranked = rankSymbols(corpus, {
    named: NAMED,
    leastDialogues: leastOf(dialoguesOf(corpus.dialogues, corpus.turnOffsets.length - 1)),
  });
  const now = { ranked, untagged: untaggedRoles(corpus.kinds) };
  knownOfCorpus.set(corpus, now);
  return now;
}

function untaggedRoles(kinds: SymbolCorpus): Set<number> {
  // By role: 1 if some turns have no tag, and 1 if some have one.
  const seen = [new Uint8Array(ROLES.length), new Uint8Array(ROLES.length)];
  const isTagged = taggedTurns(kinds);
  for (let turn = 0; turn < isTagged.length; turn++) seen[isTagged[turn]][kinds.turnRoles[turn]] = 1;
  return new Set([...ROLES.keys()].filter((role) => seen[0][role] === 1 && seen[1][role] === 1));
}

/** Marks the main transitions; `wanted` is their number, or null for as many as stand out. */
export const withMainTransitions = (automaton: Automaton, wanted: number | null = null): Automaton => ({
  ...automaton,
  main: mainTransitions(automaton, { leastDialogues: leastOf(automaton.dialogueCount), ...OF_EXITS }, wanted),
});

export function learnOverviewFrom(
  sequences: SymbolSequences,
  dialogues: number,
  options: Partial<OverviewOptions>,
): Automaton {
  const states = statesOf(options);
  const leastDialogues = leastOf(dialogues);
  const { symbols, offsets, steps, turns, isWhole, dialogues: pathDialogues } = sequences;
  const { stateCount, stateOf } = splitStates(sequences, { states, leastVisits: leastDialogues });
  const paths = {
    stateCount,
    pathOffsets: offsets,
    pathStates: stateOf,
    pathSymbols: steps,
    pathTurns: turns,
    isWhole,
    ...(pathDialogues && { pathDialogues }),
  };
  return withMainTransitions(countedFromStart(automatonOfPaths(symbols, paths), sequences.isFromStart));
}
