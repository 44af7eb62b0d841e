import type { AutomatonStructure } from '../../domain/automaton.ts';
import { range } from '../automaton/corpus/counting-sort.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import {
  type ComparedAutomaton,
  comparedAutomaton,
  matchStates,
} from '../automaton/difference/match-states.ts';
import { transitionOf } from '../automaton/reading/transitions.ts';
import { learnMergingFrom, mergingSequences } from '../merging/learn-merging.ts';
import { learnOverviewFrom, overviewSequences } from '../overview/learn-overview.ts';
import { selectKinds, turnKinds } from '../overview/one-symbol.ts';
import { createRandom } from '../random/random.ts';
import { comparedOf, type KnownAutomaton } from './compared.ts';
import { type LearnedAutomaton, learn } from './learn.ts';

type Certainty = Required<Pick<AutomatonStructure, 'stateCertainty' | 'transitionCertainty'>>;

/** The expected share of distinct dialogues in a bootstrap sample: 1 − 1/e. */
const SHARE = 1 - 1 / Math.E;
const REPETITIONS = 20;
const SEED = 1;
/** Nobody reads a larger picture state by state, and learning it twenty times is slow. */
const MOST_STATES = 400;
/** The smallest Jaccard index of the visits of two states that count as the same state. */
const LEAST_OVERLAP = 0.5;

/**
 * Learns a picture again from random parts of its dialogues. A state is found again if some state has mostly the same
 * visits. A transition is found again if it connects the same states, and is main if it was.
 */
function measureCertainty(learned: LearnedAutomaton): Certainty {
  const whole = comparedOf(learned);
  const random = createRandom(SEED);
  const { stateCount, transitionTargets } = whole.structure;
  const statesFound = new Int32Array(stateCount);
  const transitionsFound = new Int32Array(transitionTargets.length);
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const dialogues = range(0, whole.keys.length).filter(() => random.next() < SHARE);
    countFound(whole, learnPart(learned, dialogues), dialogues, statesFound, transitionsFound);
  }
  const percent = (counts: Int32Array): Uint8Array =>
    Uint8Array.from(counts, (count) => Math.round((100 * count) / REPETITIONS));
  return { stateCertainty: percent(statesFound), transitionCertainty: percent(transitionsFound) };
}

function learnPart({ learner, corpus, options }: LearnedAutomaton, dialogues: Int32Array): ComparedAutomaton {
  if (learner !== 'overview' && learner !== 'merging') {
    const isKept = new Set(dialogues);
    const part = selectDialogues(corpus, (dialogue) => isKept.has(dialogue));
    return comparedOf(learn(learner, part, options));
  }
  const part = selectKinds(turnKinds(corpus), dialogues);
  const automaton =
    learner === 'overview'
      ? learnOverviewFrom(overviewSequences(part, options), dialogues.length, options)
      : learnMergingFrom(mergingSequences(part, options), options);
  return comparedAutomaton(
    automaton,
    Array.from(dialogues, (dialogue) => corpus.keys[dialogue]!),
  );
}

function countFound(
  whole: KnownAutomaton,
  again: ComparedAutomaton,
  dialogues: Int32Array,
  statesFound: Int32Array,
  transitionsFound: Int32Array,
): void {
  const { stateAfter, symbolAfter } = matchStates(whole, again, dialogues);
  const isSame = sameStates(whole, again, stateAfter, dialogues);
  const { stateCount, transitionOffsets, transitionSymbols, transitionTargets, main } = whole.structure;
  for (let state = 0; state < stateCount; state++) {
    if (isSame[state] === 0) continue;
    statesFound[state]++;
    for (let transition = transitionOffsets[state]; transition < transitionOffsets[state + 1]; transition++) {
      const target = transitionTargets[transition];
      if (isSame[target] === 0) continue;
      const symbol = symbolAfter[transitionSymbols[transition]];
      const found = symbol === -1 ? -1 : transitionOf(again.structure, stateAfter[state], symbol);
      if (found === -1 || again.structure.transitionTargets[found] !== stateAfter[target]) continue;
      if (main?.[transition] === 1 && again.structure.main?.[found] === 0) continue;
      transitionsFound[transition]++;
    }
  }
}

/** @returns length = states; 1 if most visits of the state, by dialogues of both samples, are visits of its match */
function sameStates(
  whole: KnownAutomaton,
  again: ComparedAutomaton,
  stateAfter: Int32Array,
  dialogueBefore: Int32Array,
): Uint8Array {
  const { stateCount } = whole.structure;
  const before = new Int32Array(stateCount);
  const after = new Int32Array(again.structure.stateCount);
  const shared = new Int32Array(stateCount);
  for (let dialogue = 0; dialogue < dialogueBefore.length; dialogue++) {
    const old = dialogueBefore[dialogue];
    let now = again.pathOffsets[dialogue];
    const end = again.pathOffsets[dialogue + 1];
    for (let at = now; at < end; at++) after[again.pathStates[at]]++;
    for (let at = whole.pathOffsets[old]; at < whole.pathOffsets[old + 1]; at++) {
      const state = whole.pathStates[at];
      const turn = whole.pathTurns[at];
      before[state]++;
      while (now < end && again.pathTurns[now] < turn) now++;
      for (let same = now; same < end && again.pathTurns[same] === turn; same++) {
        if (again.pathStates[same] !== stateAfter[state]) continue;
        shared[state]++;
        break;
      }
    }
  }
  return Uint8Array.from(stateAfter, (match, state) => {
    if (state === 0) return 1;
    if (match === -1) return 0;
    return shared[state] >= LEAST_OVERLAP * (before[state] + after[match] - shared[state]) ? 1 : 0;
  });
}

export function withCertainty(learned: LearnedAutomaton): LearnedAutomaton {
  if (learned.learner === 'context' || learned.automaton.stateCount > MOST_STATES) return learned;
  return { ...learned, automaton: { ...learned.automaton, ...measureCertainty(learned) } };
}
