export { dialogueFacts } from './dialogue-facts.ts';
export { dialoguesWhere, filterOf } from './dialogues-where.ts';
export { dialoguesPassing, passingAmong, tagsMeant } from './filtering.ts';
export { listDialogues, searchedDialogues } from './list-dialogues.ts';
