import { performance } from 'node:perf_hooks';
import type { LearningStage } from '#shared/algorithms/automaton/learn.ts';
import { type Advice, adviceOn } from '#shared/algorithms/learning/advice.ts';
import { withCertainty } from '#shared/algorithms/learning/certainty.ts';
import type { ChosenSize } from '#shared/algorithms/learning/choose-size.ts';
import { measureHeldOutReach } from '#shared/algorithms/learning/held-out-reach.ts';
import {
  type KeptAutomaton,
  type LearnOptions,
  learn,
  toKept,
  USUAL_STATES,
} from '#shared/algorithms/learning/learn.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { HeldOutReach } from '#shared/contract/relearning.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { mergeDecisionsOf } from '../../store/edits/picture/merge-decision-table.ts';
import { readTaggedRows, symbolCorpusOf } from '../../store/tags/learning-rows.ts';
import { Transferred } from '../../workers/transfer.ts';
import { dialoguesWhere } from '../filters/index.ts';
import { createHeldOutKeys, HELD_OUT_SHARE } from '../retrieval/index.ts';

interface LearningInput {
  readonly path: string;
  readonly run: RunId;
  readonly tagger: string;
  readonly learner: Learner;
  /** Filter for the dialogues; empty for all. */
  readonly where: string;
  readonly options: Omit<LearnOptions, 'states'> & { readonly states: number | null };
}

export type LearningStep = 'reading' | 'size' | LearningStage | 'reach' | 'certainty';

interface LearningOutput extends KeptAutomaton {
  /** One entry per dialogue of the automaton: its id in the project. */
  readonly dialogueIds: Int32Array;
  /** Seconds for learning, without the time for reading and writing. */
  readonly learningSeconds: number;
  readonly reach: HeldOutReach;
  readonly advice: readonly Advice[];
  /** The size that was chosen for an overview; null if the input gave one, and for other learners. */
  readonly size: ChosenSize | null;
}

export async function learnFromProject(
  input: LearningInput,
  report: (step: LearningStep) => void,
): Promise<Transferred<LearningOutput>> {
  report('reading');
  const database = openForReading(input.path);
  const decisions = mergeDecisionsOf(database, input.tagger);
  const rows = readTaggedRows(database, input.run, input.tagger);
  const only = dialoguesWhere(database, input.where, { id: input.run, tagger: input.tagger });
  database.close();
  const { corpus, dialogueIds } = symbolCorpusOf(rows, only);
  const { states, ...others } = input.options;
  const isOpen = input.learner === 'overview' && states === null;
  if (isOpen) report('size');
  const isHeldOut = createHeldOutKeys();
  // Loaded only here, because it lays out pictures.
  const chosen = isOpen ? await import('#shared/algorithms/learning/choose-size.ts') : null;
  const size = chosen?.chooseSize(corpus, others, isHeldOut) ?? null;
  const options = { ...others, states: size?.states ?? states ?? USUAL_STATES, decisions };
  const started = performance.now();
  const learned = learn(input.learner, corpus, options, report);
  const learningSeconds = (performance.now() - started) / 1000;
  report('reach');
  const { rest: _, ...measured } = measureHeldOutReach(learned, isHeldOut);
  report('certainty');
  const kept = toKept(withCertainty(learned));
  return new Transferred(
    {
      ...kept,
      dialogueIds,
      learningSeconds,
      reach: { heldOutShare: HELD_OUT_SHARE, ...measured },
      advice: adviceOn(learned, measured),
      size,
    },
    [...Object.values(kept.parts.arrays), dialogueIds].map((array) => array.buffer),
  );
}
