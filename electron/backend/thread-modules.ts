/**
 * The modules whose functions run in threads, by the name that callers use. A thread loads a module when it first needs
 * it; the build finds them here.
 */
export const modules = {
  edit: () => import('./editing/make-edit.ts'),
  checkpoint: () => import('./store/file/integrity.ts'),
  integrity: () => import('./store/file/integrity.ts'),
  readable: () => import('./store/salvage/readable-rows.ts'),
  salvage: () => import('./store/salvage/salvage-project.ts'),
  databaseQuery: () => import('./formats/engine/write-from-database.ts'),
  tableQuery: () => import('./formats/engine/write-from-table.ts'),
  sheet: () => import('./formats/spreadsheet/write-sheet.ts'),
  agreement: () => import('./features/agreement/compare-sides.ts'),
  exploring: () => import('./features/analysis/explore.ts'),
  counting: () => import('./features/automata/count-and-learn.ts'),
  learning: () => import('./features/automata/learn-from-project.ts'),
  relearning: () => import('./features/automata/relearning/open-relearning.ts'),
  batchFigures: () => import('./features/batch/batch-figures.ts'),
  batchExport: () => import('./features/batch/export-batch.ts'),
  batch: () => import('./features/batch/open-batch.ts'),
  encoder: () => import('./features/comparison/open-encoder.ts'),
  retrievalIndex: () => import('./features/comparison/open-index.ts'),
  turnTagger: () => import('./features/conversation/open-turn-tagger.ts'),
  look: () => import('./features/corpus/look-at-file.ts'),
  queries: () => import('./features/evaluation/answer-queries.ts'),
  evaluation: () => import('./features/evaluation/evaluate.ts'),
  filters: () => import('./features/filters/filter-reader.ts'),
  findings: () => import('./features/findings/find-findings.ts'),
  fitness: () => import('./features/fitness/check-against.ts'),
  flowWords: () => import('./features/flows/words-of-flows.ts'),
  flowDraft: () => import('./features/flows/history.ts'),
  flowReplay: () => import('./features/flows/history.ts'),
  judgingExport: () => import('./features/judging/export-judging.ts'),
  judgingFigures: () => import('./features/judging/judging-figures.ts'),
  winRates: () => import('./features/judging/win-rate-table.ts'),
  likeness: () => import('./features/likeness/like-rounds.ts'),
  folder: () => import('./features/modules/open-folder.ts'),
  purge: () => import('./features/purge/open-purge.ts'),
  textAnalysis: () => import('./features/retrieval/analyse-texts.ts'),
  review: () => import('./features/review/order-queue.ts'),
  sweep: () => import('./features/sweep/learn-settings.ts'),
  sliceAnalysis: () => import('./features/tagging/analyse-slice.ts'),
  moves: () => import('./features/tagging/find-moves.ts'),
  offlineTagging: () => import('./features/tagging/tag-offline.ts'),
  teachingDesk: () => import('./features/teaching/open-desk.ts'),
  teaching: () => import('./features/teaching/teach-project.ts'),
  topics: () => import('./features/topics/topics-of-project.ts'),
  vocabulary: () => import('./features/vocabulary/tag-readings.ts'),
  worksheetDraft: () => import('./features/worksheets/draft-from-history.ts'),
};

type Loaded = { readonly [Name in keyof typeof modules]: Awaited<ReturnType<(typeof modules)[Name]>> };

declare module './workers/module-types.ts' {
  interface ThreadModules extends Loaded {}
}
