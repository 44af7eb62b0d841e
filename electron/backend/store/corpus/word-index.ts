import type { WriteDatabase } from '../database.ts';

/**
 * Adds the messages that came since the last call to the search index; they have higher ids than all that it knows.
 * Adding many at once takes half the time of adding them one by one.
 */
export function wordIndexer(database: WriteDatabase): () => void {
  const index = database.prepare(`
    INSERT INTO utterance_search (rowid, text) SELECT id, text FROM utterances
    WHERE id > coalesce((SELECT max(id) FROM utterance_search_docsize), 0)`);
  return () => void index.run();
}
