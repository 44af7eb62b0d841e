import { z } from 'zod';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { corpusFingerprint } from '../corpus/dialogue-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { IMPORTED_AUTOMATON, INDEX_AUTOMATON, type RunKind } from '../runs/run-table.ts';
import { allRows, allValues, change, countOf, eachRow, parseJson, sql } from '../statements.ts';
import { vocabularySize } from '../tags/run-vocabulary-table.ts';
import { OF_RUNS } from './purge-rows.ts';
import { indexWords, type Mentions, type PurgedRows, purgedDialogueIds } from './purge-words.ts';

/** The `runs.kind` of a purged run. Its id is never reused. */
const PURGED_RUN = 'purged';

export interface RunPlan {
  readonly automata: readonly RunId[];
  readonly indexAutomata: readonly RunId[];
  readonly encoders: readonly RunId[];
  readonly taggings: readonly RunId[];
  readonly batches: readonly RunId[];
  readonly judgings: readonly RunId[];
  readonly topics: readonly RunId[];
}

export function planRuns(database: ReadDatabase, purged: PurgedRows): RunPlan {
  const automata: RunId[] = [];
  const indexAutomata: RunId[] = [];
  const taggings = emptiedTaggings(database, purged);
  const dialogues = new Set(purgedDialogueIds(database, purged));
  const batches = batchesOf(database, purged);
  for (const { id, kind, tagging, ids } of eachRow<{ id: RunId; kind: string; tagging: RunId; ids: Buffer }>(
    database,
  )`
    SELECT a.run_id AS id, r.kind, a.tagging_run_id AS tagging, a.dialogue_ids AS ids
    FROM automata a JOIN runs r ON r.id = a.run_id ORDER BY a.run_id`) {
    // Copies the bytes, because a buffer from the database may be unaligned.
    const learnedFrom = new Int32Array(new Uint8Array(ids).buffer);
    // An imported automaton may count any of the dialogues.
    const isImported = kind === IMPORTED_AUTOMATON;
    if (
      !isImported &&
      !taggings.includes(tagging) &&
      !learnedFrom.some((dialogue) => dialogues.has(dialogue as DialogueId))
    )
      continue;
    (kind === INDEX_AUTOMATON ? indexAutomata : automata).push(id);
  }
  return {
    automata,
    indexAutomata,
    taggings,
    // These models were learned from the words of the whole corpus, and single words cannot be removed from them.
    encoders: allValues<RunId>(database)`SELECT run_id FROM encoders WHERE model IS NOT NULL`,
    batches,
    judgings: judgingsOf(database, batches),
    // The key phrases of topics are words of all dialogues.
    topics: allValues<RunId>(database)`SELECT DISTINCT run_id FROM run_topics
      WHERE dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)})`,
  };
}

/** Returns tagging runs that have no tags left. */
function emptiedTaggings(database: ReadDatabase, purged: PurgedRows): RunId[] {
  const touched = allValues<RunId>(database)`
    SELECT DISTINCT run_id FROM run_tags WHERE round_id IN (SELECT id FROM ${sql(purged.turns)})`;
  const left = database
    .prepare(
      `SELECT 1 FROM run_tags WHERE run_id = ? AND round_id NOT IN (SELECT id FROM ${purged.turns}) LIMIT 1`,
    )
    .pluck();
  return touched.filter((run) => left.get(run) === undefined);
}

function batchesOf(database: ReadDatabase, purged: PurgedRows): RunId[] {
  return allValues<RunId>(database)`
    SELECT run_id FROM batch_items WHERE dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)})
    UNION
    SELECT r.run_id FROM batch_details d JOIN batch_rows r ON r.id = d.row_id, json_each(d.examples,
    '$.found') AS turn
    WHERE turn.value ->> 1 IN (SELECT id FROM ${sql(purged.dialogues)})
    UNION
    SELECT r.run_id FROM batch_details d JOIN batch_rows r ON r.id = d.row_id, json_each(d.examples,
    '$.answers') AS turn
    WHERE turn.value ->> 1 IN (SELECT id FROM ${sql(purged.dialogues)})
    ORDER BY 1`;
}

function judgingsOf(database: ReadDatabase, batches: readonly RunId[]): RunId[] {
  return allValues<RunId>(database)`
    SELECT id FROM runs WHERE kind = 'judging' AND params ->> '$.batch' IN (SELECT value
    FROM json_each(${JSON.stringify(batches)})) ORDER BY id`;
}

/** Deletes the results of purged runs but keeps their ids. Call it before the turns are removed. */
export function purgeRuns(database: WriteDatabase, plan: RunPlan): void {
  const runs = JSON.stringify(Object.values(plan).flat());
  for (const table of OF_RUNS)
    change(database)`DELETE FROM ${sql(table)} WHERE run_id IN (SELECT value FROM json_each(${runs}))`;
  change(database)`
    UPDATE runs SET kind = '${sql(PURGED_RUN)}', params = '{}', input_fingerprint = '', state = 'failed',
    result = NULL
    WHERE id IN (SELECT value FROM json_each(${runs}))`;
}

const taggingResultSchema = z.looseObject({ utterancesTagged: z.number() });

interface TaggingRow {
  readonly id: RunId;
  readonly kind: string;
  readonly fingerprint: string;
  readonly params: string;
  readonly result: string | null;
}

/** Removes purged data from the remaining runs. Call it after the turns are removed. */
export function trimRuns(
  database: WriteDatabase,
  fingerprintBefore: string,
  mentions: Mentions,
  kinds: readonly RunKind[],
): void {
  const fingerprint = corpusFingerprint(database);
  const taggedBy = `SELECT count(*) FROM utterances WHERE round_id IN (SELECT round_id FROM run_tags WHERE run_id = ?)`;
  for (const row of allRows<TaggingRow>(database)`
    SELECT id, kind, input_fingerprint AS fingerprint, params, result FROM runs
    WHERE kind <> '${sql(PURGED_RUN)}'`) {
    let result = withoutMentions(parseJson(z.unknown(), row.result ?? 'null'), mentions);
    if (row.kind === 'tagging' && result !== null) {
      const { utterancesTagged, ...rest } = taggingResultSchema.parse(result);
      result = {
        ...rest,
        // The messages of a joined turn count as one, so the number never increases.
        utterancesTagged: Math.min(utterancesTagged, countOf(database, taggedBy, row.id)),
        vocabulary: vocabularySize(database, row.id),
        model: null,
      };
    }
    const params = kinds.some(({ kind, settingsStay }) => settingsStay && kind === row.kind)
      ? row.params
      : JSON.stringify(withoutMentions(parseJson(z.unknown(), row.params), mentions));
    change(database)`
      UPDATE runs SET params = ${params}, result = ${result === null ? null : JSON.stringify(result)},
      input_fingerprint = ${row.fingerprint === fingerprintBefore ? fingerprint : row.fingerprint}
      WHERE id = ${row.id}`;
  }
}

/** Removes sentences that mention purged data, and entries of lists that consist only of such words. */
function withoutMentions(value: unknown, mentions: Mentions): unknown {
  if (typeof value === 'string') return /[\s/\\]/.test(value) && mentions(value) ? '' : value;
  if (Array.isArray(value)) {
    return value
      .filter((part) => typeof part !== 'string' || !isOwnWord(part, mentions))
      .map((part) => withoutMentions(part, mentions))
      .filter((part) => part !== '');
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withoutMentions(part, mentions)]),
  );
}

function isOwnWord(text: string, mentions: Mentions): boolean {
  const words = indexWords(text);
  return words.length > 0 && words.every((word) => mentions(word));
}
