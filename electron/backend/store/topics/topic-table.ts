import { z } from 'zod';
import type { Vectors } from '#shared/algorithms/moves/clusters/sentence-vectors.ts';
import {
  type GroupedTopics,
  groupTopics,
  type TopicDecision,
  type TopicsModel,
} from '#shared/algorithms/topics/group-topics.ts';
import { dialogueIdSchema, topicNameSchema } from '#shared/contract/base.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { type ChangeOf, newDocumentId, placedTable } from '../edits/log/placed-changes.ts';
import { latestRun, listRuns } from '../runs/run-table.ts';
import { allRaw, allRows, change, oneValue, parseJson } from '../statements.ts';

export const TOPICS_RUN = 'topics';

/** A reference to a topic, by its name and by typical dialogues, so that it can be found in other runs. */
const referenceSchema = z.object({ name: topicNameSchema, anchors: z.array(dialogueIdSchema) });
export type StoredTopic = z.infer<typeof referenceSchema>;

const decisionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cut'), topics: z.int() }),
  z.object({ kind: z.literal('merge'), topic: referenceSchema, into: referenceSchema }),
  z.object({ kind: z.literal('split'), topic: referenceSchema }),
  z.object({ kind: z.literal('rename'), topic: referenceSchema, name: topicNameSchema }),
  z.object({ kind: z.literal('teach'), topic: referenceSchema, dialogue: dialogueIdSchema }),
  /** Names that a model gave. */
  z.object({
    kind: z.literal('name'),
    names: z.array(z.object({ topic: referenceSchema, name: topicNameSchema })),
  }),
]);
export type StoredTopicDecision = z.infer<typeof decisionSchema>;

export const topicChanges = placedTable(
  'topic_decisions',
  { id: z.int() },
  z.object({ decision: decisionSchema }),
  ({ id }) => ({ id }),
  ({ decision }) => ({ content: JSON.stringify(decisionSchema.parse(decision)) }),
);

/** Returns a new decision. Ids are never reused, so an undone decision keeps its place. */
export const decideTopic = (
  database: ReadDatabase,
  decision: StoredTopicDecision,
): ChangeOf<typeof topicChanges> => ({
  table: 'topic_decisions',
  id: newDocumentId(database),
  before: null,
  after: { decision },
});

export const readTopicDecisions = (database: ReadDatabase): StoredTopicDecision[] =>
  allRows<{ content: string }>(database)`SELECT content FROM topic_decisions ORDER BY id`.map(({ content }) =>
    parseJson(decisionSchema, content),
  );

/** Deletes decisions whose names mention purged data, and purged examples. */
export function purgeTopicDecisions(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { id, content } of allRows<{ id: number; content: string }>(database)`
    SELECT id, content FROM topic_decisions`) {
    const decision = parseJson(decisionSchema, content);
    const gone =
      decision.kind === 'teach' &&
      oneValue<number>(database)`SELECT 1 FROM dialogues WHERE id = ${decision.dialogue}` === undefined;
    if (gone || mentions(content)) change(database)`DELETE FROM topic_decisions WHERE id = ${id}`;
  }
}

const modelSchema = z.object({
  encoder: z.string(),
  stability: z.number(),
  seed: z.int(),
  tree: z.object({ leaves: z.int(), merges: z.array(z.tuple([z.int(), z.int()])) }),
  names: z.array(z.string()),
  cut: z.array(z.int()),
  units: z.array(z.object({ topic: z.int(), leaf: z.int() })),
  phrases: z.array(
    z.object({
      phrase: z.string(),
      text: z.string(),
      dialogues: z.int(),
      units: z.array(z.tuple([z.int(), z.int()])),
    }),
  ),
});

export interface TopicsRun {
  readonly run: RunId;
  readonly model: TopicsModel;
  readonly dialogueIds: readonly DialogueId[];
  readonly units: Int32Array;
  readonly closeness: Float32Array;
  readonly vectors: Vectors;
}

const LEVELS = 127;

export function topicWriter(database: WriteDatabase, run: RunId) {
  return database.transaction(
    (rows: Iterable<{ dialogue: DialogueId; unit: number; closeness: number; vector: Float32Array }>) => {
      for (const { dialogue, unit, closeness, vector } of rows)
        change(database)`
          INSERT INTO run_topics (run_id, dialogue_id, unit, closeness, vector)
          VALUES (${run}, ${dialogue}, nullif(${unit}, -1), ${closeness},
            ${Int8Array.from(vector, (value) => Math.round(LEVELS * value))})`;
    },
  );
}

export function readTopicsRun(database: ReadDatabase, run: RunId | null): TopicsRun | null {
  const row =
    run === null
      ? latestRun(database, TOPICS_RUN)
      : listRuns(database, TOPICS_RUN).find(({ id }) => id === run);
  if (!row) return null;
  const model = z.object({ model: modelSchema }).safeParse(row.result).data?.model;
  if (!model) return null;
  const rows = allRaw<[DialogueId, number | null, number, Buffer]>(database)`
    SELECT dialogue_id, unit, closeness, vector FROM run_topics WHERE run_id = ${row.id} ORDER BY dialogue_id`;
  const dimensions = rows[0]?.[3].length ?? 0;
  const values = new Float32Array(rows.length * dimensions);
  for (const [at, [, , , vector]] of rows.entries())
    for (let d = 0; d < dimensions; d++) values[at * dimensions + d] = vector.readInt8(d) / LEVELS;
  return {
    run: row.id,
    model,
    dialogueIds: rows.map(([dialogue]) => dialogue),
    units: Int32Array.from(rows, ([, unit]) => unit ?? -1),
    closeness: Float32Array.from(rows, ([, , closeness]) => closeness),
    vectors: { dimensions, count: rows.length, values },
  };
}

export function groupedTopics(run: TopicsRun, decisions: readonly StoredTopicDecision[]): GroupedTopics {
  const places = new Map<DialogueId, number>(run.dialogueIds.map((id, at) => [id, at]));
  const unitOf = (dialogue: DialogueId): number => run.units[places.get(dialogue) ?? -1] ?? -1;
  const about = ({ name, anchors }: StoredTopic) => ({ name, units: anchors.map(unitOf) });
  return groupTopics(
    run.model,
    run.units,
    run.vectors,
    decisions.flatMap((decision): TopicDecision | TopicDecision[] => {
      switch (decision.kind) {
        case 'cut':
          return decision;
        case 'merge':
          return { ...decision, topic: about(decision.topic), into: about(decision.into) };
        case 'teach':
          return {
            ...decision,
            topic: about(decision.topic),
            dialogues: [places.get(decision.dialogue) ?? -1],
          };
        case 'name':
          return decision.names.map(({ topic, name }) => ({ kind: 'rename', topic: about(topic), name }));
        default:
          return { ...decision, topic: about(decision.topic) };
      }
    }),
  );
}

export function topicsOfDialogues(database: ReadDatabase): Map<DialogueId, string> | null {
  const run = readTopicsRun(database, null);
  if (!run) return null;
  const { groups, of } = groupedTopics(run, readTopicDecisions(database));
  return new Map(
    run.dialogueIds.flatMap((id, at) => {
      const name = groups[of[at]!]?.name;
      return name === undefined ? [] : [[id, name] as const];
    }),
  );
}
