import { z } from 'zod';
import type { AccessPath, MergeDecision } from '#shared/algorithms/merging/decisions.ts';
import { familiesOf, OTHER_TAG } from '#shared/algorithms/overview/one-symbol.ts';
import { roleSchema, tagIdSchema } from '#shared/contract/base.ts';
import { decisionKindSchema } from '#shared/contract/merge-decisions.ts';
import type { EditId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change, parseJson } from '../../statements.ts';
import { allTags, readVocabulary, tagByName } from '../../tags/tag-table.ts';
import { type ChangeOf, placedTable } from '../log/placed-changes.ts';

/** Tags by id, so that a decision stays valid when tags are renamed or merged. One tag stands for its whole family. */
const pathSchema = z.array(
  z.object({
    role: roleSchema,
    tag: tagIdSchema.nullable(),
    /** The level of the tag's family, from 1, which is the widest. If missing, the tag itself is meant. */
    family: z.number().int().positive().optional(),
  }),
);
type StoredPath = z.infer<typeof pathSchema>;

const textOf = (path: StoredPath | null): string => (path === null ? '' : JSON.stringify(path));

export const mergeDecisionChanges = placedTable(
  'merge_decisions',
  {
    tagger: z.string(),
    left: pathSchema,
    /** Null for a decision to keep a state separate. */
    right: pathSchema.nullable(),
  },
  z.object({ kind: decisionKindSchema }),
  ({ tagger, left, right }) => ({ tagger, left_path: textOf(left), right_path: textOf(right) }),
  ({ kind }) => ({ kind }),
);
export type MergeDecisionChange = ChangeOf<typeof mergeDecisionChanges>;

export interface StoredDecision {
  readonly id: EditId;
  readonly tagger: string;
  readonly decision: MergeDecision;
  readonly left: StoredPath;
  readonly right: StoredPath | null;
  readonly author: string;
  readonly at: string;
  readonly reason: string;
}

type RawDecision = Pick<StoredDecision, 'id' | 'tagger' | 'author' | 'at' | 'reason'> & {
  readonly kind: MergeDecision['kind'];
  readonly left: string;
  readonly right: string;
};

export function listMergeDecisions(database: ReadDatabase): StoredDecision[] {
  const { nameOf } = readVocabulary(database);
  const named = (path: StoredPath): AccessPath =>
    path.map(({ role, tag, family }) => {
      if (tag === null) return { role, tag: OTHER_TAG };
      const name = nameOf(tag);
      return { role, tag: family === undefined ? name : (familiesOf(name).at(-family) ?? name) };
    });
  return allRows<RawDecision>(database)`
    SELECT d.edit_id AS id, d.tagger, d.kind, d.left_path AS left, d.right_path AS right, e.author, e.at, e.reason
    FROM merge_decisions d JOIN edits e ON e.id = d.edit_id ORDER BY d.edit_id`.map(
    ({ kind, left, right, ...row }) => {
      const paths = {
        left: parseJson(pathSchema, left),
        right: right === '' ? null : parseJson(pathSchema, right),
      };
      const decision: MergeDecision =
        kind === 'pin'
          ? { kind, left: named(paths.left) }
          : { kind, left: named(paths.left), right: named(paths.right ?? []) };
      return { ...row, ...paths, decision };
    },
  );
}

export const mergeDecisionsOf = (database: ReadDatabase, tagger: string): MergeDecision[] =>
  listMergeDecisions(database)
    .filter((row) => row.tagger === tagger)
    .map(({ decision }) => decision);

export function storedPath(database: ReadDatabase, path: AccessPath): StoredPath | null {
  const stored: StoredPath = [];
  for (const { role, tag } of path) {
    const own = tag === OTHER_TAG ? null : tagByName(database, tag);
    const member = allTags(database).find(
      ({ name, mergedInto }) => mergedInto === null && familiesOf(name).includes(tag),
    );
    if (tag === OTHER_TAG || own !== null) {
      stored.push({ role, tag: own });
    } else if (member === undefined) {
      return null;
    } else {
      const families = familiesOf(member.name);
      stored.push({ role, tag: member.id, family: families.length - families.indexOf(tag) });
    }
  }
  return stored;
}

export function mergeDecisionChange(
  database: ReadDatabase,
  of: Pick<MergeDecisionChange, 'tagger' | 'left' | 'right' | 'after'>,
): MergeDecisionChange | null {
  const [left, right] =
    of.right !== null && textOf(of.right) < textOf(of.left) ? [of.right, of.left] : [of.left, of.right];
  const stands = listMergeDecisions(database).find(
    (row) =>
      row.tagger === of.tagger && textOf(row.left) === textOf(left) && textOf(row.right) === textOf(right),
  );
  if ((stands?.decision.kind ?? null) === (of.after?.kind ?? null)) return null;
  const before = stands ? { kind: stands.decision.kind, edit: stands.id } : null;
  return { table: 'merge_decisions', ...of, left, right, before };
}

/** Deletes decisions about states that a deleted tag leads to. */
export function purgeMergeDecisions(database: WriteDatabase, gone: ReadonlySet<TagId>): void {
  change(database)`DELETE FROM merge_decisions WHERE EXISTS (
    SELECT 1 FROM json_tree('[' || left_path || ',' || iif(right_path = '', 'null', right_path) || ']') p
    WHERE p.key = 'tag' AND p.value IN (SELECT value FROM json_each(${JSON.stringify([...gone])})))`;
}
