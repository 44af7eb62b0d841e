import type { RetrievalDialogue } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { rankingRun, requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readIndexDialogues } from '../comparison/index.ts';
import { roundText, type SourceDialogue } from '../retrieval/index.ts';
import { namedDialogues } from './splits.ts';

interface Sides {
  readonly train: readonly RetrievalDialogue[];
  readonly test: readonly RetrievalDialogue[];
}

interface TaggedByRun extends Sides {
  readonly run: TaggingRun;
  /** The same dialogues with the tags that rank examples; null if the run's own tags rank them. */
  readonly ranking: Sides | null;
  readonly warnings: readonly string[];
}

/** Gives the project's dialogues the tags of a run as they are, with people's corrections, as a comparison does. */
export function tagByRun(
  path: string,
  asked: RunId | null,
  train: readonly SourceDialogue[],
  test: readonly SourceDialogue[],
): TaggedByRun {
  const database = openForReading(path);
  try {
    const run = requireTaggingRun(database, asked);
    const words = rankingRun(database, run);
    const sidesBy = (by: TaggingRun): Sides => {
      const tagsOf = tagsByName(database, by);
      const tagged = ({ id, rounds }: SourceDialogue): RetrievalDialogue => ({
        key: id,
        rounds: rounds.map((round, at) => ({
          role: round.role,
          text: roundText(round),
          tags: known(known(tagsOf.get(id), id)[at], `turn ${at} of ${id}`),
        })),
      });
      return { train: train.map(tagged), test: test.map(tagged) };
    };
    return {
      ...sidesBy(run),
      run,
      ranking: words && sidesBy(words),
      warnings:
        run.tagger === 'annotations'
          ? []
          : [
              'The tagging run read whole dialogues, also those tested on. A tag may depend on what was said after its turn, which a new conversation does not have.',
            ],
    };
  } finally {
    database.close();
  }
}

function tagsByName(
  database: ReadDatabase,
  { id: run, tagger }: TaggingRun,
): Map<string, readonly (readonly string[])[]> {
  const names = namedDialogues(database);
  const { dialogues, dialogueIds } = readIndexDialogues(database, { run, tagger, heldOutShare: 0 });
  return new Map(
    dialogues.map(({ rounds }, at) => [
      known(names.get(dialogueIds[at] as DialogueId), 'dialogue'),
      rounds.map(({ tags }) => tags),
    ]),
  );
}
