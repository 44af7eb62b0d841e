export { dialoguesWhere } from './dialogues-where.ts';
export { dialoguesPassing, tagsMeant } from './filtering.ts';
export { listDialogues } from './list-dialogues.ts';
