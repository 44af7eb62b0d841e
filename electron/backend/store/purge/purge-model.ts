import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, sql } from '../statements.ts';
import type { PurgedRows } from './purge-selection.ts';
import type { Mentions } from './purge-words.ts';

const answersOf = (purged: PurgedRows): string =>
  `SELECT hash FROM model_answers a WHERE EXISTS (
     SELECT 1 FROM model_answer_dialogues d WHERE d.hash = a.hash AND d.dialogue_id IN (SELECT id FROM ${purged.dialogues})
   ) OR NOT EXISTS (SELECT 1 FROM model_answer_dialogues d WHERE d.hash = a.hash)`;

/** The requests to and answers of a language model about purged data. */
export interface ModelPlan {
  readonly answers: readonly string[];
  readonly prompts: readonly number[];
  /** Providers that were sent the words. */
  readonly sentTo: readonly string[];
}

export function planModel(database: ReadDatabase, purged: PurgedRows, mentions: Mentions): ModelPlan {
  const column = (sql: string): string[] => database.prepare<[], string>(sql).pluck().all();
  return {
    answers: column(answersOf(purged)),
    prompts: allRows<{ id: number; name: string; text: string }>(database)`
      SELECT id, name, text FROM prompts ORDER BY id`
      .filter(({ name, text }) => mentions(text) || mentions(name))
      .map(({ id }) => id),
    sentTo: column(
      `SELECT DISTINCT provider FROM model_answers WHERE hash IN (${answersOf(purged)}) UNION
       SELECT DISTINCT b.provider FROM provider_batches b WHERE b.run_id IN (
         SELECT run_id FROM run_tags WHERE round_id IN (SELECT id FROM ${purged.rounds}))
       ORDER BY 1`,
    ),
  };
}

/** Keeps the account of costs, without its subject. Call before the dialogues are deleted. */
export function purgeModel(
  database: WriteDatabase,
  purged: PurgedRows,
  { answers, prompts }: ModelPlan,
  mentions: Mentions,
): void {
  const gone = JSON.stringify(answers);
  change(database)`UPDATE model_calls SET dialogue_id = NULL, hash = '', message = NULL
    WHERE dialogue_id IN (SELECT id FROM ${sql(purged.dialogues)}) OR hash IN (SELECT value
    FROM json_each(${gone}))`;
  const silence = database.prepare('UPDATE model_calls SET message = NULL WHERE id = ?');
  for (const { id, message } of allRows<{ id: number; message: string }>(database)`
    SELECT id, message FROM model_calls WHERE message IS NOT NULL`) {
    if (mentions(message)) silence.run(id);
  }
  change(database)`DELETE FROM model_answers WHERE hash IN (SELECT value FROM json_each(${gone}))`;
  change(database)`DELETE FROM prompts WHERE id IN (SELECT value FROM json_each(${JSON.stringify(prompts)}))`;
}
