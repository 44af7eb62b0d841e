export { atRest, vocabularyReader } from './bulk.ts';
export { renameTag } from './tag-edits.ts';
