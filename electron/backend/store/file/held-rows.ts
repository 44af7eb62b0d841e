import type { ReadDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import type { Held } from './page-sums.ts';

/** What an open project holds, for the sums of its file. */
export const heldBy = (database: ReadDatabase): Held => ({
  dialogues: countOf(database, 'SELECT count(*) FROM dialogues'),
  utterances: countOf(database, 'SELECT count(*) FROM utterances'),
  edits: countOf(database, 'SELECT count(*) FROM edits'),
});
