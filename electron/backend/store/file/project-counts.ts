import type { ReadDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import type { ProjectCounts } from './page-sums.ts';

/** Counts the content of an open project, to be stored with its checksums. */
export const countContents = (database: ReadDatabase): ProjectCounts => ({
  dialogues: countOf(database, 'SELECT count(*) FROM dialogues'),
  utterances: countOf(database, 'SELECT count(*) FROM utterances'),
  edits: countOf(database, 'SELECT count(*) FROM edits'),
});
