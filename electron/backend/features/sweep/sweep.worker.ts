import { performance } from 'node:perf_hooks';
import { learn, USUAL_STATES } from '#shared/algorithms/learning/learn.ts';
import { type SettingFigures, settingFigures } from '#shared/algorithms/learning/setting-figures.ts';
import type { LearnInput } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { mergeDecisionsOf } from '../../store/edits/picture/merge-decision-table.ts';
import { readTaggedRows, symbolCorpusOf } from '../../store/tags/learning-rows.ts';
import { serve } from '../../workers/serve.ts';
import { dialoguesWhere } from '../filters/index.ts';
import { createHeldOutKeys } from '../retrieval/index.ts';

/** Settings of one tagging run. */
interface SweepWorkInput {
  readonly path: string;
  readonly run: RunId;
  readonly tagger: string;
  readonly settings: readonly LearnInput[];
}

export interface SweepWork {
  readonly input: SweepWorkInput;
  /** Finished settings. */
  readonly progress: { readonly done: number };
  readonly result: {
    readonly figures: readonly (SettingFigures & { readonly seconds: number })[];
    readonly dialogues: number;
  };
}

serve<SweepWork>(async ({ path, run, tagger, settings }, report) => {
  const database = openForReading(path);
  const decisions = mergeDecisionsOf(database, tagger);
  const rows = readTaggedRows(database, run, tagger);
  const only = dialoguesWhere(database, settings[0]?.where ?? '', { id: run, tagger });
  database.close();
  const { corpus } = symbolCorpusOf(rows, only);
  const figures = settings.map(({ learner, where: _, run: __, states, ...options }, done) => {
    report({ done });
    const started = performance.now();
    const learned = learn(learner, corpus, { ...options, states: states ?? USUAL_STATES, decisions });
    const seconds = (performance.now() - started) / 1000;
    return { ...settingFigures(learned, createHeldOutKeys()), seconds };
  });
  return { result: { figures, dialogues: corpus.keys.length } };
});
