import { z } from 'zod';
import { FITTED_ENCODER } from '#shared/algorithms/moves/clusters/sentence-vectors.ts';
import { groupMoves, type MoveDecision, type MoveLabel } from '#shared/algorithms/moves/group-moves.ts';
import { type MovesModel, OTHER } from '#shared/algorithms/moves/moves-model.ts';
import { roleSchema, tagIdSchema, tagNameSchema, turnIdSchema } from '#shared/contract/base.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import type { ChangedTable } from '../edits/log/placed-changes.ts';
import { bumpVersion } from '../file/meta-table.ts';
import { allRows, allValues, change, oneValue, parseJson, theRow } from '../statements.ts';
import { readMoveFigures, type StoredMoveFigures, unitsOfTurns } from './move-table.ts';
import { recountVocabulary, type TagCount } from './run-vocabulary-table.ts';
import { tagWriter } from './tag-table.ts';

/** A reference to a move, by its tag and by turns with its sentences, so that it can be found among other moves. */
const referenceSchema = z.object({ tag: tagIdSchema, anchors: z.array(turnIdSchema) });
export type StoredReference = z.infer<typeof referenceSchema>;

const cueSchema = z.object({
  kind: z.literal('cue'),
  role: roleSchema,
  move: tagNameSchema,
  phrases: z.string(),
});
const regroupingSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cut'), role: roleSchema, moves: z.int() }),
  z.object({ kind: z.literal('merge'), role: roleSchema, move: referenceSchema, into: referenceSchema }),
  z.object({ kind: z.literal('split'), role: roleSchema, move: referenceSchema }),
  z.object({ kind: z.literal('rename'), role: roleSchema, move: referenceSchema, tag: tagIdSchema }),
  z.object({ kind: z.literal('name'), role: roleSchema, moves: z.int(), names: z.array(referenceSchema) }),
]);
export type StoredDecision = z.infer<typeof regroupingSchema>;
type StoredCue = z.infer<typeof cueSchema>;
const decisionSchema = z.union([regroupingSchema, cueSchema]);
export type StoredNames = Extract<StoredDecision, { kind: 'name' }>;

const moveChangeSchema = z.object({
  table: z.literal('move_decisions'),
  id: z.int(),
  before: decisionSchema.nullable(),
  after: decisionSchema.nullable(),
});
type MoveChange = z.infer<typeof moveChangeSchema>;

export const moveChanges: ChangedTable<MoveChange> = {
  schema: moveChangeSchema,
  apply(database, { id, before, after }, _edit, direction) {
    const next = direction === 'forward' ? after : before;
    const was = readMoveDecisions(database);
    change(database)`DELETE FROM move_decisions WHERE id = ${id}`;
    if (next)
      change(
        database,
      )`INSERT INTO move_decisions (id, decision) VALUES (${id}, ${JSON.stringify(decisionSchema.parse(next))})`;
    if ((before ?? after)?.kind !== 'cue') regroupRuns(database, was, readMoveDecisions(database));
  },
  keysOf: ({ id }) => [String(id)],
  inverse: (turned, _edit, isFree) =>
    isFree(String(turned.id)) ? { ...turned, before: turned.after, after: turned.before } : null,
};

const nextId = (database: ReadDatabase): number =>
  1 +
  theRow(oneValue<number>(database)`SELECT coalesce(max(id), 0) FROM (
    SELECT id FROM move_decisions UNION ALL
    SELECT c.value ->> '$.id' FROM edits e, json_each(e.payload) c
    WHERE c.value ->> '$.table' = 'move_decisions')`);

export const decide = (database: ReadDatabase, after: StoredDecision | StoredCue): MoveChange => ({
  table: 'move_decisions',
  id: nextId(database),
  before: null,
  after,
});

/** Replaces the earlier names of roles. A person's later decisions still apply. */
export function decideNames(database: ReadDatabase, names: readonly StoredNames[]): MoveChange[] {
  const next = nextId(database);
  const known = decisionRows(database);
  return names.map((after, at) => {
    const before = known.find(({ decision }) => decision.kind === 'name' && decision.role === after.role);
    return {
      table: 'move_decisions',
      id: before?.id ?? next + at,
      before: before?.decision ?? null,
      after,
    };
  });
}

