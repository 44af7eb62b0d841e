import type { LearningReport } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { automatonAlarms } from '../automaton/alarms.ts';
import {
  type LearnedPaper,
  type LearningStage,
  learnPaperAutomaton,
  type PaperOptions,
} from '../automaton/learn.ts';
import type { AutomatonParts } from '../automaton/written/parts.ts';
import { automatonToParts } from '../automaton/written/serialise.ts';
import { type LearnedDependency, learnDependency } from '../dependency/learn-dependency.ts';
import { describeUnkept } from '../merging/describe-decision.ts';
import { type LearnedMerging, learnMerging, type MergingOptions } from '../merging/learn-merging.ts';
import { type LearnedOverview, learnOverview, type OverviewOptions } from '../overview/learn-overview.ts';
import { taggedTurns } from '../overview/one-symbol.ts';
import { contextToParts, trackContext } from '../retrieval/context/context-parts.ts';
import { type LearnedContext, learnContext } from '../retrieval/context/learn-context.ts';

/** A learner's result, with what it needs to learn again after a change. */
export type LearnedAutomaton =
  | LearnedPaper
  | LearnedContext
  | LearnedOverview
  | LearnedDependency
  | LearnedMerging;

/** The default for the most states of a picture. */
export const USUAL_STATES = 40;

/** The options of all learners; each uses those it knows. */
export type LearnOptions = PaperOptions & Partial<OverviewOptions & MergingOptions>;

/**
 * Learns an automaton from a tagged corpus; dialogues are in the order of the corpus' keys.
 * @param onStage called before each stage; throw from it to stop
 * @param before an earlier result: with the same learner and options, only changes are learned again. The
 * result does not depend on it.
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
      return learnOverview(corpus, options, onStage);
    case 'dependency':
      return learnDependency(corpus, options, onStage);
    case 'merging':
      return learnMerging(corpus, options, onStage);
  }
}

/** Turns without a tag that says something, of all turns of the roles that are tagged at all. */
export interface UntaggedTurns {
  readonly turns: number;
  readonly of: number;
}

export function countUntagged(corpus: SymbolCorpus): UntaggedTurns {
  const known = untaggedOfCorpus.get(corpus);
  if (known) return known;
  const speaks = ROLES.map((role) => corpus.symbols.some((symbol) => symbol.role === role));
  const tagged = taggedTurns(corpus);
  let [turns, of] = [0, 0];
  corpus.roundRoles.forEach((role, round) => {
    if (!speaks[role]) return;
    of++;
    if (tagged[round] === 0) turns++;
  });
  const counted = { turns, of };
  untaggedOfCorpus.set(corpus, counted);
  return counted;
}

/** A corpus never changes, and is asked about for every size of its picture. */
const untaggedOfCorpus = new WeakMap<SymbolCorpus, UntaggedTurns>();

/** The parts stored for any learned automaton. */
export interface KeptAutomaton {
  readonly parts: AutomatonParts;
  readonly report: LearningReport & { readonly untagged: UntaggedTurns };
  /** Problems of the automaton as a whole, as sentences. */
  readonly warnings: readonly string[];
}

/** The bytes are views of the automaton's arrays, not copies. */
export function toKept(learned: LearnedAutomaton): KeptAutomaton {
  const report = { ...learned.report, untagged: countUntagged(learned.corpus) };
  if (learned.learner === 'context')
    return { parts: contextToParts(trackContext(learned.corpus, learned.automaton)), report, warnings: [] };
  const alarms = automatonAlarms(learned.automaton).map((alarm) => alarm.message);
  const warnings = [...alarms, ...unkeptOf(learned)];
  return { parts: automatonToParts(learned.automaton), report, warnings };
}

/** Returns a sentence for each decision of people that could not be followed. */
export const unkeptOf = (learned: LearnedAutomaton): string[] =>
  'decisions' in learned ? describeUnkept(learned.options.decisions ?? [], learned.decisions) : [];
