export { dialogueFacts, dialoguesWhere, filterOf } from './dialogues-where.ts';
export { dialoguesPassing, listDialogues, passingAmong, searchedDialogues, tagsMeant } from './filtering.ts';
