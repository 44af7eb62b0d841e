import { z } from 'zod';
import type { FindingDecision } from '#shared/contract/findings.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change, parseJson } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';

const contentSchema = z.object({
  pinned: z.boolean(),
  dismissed: z.boolean(),
  wording: z.object({ text: z.string(), of: z.string() }).nullable(),
});
export const findingChangeSchema = placedSchema('finding_decisions', { finding: z.string() }, contentSchema);
type FindingChange = z.infer<typeof findingChangeSchema>;

export const findingChanges = placedChanges<z.infer<typeof contentSchema>, FindingChange>(
  'finding_decisions',
  ({ finding }) => ({ finding }),
  ({ pinned, dismissed, wording }) => ({ content: JSON.stringify({ pinned, dismissed, wording }) }),
);

interface StoredDecision {
  readonly finding: string;
  readonly decision: FindingDecision;
  readonly edit: EditId;
}

/** By the finding's id. */
export const listFindingDecisions = (database: ReadDatabase): StoredDecision[] =>
  allRows<{ finding: string; content: string; edit: EditId }>(database)`
    SELECT finding, content, edit_id AS edit FROM finding_decisions ORDER BY finding`.map(
    ({ content, ...row }) => ({ ...row, decision: parseJson(contentSchema, content) }),
  );

/** Returns the change that sets a decision; null if nothing changes. An empty decision is deleted. */
export function findingAfter(
  database: ReadDatabase,
  finding: string,
  decision: FindingDecision,
): FindingChange | null {
  const stored = listFindingDecisions(database).find((one) => one.finding === finding);
  const after = decision.pinned || decision.dismissed || decision.wording !== null ? decision : null;
  if (JSON.stringify(stored?.decision ?? null) === JSON.stringify(after)) return null;
  return {
    table: 'finding_decisions',
    finding,
    before: stored ? { ...stored.decision, edit: stored.edit } : null,
    after,
  };
}

/** Deletes decisions about findings that mention purged data. */
export function purgeFindingDecisions(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { finding, decision } of listFindingDecisions(database))
    if ([finding, decision.wording?.text ?? '', decision.wording?.of ?? ''].some((text) => mentions(text)))
      change(database)`DELETE FROM finding_decisions WHERE finding = ${finding}`;
}
