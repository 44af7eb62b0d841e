import type { SymbolCorpus } from '../../domain/symbols.ts';
import { DEFAULT_PAPER_OPTIONS } from '../automaton/learn.ts';
import { learn } from '../learning/learn.ts';
import {
  countSteps,
  DEPENDENCY_DEFAULTS,
  dependencies,
  firstSteps,
  STEP_DEFAULTS,
} from './learn-dependency.ts';

export const arrowKey = (from: string, to: string): string => `${from}\u0000${to}`;

/** Learners whose states have labels, so that their transitions can be compared with a designed flow. */
export const FLOW_LEARNERS = ['dependency', 'overview', 'paper'] as const;
export type FlowLearner = (typeof FLOW_LEARNERS)[number];

export function findArrows(corpus: SymbolCorpus, learner: FlowLearner): Set<string> {
  if (learner === 'dependency') {
    const steps = firstSteps(corpus, STEP_DEFAULTS);
    const nameOf = (step: number): string => steps.symbols[step].tag;
    return new Set(
      dependencies(steps, DEPENDENCY_DEFAULTS).map(({ from, to }) => arrowKey(nameOf(from), nameOf(to))),
    );
  }
  const learned = learn(learner, corpus, DEFAULT_PAPER_OPTIONS);
  const arrows = new Set<string>();
  if (learned.learner === 'context') return arrows;
  const { symbols, main, stateCount, transitionOffsets, transitionSymbols, transitionTargets } =
    learned.automaton;
  const entering = Array.from({ length: stateCount }, () => new Set<string>());
  transitionTargets.forEach((state, transition) => {
    entering[state].add(symbols[transitionSymbols[transition]].tag);
  });
  for (let state = 0; state < stateCount; state++) {
    for (let transition = transitionOffsets[state]; transition < transitionOffsets[state + 1]; transition++) {
      if (main?.[transition] === 0) continue;
      const { tag } = symbols[transitionSymbols[transition]];
      for (const from of entering[state]) if (from !== tag) arrows.add(arrowKey(from, tag));
    }
  }
  return arrows;
}

/** Returns the directly-follows graph: arrows that at least this share of the dialogues take, 0 … 1. */
export function followArrows(corpus: SymbolCorpus, leastShare: number): Set<string> {
  const steps = firstSteps(corpus, { leastShare: 0, endShare: Number.POSITIVE_INFINITY });
  const size = steps.symbols.length;
  const arrows = new Set<string>();
  countSteps(steps).straight.forEach((count, at) => {
    if (count > 0 && count >= leastShare * corpus.keys.length)
      arrows.add(arrowKey(steps.symbols[Math.floor(at / size)].tag, steps.symbols[at % size].tag));
  });
  return arrows;
}
