import { z } from 'zod';
import type { FollowUps } from '#shared/algorithms/review/queue-order.ts';
import { reviewQueueSchema } from '#shared/contract/review.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { allRows, change, oneRow, parseJson, sql, theRow } from '../statements.ts';

const queueSettingsSchema = reviewQueueSchema.pick({
  order: true,
  run: true,
  tagger: true,
  left: true,
  right: true,
  automaton: true,
  seed: true,
  filter: true,
});
export type QueueSettings = z.infer<typeof queueSettingsSchema>;

const countedSchema = z.tuple([z.number(), z.number()]);
const followUpsSchema = z.object({
  frequent: z.array(z.array(countedSchema)),
  after: z.array(z.record(z.string(), z.array(countedSchema))),
}) satisfies z.ZodType<FollowUps>;

export interface QueueRow {
  readonly id: number;
  readonly settings: QueueSettings;
  readonly position: number;
  readonly reached: number;
  readonly createdAt: string;
}

export interface QueueContent {
  readonly turns: Int32Array;
  readonly notes: Int32Array;
  readonly followUps: FollowUps;
  /** The turns of the filter that have the same words: for each group its size, then the ids of its turns. */
  readonly alike: Int32Array;
}

const KEPT = 20;

const bytesOf = (array: Int32Array): Buffer => Buffer.from(array.buffer, array.byteOffset, array.byteLength);

const integersOf = (bytes: Buffer): Int32Array => new Int32Array(new Uint8Array(bytes).buffer);

export function insertQueue(
  database: WriteDatabase,
  settings: QueueSettings,
  content: QueueContent,
  createdAt: string,
): number {
  return database.transaction(() => {
    const id = Number(
      change(database)`
        INSERT INTO review_queues (settings, rounds, notes, follow_ups, alike, position, reached, created_at)
        VALUES (${JSON.stringify(settings)}, ${bytesOf(content.turns)}, ${bytesOf(content.notes)},
        ${JSON.stringify(content.followUps)}, ${bytesOf(content.alike)}, 0, 0, ${createdAt})`.lastInsertRowid,
    );
    change(database)`DELETE FROM review_queues WHERE id NOT IN (SELECT id FROM review_queues
      ORDER BY id DESC LIMIT ${KEPT})`;
    return id;
  })();
}

const HEAD = 'id, settings, position, reached, created_at AS createdAt';

interface RawQueue extends Omit<QueueRow, 'settings'> {
  readonly settings: string;
}

const toQueue = (row: RawQueue): QueueRow => ({
  ...row,
  settings: parseJson(queueSettingsSchema, row.settings),
});

export function listQueues(database: ReadDatabase): (QueueRow & { readonly turns: number })[] {
  return allRows<RawQueue & { readonly turns: number }>(database)`
    SELECT ${sql(HEAD)}, length(rounds) / ${sql(`${Int32Array.BYTES_PER_ELEMENT}`)} AS turns
    FROM review_queues ORDER BY id DESC`.map(({ turns, ...row }) => ({ ...toQueue(row), turns }));
}

export function findQueue(database: ReadDatabase, id: number): QueueRow | null {
  const row = oneRow<RawQueue>(database)`SELECT ${sql(HEAD)} FROM review_queues WHERE id = ${id}`;
  return row ? toQueue(row) : null;
}

export function readQueueContent(database: ReadDatabase, id: number): QueueContent | null {
  const row = oneRow<{ turns: Buffer; notes: Buffer; followUps: string; alike: Buffer }>(database)`
    SELECT rounds AS turns, notes, follow_ups AS followUps, alike FROM review_queues WHERE id = ${id}`;
  if (!row) return null;
  return {
    turns: integersOf(row.turns),
    notes: integersOf(row.notes),
    followUps: parseJson(followUpsSchema, row.followUps),
    alike: integersOf(row.alike),
  };
}

export function moveInQueue(
  database: WriteDatabase,
  id: number,
  position: number,
): { position: number; reached: number } {
  return theRow(
    oneRow<{ position: number; reached: number }>(database)`
      UPDATE review_queues SET position = ${position}, reached = max(reached, ${position}) WHERE id = ${id}
      RETURNING position, reached`,
  );
}