export const readMoveDecisions = (database: ReadDatabase): StoredDecision[] =>
  decisionRows(database).flatMap(({ decision }) => (decision.kind === 'cue' ? [] : [decision]));

export const readOwnCues = (database: ReadDatabase): (StoredCue & { readonly id: number })[] =>
  decisionRows(database).flatMap(({ id, decision }) =>
    decision.kind === 'cue' ? [{ id, ...decision }] : [],
  );

export const withoutCue = ({ id, ...before }: StoredCue & { readonly id: number }): MoveChange => ({
  table: 'move_decisions',
  id,
  before,
  after: null,
});

const decisionRows = (database: ReadDatabase): { id: number; decision: StoredDecision | StoredCue }[] =>
  allRows<{ id: number; decision: string }>(database)`
    SELECT id, decision FROM move_decisions ORDER BY id`.map(({ id, decision }) => ({
    id,
    decision: parseJson(decisionSchema, decision),
  }));

const modelSchema = z.object({
  method: z.enum(['support', 'context', 'cues']),
  why: z.string(),
  // The default is for runs that are older than the choice of encoders.
  encoder: z.string().default(FITTED_ENCODER),
  roles: z.array(
    z.object({
      role: roleSchema,
      tree: z.object({ leaves: z.int(), merges: z.array(z.tuple([z.int(), z.int()])) }),
      names: z.array(z.string()),
      cut: z.array(z.int()),
      turns: z.array(z.int()),
      otherTurns: z.int(),
    }),
  ),
});
type StoredModel = Pick<MovesModel, 'method' | 'why' | 'encoder' | 'roles'>;

/** A run of moves with everything that is needed to change its groups. */
export interface MovesRun extends StoredMoveFigures {
  readonly run: RunId;
  readonly model: StoredModel;
  /** For each unit, the number of turns whose first move it is. */
  readonly sizes: Int32Array;
}

export function readMovesRun(database: ReadDatabase, run: RunId): MovesRun | null {
  const figures = readMoveFigures(database, run);
  const model = oneValue<string | null>(database)`SELECT result -> '$.model' FROM runs WHERE id = ${run}`;
  const parsed = modelSchema.nullable().parse(JSON.parse(model ?? 'null'));
  return figures && parsed && { run, model: parsed, ...figures, sizes: sizesOf(figures) };
}

function sizesOf({ units, together }: StoredMoveFigures): Int32Array {
  const sizes = new Int32Array(units.length);
  for (let at = 0; at < together.length; at += 3) sizes[together[at]!]! += together[at + 2]!;
  return sizes;
}

export function decisionsFor(
  database: ReadDatabase,
  { run, model }: Pick<MovesRun, 'run' | 'model'>,
  decisions: readonly StoredDecision[],
): MoveDecision[] {
  const references = decisions.flatMap((decision) =>
    decision.kind === 'cut'
      ? []
      : decision.kind === 'name'
        ? decision.names
        : decision.kind === 'merge'
          ? [decision.move, decision.into]
          : [decision.move],
  );
  const units = unitsOfTurns(
    database,
    run,
    references.flatMap(({ anchors }) => anchors),
  );
  const named = new Set(model.roles.flatMap(({ names }) => names));
  const labelOf = (tag: TagId): MoveLabel => {
    const given = oneValue<string>(database)`SELECT given_name FROM tags WHERE id = ${tag}`;
    return given !== undefined && named.has(given) ? given : tag;
  };
  const about = ({ tag, anchors }: StoredReference) => ({
    label: labelOf(tag),
    units: anchors.map((turn) => units.get(turn) ?? -1),
  });
  return decisions.map((decision): MoveDecision => {
    if (decision.kind === 'cut') return decision;
    if (decision.kind === 'name') return { ...decision, names: decision.names.map(about) };
    const { kind, role } = decision;
    const move = about(decision.move);
    if (kind === 'merge') return { kind, role, move, into: about(decision.into) };
    return kind === 'rename' ? { kind, role, move, label: labelOf(decision.tag) } : { kind, role, move };
  });
}

