import { DialogramError } from '#shared/contract/errors.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';

const ATTEMPTS = 3;

class Moved extends Error {}

/**
 * Runs work that plans an edit in another thread and then makes it. Call `unchanged` between the two, right
 * before applying the edit. If tags or dialogues changed during planning, the work is repeated.
 * @throws BUSY if they keep changing
 */
export async function atRest<Result>(
  database: ReadDatabase,
  work: (unchanged: () => void) => Promise<Result>,
): Promise<Result> {
  const version = (): string =>
    `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = version();
    try {
      return await work(() => {
        if (version() !== before) throw new Moved();
      });
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  throw new DialogramError('BUSY', 'The tags kept changing while the edit was prepared.', {
    nextStep: 'Try again once tagging or importing has ended.',
  });
}
