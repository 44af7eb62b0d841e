import type { ReadDatabase } from '../database.ts';
import { countOf } from '../statements.ts';
import type { Held } from './page-sums.ts';

/** Returns the contents of an open project, for the sums of its file. */
export const heldBy = (database: ReadDatabase): Held => ({
  dialogues: countOf(database, 'SELECT count(*) FROM dialogues'),
  utterances: countOf(database, 'SELECT count(*) FROM utterances'),
  edits: countOf(database, 'SELECT count(*) FROM edits'),
});
