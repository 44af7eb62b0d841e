export { filesOfFolders } from './files-of-folders.ts';
export { runImport } from './import-job.ts';
export { maskedSince } from './masked-copy.ts';
