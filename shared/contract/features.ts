export { agentsContract as agents } from './agents.ts';
export { agreementContract as agreement } from './agreement.ts';
export { analysisContract as analysis } from './analysis.ts';
export { annotationsContract as annotations } from './annotations.ts';
export { automataContract as automata, pictureContract as picture } from './automata.ts';
export { batchContract as batch } from './batch.ts';
export { cleaningContract as cleaning } from './cleaning.ts';
export { comparisonContract as comparison } from './comparison.ts';
export {
  corpusContract as corpus,
  growingContract as growing,
  removingContract as removing,
} from './corpus.ts';
export { databasesContract as databases } from './databases.ts';
export { filtersContract as filters, savedFiltersContract as savedFilters } from './filters.ts';
export { findingsContract as findings } from './findings.ts';
export { fitnessContract as fitness } from './fitness.ts';
export { flowsContract as flows, slotInstructionsContract as slotInstructions } from './flows.ts';
export { freeColangContract as freeColang } from './free-colang.ts';
export { generationContract as generation } from './generation.ts';
export { historyContract as history } from './history.ts';
export { jobsContract as jobs } from './jobs.ts';
export { judgingContract as judging } from './judging.ts';
export { likenessContract as likeness } from './likeness.ts';
export { mergeDecisionsContract as mergeDecisions } from './merge-decisions.ts';
export { modelTaggingContract as modelTagging } from './model-tagging.ts';
export { modulesContract as modules } from './modules.ts';
export { moveNamingContract as moveNaming } from './move-naming.ts';
export { movesContract as moves } from './moves.ts';
export { backupsContract as backups, projectsContract as projects } from './projects.ts';
export { promptFilesContract as promptFiles } from './prompts.ts';
export { providersContract as providers } from './providers.ts';
export { purgeContract as purge } from './purge.ts';
export { notesContract as notes, reviewContract as review } from './review.ts';
export { serveContract as serve } from './serve.ts';
export { simulatorContract as simulator } from './simulator.ts';
export { stateNamesContract as stateNames } from './state-names.ts';
export { storiesContract as stories } from './stories.ts';
export { sweepContract as sweep } from './sweep.ts';
export { healthContract as health, systemContract as system } from './system.ts';
export { taggingContract as tagging } from './tagging.ts';
export { teachingContract as teaching } from './teaching.ts';
export { topicsContract as topics } from './topics.ts';
export { vocabularyContract as vocabulary } from './vocabulary.ts';
export { votesContract as votes } from './votes.ts';
export { conversionContract as conversion, worksheetsContract as worksheets } from './worksheets.ts';
