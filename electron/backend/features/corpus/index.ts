export { runImport } from './import-job.ts';
export { filesOfFolders, maskedSince } from './masked-copy.ts';
