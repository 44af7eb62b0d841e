import type { ReadDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import type { ProjectCounts } from './page-sums.ts';

export const countContents = (database: ReadDatabase): ProjectCounts => ({
  dialogues: countOf(database, 'SELECT count(*) FROM dialogues'),
  utterances: countOf(database, 'SELECT count(*) FROM utterances'),
  edits: countOf(database, 'SELECT count(*) FROM edits'),
});
