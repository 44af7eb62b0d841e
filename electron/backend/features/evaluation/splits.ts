import { DialogramError } from '#shared/contract/errors.ts';
import type { EvaluationInput } from '#shared/contract/evaluation.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { translateError } from '../../errors.ts';
import { readDialogues } from '../../formats/read.ts';
import { dialogueHeads } from '../../store/corpus/dialogue-table.ts';
import { utteranceReader } from '../../store/corpus/utterance-table.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { isHeldOut, joinRounds, type SourceDialogue } from '../retrieval/index.ts';

interface ReadFile {
  readonly dialogues: readonly SourceDialogue[];
  /** Records that could not be read, up to where reading ended. */
  readonly rejected: number;
}

/**
 * Returns the first `limit` dialogues of a neutral JSONL file (plain or gzip), or of those that `keep` names. Turns
 * know the index of their first message in the file's own `turns`, including rejected ones.
 * @throws DialogramError if the file cannot be read or holds no dialogue
 */
async function readNeutralFile(
  path: string,
  limit: number | null,
  options: { readonly signal: AbortSignal; readonly keep?: (id: string) => boolean },
): Promise<ReadFile> {
  const { signal, keep } = options;
  const dialogues: SourceDialogue[] = [];
  let rejected = 0;
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind === 'reject') rejected += event.records;
      if (event.kind !== 'dialogue') continue;
      const { externalId, utterances } = event.dialogue;
      if (keep && !keep(externalId)) continue;
      if (limit !== null && dialogues.length === limit) break;
      const turns = utterances.map(({ role, text, acts }, at) => ({
        role,
        text,
        acts,
        turn: event.turns?.[at] ?? at,
      }));
      dialogues.push({ id: externalId, rounds: joinRounds(turns) });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (dialogues.length === 0) {
    throw new DialogramError('BAD_FILE', `There is no dialogue to evaluate in ${path}.`, {
      place: path,
      nextStep:
        'Choose a file in neutral JSON Lines: {"id", "turns": [{"speaker", "text"}]}, one dialogue per line.',
    });
  }
  return { dialogues, rejected };
}

interface Splits {
  readonly train: ReadFile;
  readonly test: ReadFile;
  /** The way the test split was chosen; null if it was given. */
  readonly heldOutBy: string | null;
}

/** Reads the training and test data. `projectPath` is the open project. */
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
      `The share ${from.heldOutShare} keeps ${test.length} of ${all.dialogues.length} dialogues for testing. Training and testing both need some.`,
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
  if (path === null) throw new Error('An evaluation of the open project needs its path.');
  const database = openForReading(path);
  try {
    return { dialogues: readProjectDialogues(database), rejected: 0 };
  } finally {
    database.close();
  }
}

/**
 * A project's dialogues with the acts of their files, in canonical order (source name, then external id).
 * Their id is the external one. If two sources have the same id, it begins with the source's name and a
 * slash.
 */
function readProjectDialogues(database: ReadDatabase): SourceDialogue[] {
  const utterancesOf = utteranceReader(database);
  return [...namedDialogues(database)].map(([id, name]) => ({
    id: name,
    rounds: joinRounds(utterancesOf(id)),
  }));
}

/** Returns the ids of the project's dialogues in an evaluation, in canonical order. */
export function namedDialogues(database: ReadDatabase): Map<DialogueId, string> {
  const heads = dialogueHeads(database);
  const seen = new Map<string, number>();
  for (const { externalId } of heads) seen.set(externalId, (seen.get(externalId) ?? 0) + 1);
  return new Map(
    heads.map(({ id, externalId, source }) => [
      id,
      seen.get(externalId) === 1 ? externalId : `${source}/${externalId}`,
    ]),
  );
}
