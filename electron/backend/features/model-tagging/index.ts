export { createQuestioner } from './questions.ts';
export { idsOfOffered, type ModelRunRow, modelRuns, vocabularyToOffer } from './run-settings.ts';
