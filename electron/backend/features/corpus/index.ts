export { runImport } from './import-job.ts';
