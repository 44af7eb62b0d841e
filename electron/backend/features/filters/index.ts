export { dialogueFacts, dialoguesWhere, factsState, filterOf } from './dialogues-where.ts';
export { dialoguesPassing, listDialogues, passingAmong, searchedDialogues, tagsMeant } from './filtering.ts';
