import { DialogramError } from '#shared/contract/errors.ts';
import type { EvaluationInput } from '#shared/contract/evaluation.ts';
import { openForReading } from '../../store/database.ts';
import { isHeldOut, type SourceDialogue } from '../retrieval/index.ts';
import { type ReadFile, readNeutralFile } from './read-file.ts';
import { readProjectDialogues } from './read-project.ts';

interface Splits {
  readonly train: ReadFile;
  readonly test: ReadFile;
  /** How the test split was chosen, where it was. */
  readonly heldOutBy: string | null;
}

/** Reads what is learned from and what is asked about. `projectPath` is where the open project lies. */
export async function readSplits(
  { from, limit, trainLimit }: Pick<EvaluationInput, 'from' | 'limit' | 'trainLimit'>,
  projectPath: string | null,
  signal: AbortSignal,
): Promise<Splits> {
  if (from.kind === 'files' && from.test !== null) {
    const train = await readNeutralFile(from.train, trainLimit, { signal });
    const test = await readNeutralFile(from.test, limit, { signal });
    return { train, test, heldOutBy: null };
  }
  const all =
    from.kind === 'files' ? await readNeutralFile(from.train, null, { signal }) : readProject(projectPath);
  const first = (dialogues: readonly SourceDialogue[], count: number | null) =>
    count === null ? dialogues : dialogues.slice(0, count);
  const test = all.dialogues.filter(({ id }) => isHeldOut(id, from.heldOutShare));
  const train = all.dialogues.filter(({ id }) => !isHeldOut(id, from.heldOutShare));
  if (train.length === 0 || test.length === 0) {
    throw new DialogramError(
      'INVALID',
      `Of ${all.dialogues.length} dialogues ${test.length} are held out by the share ${from.heldOutShare}; both sides need some.`,
      { value: String(from.heldOutShare), nextStep: 'Choose another share, or import more dialogues.' },
    );
  }
  return {
    train: { dialogues: first(train, trainLimit), rejected: all.rejected },
    test: { dialogues: first(test, limit), rejected: 0 },
    heldOutBy: `first 32 bits of SHA-256 of the dialogue id, divided by 2^32, below ${from.heldOutShare}`,
  };
}

function readProject(path: string | null): ReadFile {
  if (path === null) throw new Error('An evaluation of the open project needs to know where it lies.');
  const database = openForReading(path);
  try {
    return { dialogues: readProjectDialogues(database), rejected: 0 };
  } finally {
    database.close();
  }
}
