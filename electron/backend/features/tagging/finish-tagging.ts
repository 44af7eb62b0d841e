import type { RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import { lastTurn } from '../../store/corpus/turn-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { finishRun } from '../../store/runs/run-table.ts';
import {
  countTaggedDialogues,
  replaceVocabulary,
  stretchCounter,
  type TagCount,
} from '../../store/tags/run-vocabulary-table.ts';

const TURNS_PER_STEP = 4000;

async function countTags(database: WriteDatabase, run: RunId) {
  const last = lastTurn(database);
  const counts = new Map<string, TagCount>();
  let utterances = 0;
  const countStretch = stretchCounter(database, run);
  for (let after = 0; after < last; after += TURNS_PER_STEP) {
    const stretch = countStretch(after, after + TURNS_PER_STEP);
    for (const row of stretch.tags) {
      const key = `${row.tag} ${row.role}`;
      counts.set(key, { ...row, turns: row.turns + (counts.get(key)?.turns ?? 0) });
    }
    utterances += stretch.utterances;
    await breathe();
  }
  return { counts: [...counts.values()], utterances };
}

interface TaggingFacts {
  /** By default, the messages of tagged turns. */
  readonly utterancesTagged?: number;
  readonly dialoguesTagged?: number;
  readonly warnings: readonly string[];
  readonly model: unknown;
  readonly accuracy?: unknown;
}

/** Counts the tags of a run step by step, because a large project takes seconds, and ends the run. */
export async function finishTagging(
  database: WriteDatabase,
  run: RunId,
  facts: TaggingFacts,
  signal?: AbortSignal,
) {
  const { counts, utterances } = await countTags(database, run);
  signal?.throwIfAborted();
  const { utterancesTagged = utterances } = facts;
  const vocabulary = new Set(counts.map(({ tag }) => tag)).size;
  database.transaction(() => {
    replaceVocabulary(database, run, counts);
    const { dialoguesTagged = countTaggedDialogues(database, run) } = facts;
    finishRun(database, run, new Date().toISOString(), {
      ...facts,
      ...{ utterancesTagged, dialoguesTagged, vocabulary },
    });
  })();
  return { utterancesTagged, vocabulary };
}
