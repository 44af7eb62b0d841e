import type { Automaton, LearningReport } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { automatonOfPaths } from '../automaton/assemble.ts';
import type { LearningStage, PaperOptions } from '../automaton/learn.ts';
import { learningReport } from '../automaton/learning-report.ts';
import { mainWays } from './main-ways.ts';
import {
  isUnnamed,
  rankSymbols,
  type SymbolSequences,
  sequencesOf,
  taggedTurns,
  takeSymbols,
  UNTAGGED_TAG,
  withRareTags,
} from './one-symbol.ts';
import { splitStates } from './split-states.ts';

export interface OverviewOptions {
  /** The most states, including the start. */
  readonly states: number;
}

/** Forty read better than sixty. */
const OVERVIEW_DEFAULTS: OverviewOptions = { states: 40 };
/** The least share of dialogues for a state or a drawn transition. */
const LEAST_SHARE = 0.01;
/** Symbols are added until they name this share of the tagged turns. */
const NAMED = 0.85;
/** Conditions for a drawn transition, relative to all that leave its state. */
const OF_EXITS = { leastShare: 0.08, lift: 1.2, alwaysShare: 0.25 };
/** The start, and other turns of either role. */
const UNNAMED_STATES = 3;
/** The least number of states for which untagged turns of a role get a state of their own. */
const LEAST_WITH_UNTAGGED = 8;

/** An overview automaton, with what measuring it needs. */
export interface LearnedOverview {
  readonly learner: 'overview';
  readonly corpus: SymbolCorpus;
  readonly options: PaperOptions & Partial<OverviewOptions>;
  readonly automaton: Automaton;
  readonly report: LearningReport;
}

/**
 * Learns an overview: one symbol per turn and few states, each a move and, if needed, what came before it. A
 * variable-order context automaton with a budget of states.
 * @throws RangeError if the limit does not allow the start and one or two states
 */
export function learnOverview(
  corpus: SymbolCorpus,
  options: PaperOptions & Partial<OverviewOptions>,
  onStage: (stage: LearningStage) => void = () => {},
): LearnedOverview {
  onStage('tree');
  const sequences = overviewSequences(corpus, options);
  onStage('merging');
  const automaton = learnOverviewFrom(sequences, corpus.keys.length, options);
  onStage('automaton');
  return {
    learner: 'overview',
    corpus,
    options,
    automaton,
    report: learningReport(automaton),
  };
}

const statesOf = ({ states = OVERVIEW_DEFAULTS.states }: Partial<OverviewOptions>): number => states;
const leastOf = (dialogues: number): number => Math.max(2, Math.ceil(LEAST_SHARE * dialogues));

/**
 * Returns the symbols of a picture with this many states.
 *
 * @throws RangeError if there is no room for the start and one or two states
 */
export function overviewSymbols(corpus: SymbolCorpus, options: Partial<OverviewOptions>): SymbolInfo[] {
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

/**
 * Dialogues as the symbols of a picture with so many states.
 *
 * @throws RangeError as `overviewSymbols` does
 */
export const overviewSequences = (corpus: SymbolCorpus, options: Partial<OverviewOptions>): SymbolSequences =>
  withRareTags(corpus, sequencesOf(corpus, overviewSymbols(corpus, options)));

interface KnownOfCorpus {
  readonly ranked: readonly SymbolInfo[];
  /** Roles some of whose turns have no tag, though others have. */
  readonly untagged: ReadonlySet<number>;
}

/** A corpus never changes, and a picture of it is learned in many sizes. */
const knownOfCorpus = new WeakMap<SymbolCorpus, KnownOfCorpus>();

function known(corpus: SymbolCorpus): KnownOfCorpus {
  const before = knownOfCorpus.get(corpus);
  if (before) return before;
  const ranked = rankSymbols(corpus, { named: NAMED, leastDialogues: leastOf(corpus.keys.length) });
  const now = { ranked, untagged: untaggedRoles(corpus) };
  knownOfCorpus.set(corpus, now);
  return now;
}

function untaggedRoles(corpus: SymbolCorpus): Set<number> {
  // By role: whether some of its turns have no tag, and whether others do.
  const seen = [new Uint8Array(ROLES.length), new Uint8Array(ROLES.length)];
  const isTagged = taggedTurns(corpus);
  for (let round = 0; round < isTagged.length; round++) seen[isTagged[round]][corpus.roundRoles[round]] = 1;
  return new Set([...ROLES.keys()].filter((role) => seen[0][role] === 1 && seen[1][role] === 1));
}

/**
 * Returns the automaton with its drawn transitions.
 *
 * @param wanted their number; null for as many as stand out
 */
export const withMainWays = (automaton: Automaton, wanted: number | null = null): Automaton => ({
  ...automaton,
  main: mainWays(automaton, { leastDialogues: leastOf(automaton.dialogueCount), ...OF_EXITS }, wanted),
});

/** Does the same from the turns' symbols, once they are chosen. */
export function learnOverviewFrom(
  sequences: SymbolSequences,
  dialogues: number,
  options: Partial<OverviewOptions>,
): Automaton {
  const states = statesOf(options);
  const leastDialogues = leastOf(dialogues);
  const { symbols, offsets, steps, rounds } = sequences;
  const { stateCount, stateOf } = splitStates(sequences, { states, leastVisits: leastDialogues });
  const paths = {
    stateCount,
    pathOffsets: offsets,
    pathStates: stateOf,
    pathSymbols: steps,
    pathRounds: rounds,
    isWhole: new Uint8Array(offsets.length - 1).fill(1),
  };
  return withMainWays(automatonOfPaths(symbols, paths));
}

/** Returns the share of visits at named states, 0 … 1; the others are visited by turns without a symbol of the picture. */
export function namedShare({ pathSymbols, symbols }: Automaton): number {
  let named = 0;
  for (const symbol of pathSymbols) if (!isUnnamed(symbols[symbol].tag)) named++;
  return pathSymbols.length === 0 ? 0 : named / pathSymbols.length;
}
