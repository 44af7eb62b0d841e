import { isHeldOut } from '#backend/features/retrieval/index.ts';
import { dialogueHeads } from '#backend/store/corpus/dialogue-table.ts';
import { utteranceReader } from '#backend/store/corpus/utterance-table.ts';
import { openForReading, type ReadDatabase } from '#backend/store/database.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { RetrievalInput } from './figures.ts';
import { joinTurns, type SourceDialogue } from './source-dialogue.ts';

export interface ReadDialogues {
  readonly dialogues: readonly SourceDialogue[];
  /** Number of records that could not be read before reading ended. */
  readonly rejected: number;
}

export interface Splits {
  readonly train: ReadDialogues;
  readonly test: ReadDialogues;
  /** The way in which the test dialogues were chosen; null if they were given. */
  readonly heldOutBy: string | null;
}

/** Chooses test dialogues by a hash of their ids. If there is a limit, the first dialogues of each side are used. */
export function holdOut(
  { dialogues, rejected }: ReadDialogues,
  heldOutShare: number,
  { limit, trainLimit }: Pick<RetrievalInput, 'limit' | 'trainLimit'>,
): Splits {
  const first = (some: readonly SourceDialogue[], count: number | null) =>
    some.slice(0, count ?? some.length);
  const test = dialogues.filter(({ id }) => isHeldOut(id, heldOutShare));
  const train = dialogues.filter(({ id }) => !isHeldOut(id, heldOutShare));
  if (train.length === 0 || test.length === 0) {
    throw new DialogramError(
      'INVALID',
      `With a test share of ${heldOutShare}, ${test.length} of ${dialogues.length} dialogues are kept for testing. Both training and testing need at least one.`,
      {
        value: String(heldOutShare),
        nextStep: 'Choose a different share of test dialogues, or import more dialogues.',
      },
    );
  }
  return {
    train: { dialogues: first(train, trainLimit), rejected },
    test: { dialogues: first(test, limit), rejected: 0 },
    heldOutBy: `first 32 bits of SHA-256 of the dialogue id, divided by 2^32, below ${heldOutShare}`,
  };
}

/** Returns the dialogues of a project, split by a hash of their ids. */
export function splitProject(
  path: string,
  heldOutShare: number,
  limits: Pick<RetrievalInput, 'limit' | 'trainLimit'>,
): Splits {
  const database = openForReading(path);
  try {
    const dialogues = readProjectDialogues(database);
    return holdOut({ dialogues, rejected: 0 }, heldOutShare, limits);
  } finally {
    database.close();
  }
}

/**
 * Dialogues are sorted by source name and external id. If two sources share an id, the source's name comes before it.
 */
function readProjectDialogues(database: ReadDatabase): SourceDialogue[] {
  const utterancesOf = utteranceReader(database);
  return [...namedDialogues(database)].map(([id, name]) => ({
    id: name,
    turns: joinTurns(utterancesOf(id)),
  }));
}

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
