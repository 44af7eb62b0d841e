export { idsOfOffered, vocabularyToOffer } from './offered-vocabulary.ts';
export { createQuestioner } from './questions.ts';
export { type ModelRunRow, modelRuns } from './run-settings.ts';
