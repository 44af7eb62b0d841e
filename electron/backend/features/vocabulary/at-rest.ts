import { DialogramError } from '#shared/contract/errors.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';

const ATTEMPTS = 3;

class Moved extends Error {}

/**
 * Runs work that plans an edit in another thread and then makes it. `unchanged` is to be called between the two, in
 * the same breath as the making: where tags or dialogues changed while the plan was made, the work is done again.
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