function labelsOf(
  database: ReadDatabase,
  moves: MovesRun,
  decisions: readonly StoredDecision[],
): (MoveLabel | undefined)[] {
  const labels: (MoveLabel | undefined)[] = [];
  const about = decisionsFor(database, moves, decisions);
  for (const role of moves.model.roles)
    for (const { label, units } of groupMoves(role, moves, about).groups)
      for (const unit of units) labels[unit] = label;
  return labels;
}

function regroupRuns(
  database: WriteDatabase,
  was: readonly StoredDecision[],
  now: readonly StoredDecision[],
): void {
  for (const run of allValues<RunId>(database)`
    SELECT id FROM runs WHERE id IN (SELECT run_id FROM run_move_figures) AND state = 'done' ORDER BY id`) {
    const moves = readMovesRun(database, run);
    if (moves) regroup(database, moves, was, now);
  }
}

export function regroupNewRun(
  database: WriteDatabase,
  run: RunId,
  model: MovesRun['model'],
  figures: StoredMoveFigures,
): void {
  const moves = { run, model, ...figures, sizes: sizesOf(figures) };
  database.transaction(() => regroup(database, moves, [], readMoveDecisions(database)))();
}

function regroup(
  database: WriteDatabase,
  moves: MovesRun,
  was: readonly StoredDecision[],
  now: readonly StoredDecision[],
): void {
  const before = labelsOf(database, moves, was);
  const after = labelsOf(database, moves, now);
  const changed = [...moves.units.keys()].filter((unit) => before[unit] !== after[unit]);
  if (changed.length === 0) return;
  const idOf = tagWriter(database);
  const tagsOf = (labels: typeof before): TagId[] =>
    labels.map((label) => (typeof label === 'number' ? (label as TagId) : idOf(label ?? OTHER)));
  const tags = tagsOf(after);
  database.exec(`CREATE TEMP TABLE IF NOT EXISTS unit_tags (unit INTEGER PRIMARY KEY, tag_id INTEGER NOT NULL);
    CREATE TEMP TABLE IF NOT EXISTS regrouped (round_id INTEGER PRIMARY KEY, unit INTEGER, second_unit INTEGER);
    DELETE FROM temp.unit_tags;
    DELETE FROM temp.regrouped;`);
  const params = { run: moves.run, changed: JSON.stringify(changed), tags: JSON.stringify(tags) };
  for (const statement of [
    'INSERT INTO temp.unit_tags SELECT key, value FROM json_each(@tags)',
    `INSERT INTO temp.regrouped SELECT round_id, unit, second_unit FROM run_moves WHERE run_id = @run
     AND (unit IN (SELECT value FROM json_each(@changed)) OR second_unit IN (SELECT value FROM json_each(@changed)))`,
    `INSERT INTO run_tags (run_id, round_id, position, tag_id)
     SELECT @run, r.round_id, 0, t.tag_id FROM temp.regrouped r JOIN temp.unit_tags t ON t.unit = r.unit WHERE true
     ON CONFLICT DO UPDATE SET tag_id = excluded.tag_id`,
    `DELETE FROM run_tags WHERE run_id = @run AND position = 1
     AND round_id IN (SELECT round_id FROM temp.regrouped WHERE second_unit IS NOT NULL)`,
    `INSERT INTO run_tags (run_id, round_id, position, tag_id)
     SELECT @run, r.round_id, 1, s.tag_id FROM temp.regrouped r JOIN temp.unit_tags t ON t.unit = r.unit
     JOIN temp.unit_tags s ON s.unit = r.second_unit WHERE s.tag_id <> t.tag_id`,
  ])
    database.prepare(statement).run(params);
  recountVocabulary(database, moves.run, tagsOf(before), countTags(moves, tags));
  bumpVersion(database, 'run_tags_version');
}

function countTags({ units, together }: MovesRun, tags: readonly TagId[]): TagCount[] {
  const counts = new Map<string, { tag: TagId; role: number; turns: number }>();
  for (let at = 0; at < together.length; at += 3) {
    const [first, second] = [together[at]!, together[at + 1]!];
    const role = ROLES.indexOf(units[first]!.role);
    for (const tag of new Set([tags[first]!, ...(second < 0 ? [] : [tags[second]!])])) {
      const count = counts.get(`${role} ${tag}`) ?? { tag, role, turns: 0 };
      count.turns += together[at + 2]!;
      counts.set(`${role} ${tag}`, count);
    }
  }
  return [...counts.values()];
}
