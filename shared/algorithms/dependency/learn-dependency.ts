import type { Automaton, LearningReport } from '../../domain/automaton.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { automatonOfPaths } from '../automaton/assemble.ts';
import type { LearningStage, PaperOptions } from '../automaton/learn.ts';
import { learningReport } from '../automaton/learning-report.ts';
import { transitionOf } from '../automaton/reading/delta.ts';
import { connectStates } from '../overview/main-ways.ts';
import { DEPENDENCY_DEFAULTS, dependencies } from './dependencies.ts';
import { firstSteps, type StepLimits } from './first-steps.ts';

export const STEP_DEFAULTS: StepLimits = { leastShare: 0.05, endShare: 0.7 };

/** The main path through dialogues as an automaton. */
export interface LearnedDependency {
  readonly learner: 'dependency';
  readonly corpus: SymbolCorpus;
  readonly options: PaperOptions;
  readonly automaton: Automaton;
  readonly report: LearningReport;
}

/**
 * Learns the main path: one state per label, visited where a dialogue has the label for the first time, and only the
 * transitions that a designed flow would have. For dialogues of a single task; several tasks at once give a poor
 * result.
 */
export function learnDependency(
  corpus: SymbolCorpus,
  options: PaperOptions,
  onStage: (stage: LearningStage) => void = () => {},
): LearnedDependency {
  onStage('tree');
  const sequences = firstSteps(corpus, STEP_DEFAULTS);
  onStage('merging');
  const ways = dependencies(sequences, DEPENDENCY_DEFAULTS);
  onStage('automaton');
  const { symbols, offsets, steps, rounds } = sequences;
  const plain = automatonOfPaths(symbols, {
    stateCount: symbols.length + 1,
    pathOffsets: offsets,
    pathStates: steps.map((symbol) => symbol + 1),
    pathSymbols: steps,
    pathRounds: rounds,
    isWhole: new Uint8Array(offsets.length - 1).fill(1),
  });
  const automaton = { ...plain, main: drawnWays(plain, ways) };
  return {
    learner: 'dependency',
    corpus,
    options,
    automaton,
    report: learningReport(automaton),
  };
}

/** Returns the transitions found, and those needed to reach every state. */
function drawnWays(
  automaton: Automaton,
  ways: readonly { readonly from: number; readonly to: number }[],
): Uint8Array {
  const { symbols, transitionTargets, transitionSymbols } = automaton;
  const stateOf = new Int32Array(symbols.length).fill(-1);
  transitionTargets.forEach((state, way) => {
    stateOf[transitionSymbols[way]] = state;
  });
  const isMain = new Uint8Array(transitionTargets.length);
  for (const { from, to } of ways) isMain[transitionOf(automaton, stateOf[from], to)] = 1;
  connectStates(automaton, isMain);
  return isMain;
}
