import { performance } from 'node:perf_hooks';
import { symbolCorpusFromRows } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import type { LearningStage, PaperOptions } from '#shared/algorithms/automaton/learn.ts';
import type { Learner } from '#shared/contract/automata.ts';
import type { HeldOutReach } from '#shared/contract/relearning.ts';
import { openForReading } from '../../store/database.ts';
import { readTaggedRows } from '../../store/tags/learning-rows.ts';
import { serve } from '../../workers/serve.ts';
import { createHeldOutKeys, measureHeldOutReach } from './held-out-reach.ts';
import { type Learned, learnAutomaton, toLearned } from './learners.ts';

export interface LearningInput {
  readonly path: string;
  readonly run: number;
  readonly tagger: string;
  readonly learner: Learner;
  readonly options: PaperOptions;
}

export interface LearningProgress {
  readonly stage: 'reading' | LearningStage | 'reach';
}

export interface LearningOutput extends Learned {
  /** length = dialogues; the project's ids of the automaton's dialogues 0 … n−1 */
  readonly dialogueIds: Int32Array;
  /** Seconds for learning alone, without reading and writing. */
  readonly learningSeconds: number;
  readonly reach: HeldOutReach;
}

export interface LearningWork {
  readonly input: LearningInput;
  readonly progress: LearningProgress;
  readonly result: LearningOutput;
}

serve<LearningWork>(async (input, report) => {
  report({ stage: 'reading' });
  const database = openForReading(input.path);
  const rows = readTaggedRows(database, input.run as never, input.tagger);
  database.close();
  const started = performance.now();
  const corpus = symbolCorpusFromRows(rows);
  const idOfKey = new Map(rows.keys.map((key, index) => [key, rows.dialogueIds[index]]));
  const learned = learnAutomaton(input.learner, corpus, input.options, (stage) => report({ stage }));
  const learningSeconds = (performance.now() - started) / 1000;
  report({ stage: 'reach' });
  const { reach } = measureHeldOutReach(learned, createHeldOutKeys());
  const kept = toLearned(learned);
  const dialogueIds = Int32Array.from(corpus.keys, (key) => idOfKey.get(key) as number);
  return {
    result: { ...kept, dialogueIds, learningSeconds, reach },
    // An array may be there as two parts of one buffer; a buffer can be moved once only.
    transfer: [...new Set([...Object.values(kept.parts.arrays), dialogueIds].map((array) => array.buffer))],
  };
});
