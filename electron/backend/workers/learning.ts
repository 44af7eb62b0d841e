import { performance } from 'node:perf_hooks';
import { automatonAlarms } from '#shared/algorithms/automaton/alarms.ts';
import {
  type LearningStage,
  learnPaperAutomaton,
  type PaperOptions,
} from '#shared/algorithms/automaton/learn.ts';
import { type AutomatonParts, automatonToParts } from '#shared/algorithms/automaton/serialise.ts';
import { symbolCorpusFromRows } from '#shared/algorithms/automaton/symbol-corpus.ts';
import type { LearningReport } from '#shared/domain/automaton.ts';
import { openForReading } from '../store/database.ts';
import { readTaggedRows } from '../store/tagged-corpus.ts';
import { serve } from './serve.ts';

export interface LearningInput {
  readonly path: string;
  readonly run: number;
  readonly tagger: string;
  readonly options: PaperOptions;
}

export interface LearningProgress {
  readonly stage: 'reading' | LearningStage;
}

export interface LearningOutput {
  readonly parts: AutomatonParts;
  /** length = dialogues; the project's ids of the automaton's dialogues 0 … n−1 */
  readonly dialogueIds: Int32Array;
  readonly report: LearningReport;
  /** What is wrong with the automaton as a whole, as sentences. */
  readonly warnings: readonly string[];
  /** Seconds for the tree and the merging alone, without reading and writing. */
  readonly learningSeconds: number;
}

serve<LearningInput, LearningProgress, LearningOutput>(async (input, report) => {
  report({ stage: 'reading' });
  const database = openForReading(input.path);
  const rows = readTaggedRows(database, input.run as never, input.tagger);
  database.close();
  const started = performance.now();
  const corpus = symbolCorpusFromRows(rows);
  const idOfKey = new Map(rows.keys.map((key, index) => [key, rows.dialogueIds[index]]));
  const { automaton, report: learned } = learnPaperAutomaton(corpus, input.options, (stage) =>
    report({ stage }),
  );
  const learningSeconds = (performance.now() - started) / 1000;
  const dialogueIds = Int32Array.from(corpus.keys, (key) => idOfKey.get(key) as number);
  const parts = automatonToParts(automaton);
  const warnings = automatonAlarms(automaton).map((alarm) => alarm.message);
  return {
    result: { parts, dialogueIds, report: learned, warnings, learningSeconds },
    transfer: [...Object.values(parts.arrays), dialogueIds].map((array) => array.buffer),
  };
});
