/**
 * The modules whose functions run in threads, by the name that callers use. A thread loads a module when it first needs
 * it; the build finds them here.
 */
export const modules = {
  salvage: () => import('./store/salvage/salvage-project.ts'),
  readable: () => import('./store/salvage/readable-rows.ts'),
  integrity: () => import('./store/file/integrity.ts'),
  checkpoint: () => import('./store/file/checkpoint.ts'),
  edit: () => import('./editing/make-edit.ts'),
  agreement: () => import('./features/agreement/compare-sides.ts'),
  review: () => import('./features/review/order-queue.ts'),
  flowDraft: () => import('./features/flows/draft-from-history.ts'),
  flowReplay: () => import('./features/flows/replay-history.ts'),
  nextAction: () => import('./features/flows/predict-next-action.ts'),
  worksheetDraft: () => import('./features/worksheets/draft-from-history.ts'),
  batchFigures: () => import('./features/batch/batch-figures.ts'),
  batchExport: () => import('./features/batch/export-batch.ts'),
  judgingFigures: () => import('./features/judging/judging-figures.ts'),
  winRates: () => import('./features/judging/win-rate-table.ts'),
  judgingExport: () => import('./features/judging/export-judging.ts'),
  sweep: () => import('./features/sweep/learn-settings.ts'),
  look: () => import('./features/corpus/look-at-file.ts'),
  sheet: () => import('./formats/spreadsheet/write-sheet.ts'),
  tableQuery: () => import('./formats/engine/write-from-table.ts'),
  databaseQuery: () => import('./formats/engine/write-from-database.ts'),
  learning: () => import('./features/automata/learn-from-project.ts'),
  textAnalysis: () => import('./features/retrieval/analyse-texts.ts'),
  sliceAnalysis: () => import('./features/tagging/analyse-slice.ts'),
  offlineTagging: () => import('./features/tagging/tag-offline.ts'),
  moves: () => import('./features/tagging/find-moves.ts'),
  teaching: () => import('./features/teaching/teach-project.ts'),
  topics: () => import('./features/topics/topics-of-project.ts'),
  evaluation: () => import('./features/evaluation/evaluate.ts'),
  queries: () => import('./features/evaluation/answer-queries.ts'),
  exploring: () => import('./features/analysis/explore.ts'),
  filters: () => import('./features/filters/filter-reader.ts'),
  findings: () => import('./features/findings/find-findings.ts'),
  fitness: () => import('./features/fitness/check-against.ts'),
  likeness: () => import('./features/likeness/like-rounds.ts'),
  vocabulary: () => import('./features/vocabulary/tag-readings.ts'),
  encoder: () => import('./features/comparison/open-encoder.ts'),
  retrievalIndex: () => import('./features/comparison/open-index.ts'),
  turnTagger: () => import('./features/conversation/open-turn-tagger.ts'),
  batch: () => import('./features/batch/open-batch.ts'),
  folder: () => import('./features/modules/open-folder.ts'),
  purge: () => import('./features/purge/open-purge.ts'),
  teachingDesk: () => import('./features/teaching/open-desk.ts'),
  relearning: () => import('./features/automata/relearning/open-relearning.ts'),
};

type Loaded = { readonly [Name in keyof typeof modules]: Awaited<ReturnType<(typeof modules)[Name]>> };

declare module './workers/module-types.ts' {
  interface ThreadModules extends Loaded {}
}
