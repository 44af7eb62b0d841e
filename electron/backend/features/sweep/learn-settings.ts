import { performance } from 'node:perf_hooks';
import { learn, USUAL_STATES } from '#shared/algorithms/learning/learn.ts';
import { settingFigures } from '#shared/algorithms/learning/setting-figures.ts';
import type { LearnInput } from '#shared/contract/automata.ts';
import type { SettingFigures } from '#shared/domain/figures.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { openForReading } from '../../store/database.ts';
import { mergeDecisionsOf } from '../../store/edits/picture/merge-decision-table.ts';
import { readTaggedRows, symbolCorpusOf } from '../../store/tags/learning-rows.ts';
import { dialoguesWhere } from '../filters/index.ts';
import { createHeldOutKeys } from '../retrieval/index.ts';

interface LearnedSettings {
  readonly figures: readonly (SettingFigures & { readonly heldOut: number; readonly seconds: number })[];
  readonly dialogues: number;
}

export function learnSettings(
  path: string,
  run: RunId,
  tagger: string,
  settings: readonly LearnInput[],
  report: (done: number) => void,
): LearnedSettings {
  const database = openForReading(path);
  const decisions = mergeDecisionsOf(database, tagger);
  const rows = readTaggedRows(database, run, tagger);
  const only = dialoguesWhere(database, settings[0]?.where ?? '', { id: run, tagger });
  database.close();
  const { corpus } = symbolCorpusOf(rows, only);
  const figures = settings.map(({ learner, where: _, run: __, states, ...options }, done) => {
    report(done);
    const started = performance.now();
    const learned = learn(learner, corpus, { ...options, states: states ?? USUAL_STATES, decisions });
    const seconds = (performance.now() - started) / 1000;
    return { ...settingFigures(learned, createHeldOutKeys()), seconds };
  });
  return { figures, dialogues: corpus.keys.length };
}
