import { ROLES, type Role } from '../../domain/dialogue.ts';
import type { LearningReport } from '../../domain/figures.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { automatonAlarms } from '../automaton/alarms.ts';
import {
  type LearnedPaper,
  type LearningStage,
  learnPaperAutomaton,
  type PaperOptions,
} from '../automaton/learn.ts';
import { type AutomatonParts, automatonToParts } from '../automaton/written/serialise.ts';
import { type LearnedDependency, learnDependency } from '../dependency/learn-dependency.ts';
import { describeUnkept } from '../merging/decisions.ts';
import { type LearnedMerging, learnMerging, type MergingOptions } from '../merging/learn-merging.ts';
import { type LearnedOverview, learnOverview, type OverviewOptions } from '../overview/learn-overview.ts';
import { countKinds, isUnnamed, type TurnKinds, turnKinds } from '../overview/one-symbol.ts';
import { contextToParts, trackContext } from '../retrieval/context/context-parts.ts';
import { type LearnedContext, learnContext } from '../retrieval/context/learn-context.ts';

export type LearnedAutomaton =
  | LearnedPaper
  | LearnedContext
  | LearnedOverview
  | LearnedDependency
  | LearnedMerging;

export const USUAL_STATES = 40;

export type LearnOptions = PaperOptions & Partial<OverviewOptions & MergingOptions>;

/**
 * Learns an automaton from a tagged corpus, in the order of its keys.
 * @param onStage called before each stage; throw to stop
 * @param before an earlier result with the same options, so that only changes are learned; the result is the same
 */
export function learn(
  learner: LearnedAutomaton['learner'],
  corpus: SymbolCorpus,
  options: LearnOptions,
  onStage?: (stage: LearningStage) => void,
  before: LearnedAutomaton | null = null,
): LearnedAutomaton {
  switch (learner) {
    case 'paper':
      return learnPaperAutomaton(corpus, options, onStage, before?.learner === 'paper' ? before : null);
    case 'context':
      return learnContext(corpus, options, onStage, before?.learner === 'context' ? before : null);
    case 'overview':
      return learnOverview(corpus, options, onStage, before?.learner === 'overview' ? before : null);
    case 'dependency':
      return learnDependency(corpus, options, onStage);
    case 'merging':
      return learnMerging(corpus, options, onStage);
  }
}

export interface UntaggedTurns {
  readonly turns: number;
  readonly of: number;
}

interface UntaggedOfSpeakers extends UntaggedTurns {
  readonly role: Role | null;
}

export function countUntagged(corpus: SymbolCorpus): UntaggedOfSpeakers {
  const { turns, of } = saidOf(corpus);
  const [only, ...others] = new Set(corpus.symbols.map(({ role }) => role));
  return { turns, of, role: others.length === 0 ? (only ?? null) : null };
}

interface FirstTags extends UntaggedTurns {
  readonly kinds: TurnKinds;
  /** The first tag of each kind of turn that has a meaning; -1 if there is none. */
  readonly firsts: Int32Array;
  readonly turnsOf: Int32Array;
}

/** Cached by corpus, because a corpus never changes and every size of the picture needs this. */
const saidOfCorpus = new WeakMap<SymbolCorpus, FirstTags>();

function saidOf(corpus: SymbolCorpus): FirstTags {
  const known = saidOfCorpus.get(corpus);
  if (known) return known;
  const kinds = turnKinds(corpus);
  const counts = countKinds(kinds);
  const { symbols, symbolOffsets, givenIds, turnRoles } = kinds.kinds;
  const speaks = ROLES.map((role) => symbols.some((symbol) => symbol.role === role));
  const saysMore = symbols.map(({ tag }) => !isUnnamed(tag));
  let [turns, of] = [0, 0];
  const firsts = new Int32Array(turnRoles.length).fill(-1);
  const turnsOf = new Int32Array(symbols.length);
  for (let kind = 0; kind < turnRoles.length; kind++) {
    const end = symbolOffsets[kind + 1]!;
    let row = symbolOffsets[kind]!;
    while (row < end && !saysMore[givenIds[row]!]) row++;
    if (row < end) {
      firsts[kind] = givenIds[row]!;
      turnsOf[givenIds[row]!]! += counts[kind]!;
    }
    if (!speaks[turnRoles[kind]!]) continue;
    of += counts[kind]!;
    if (row === end) turns += counts[kind]!;
  }
  const said = { kinds, firsts, turnsOf, turns, of };
  saidOfCorpus.set(corpus, said);
  return said;
}

/** The number of turns that paths skip, because their moves are too rare for the graph. */
export interface TurnsNotDrawn extends UntaggedTurns {
  readonly moves: readonly { readonly role: Role; readonly tag: string; readonly turns: number }[];
}

/** The number of listed moves. More would fill the whole window. */
const MOST_MOVES = 100;

export function countNotDrawn(learned: LearnedOverview | LearnedMerging): TurnsNotDrawn;
export function countNotDrawn(learned: LearnedAutomaton): TurnsNotDrawn | null;
export function countNotDrawn(learned: LearnedAutomaton): TurnsNotDrawn | null {
  if (learned.learner !== 'overview' && learned.learner !== 'merging') return null;
  const { symbols, turnOffsets, keys } = learned.corpus;
  const { pathOffsets, pathTurns } = learned.automaton;
  const { kinds, firsts, turnsOf, of } = saidOf(learned.corpus);
  // Counts all turns, then subtracts those on paths. A path visits each of its turns once.
  const counts = turnsOf.slice();
  for (let dialogue = 0; dialogue < keys.length; dialogue++)
    for (let at = pathOffsets[dialogue]!; at < pathOffsets[dialogue + 1]!; at++) {
      const first = firsts[kinds.of[turnOffsets[dialogue]! + pathTurns[at]!]!]!;
      if (first !== -1) counts[first]!--;
    }
  const moves = symbols
    .map(({ role, tag }, symbol) => ({ role, tag, turns: counts[symbol]! }))
    .filter(({ turns }) => turns > 0)
    .sort((a, b) => b.turns - a.turns);
  const turns = counts.reduce((sum, one) => sum + one, 0);
  return { turns, of, moves: moves.slice(0, MOST_MOVES) };
}

export interface KeptAutomaton {
  readonly parts: AutomatonParts;
  readonly report: LearningReport & {
    readonly untagged: UntaggedOfSpeakers;
    readonly notDrawn: TurnsNotDrawn | null;
  };
  readonly warnings: readonly string[];
}

/** The bytes are views of the automaton's arrays, not copies. */
export function toKept(learned: LearnedAutomaton): KeptAutomaton {
  const { corpus } = learned;
  const report = {
    ...learned.report,
    untagged: countUntagged(corpus),
    notDrawn: countNotDrawn(learned),
  };
  if (learned.learner === 'context')
    return { parts: contextToParts(trackContext(learned.corpus, learned.automaton)), report, warnings: [] };
  const alarms = automatonAlarms(learned.automaton).map((alarm) => alarm.message);
  const warnings = [...alarms, ...unkeptOf(learned)];
  return { parts: automatonToParts(learned.automaton), report, warnings };
}

export const unkeptOf = (learned: LearnedAutomaton): string[] =>
  'decisions' in learned ? describeUnkept(learned.options.decisions ?? [], learned.decisions) : [];
