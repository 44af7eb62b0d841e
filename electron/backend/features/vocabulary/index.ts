export { atRest } from './at-rest.ts';
export { renameTag } from './tag-edits.ts';
export { vocabularyReader } from './vocabulary-reader.ts';
