import { z } from 'zod';
import { annotationContentSchema } from '#shared/contract/annotations.ts';
import { roundIdSchema, runIdSchema } from '#shared/contract/base.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change, oneValue, parseJson } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';
import { placesOfRounds } from './state-name-table.ts';

/** An annotation with the numbers of its states in an automaton, and what identifies them in others. */
const keptSchema = annotationContentSchema.extend({
  automaton: runIdSchema,
  known: z.array(z.object({ rounds: z.array(roundIdSchema), support: z.int() })),
});
export type KeptAnnotation = z.infer<typeof keptSchema>;

export const annotationChangeSchema = placedSchema('annotations', { id: z.int() }, keptSchema);
type AnnotationChange = z.infer<typeof annotationChangeSchema>;

export const annotationChanges = placedChanges<KeptAnnotation, AnnotationChange>(
  'annotations',
  ({ id }) => ({ id }),
  (kept) => ({ content: JSON.stringify(keptSchema.parse(kept)) }),
);

export interface StoredAnnotation extends KeptAnnotation {
  readonly id: number;
  readonly edit: EditId;
}

export const listAnnotations = (database: ReadDatabase): StoredAnnotation[] =>
  allRows<{ id: number; content: string; edit: EditId }>(database)`
    SELECT id, content, edit_id AS edit FROM annotations ORDER BY id`.map(({ content, ...row }) => ({
    ...parseJson(keptSchema, content),
    ...row,
  }));

/** Returns the change of an annotation, or a new one; null if nothing changes. New ids are never reused. */
export function annotationAfter(
  database: ReadDatabase,
  stored: StoredAnnotation | null,
  after: KeptAnnotation | null,
): AnnotationChange | null {
  if (stored === null) {
    const id = (oneValue<number>(database)`SELECT coalesce(max(id), 0) + 1 FROM edits` ?? 1) as number;
    return after && { table: 'annotations', id, before: null, after };
  }
  const { id, ...before } = stored;
  const { edit: _, ...kept } = before;
  return JSON.stringify(after) === JSON.stringify(kept) ? null : { table: 'annotations', id, before, after };
}

/** Call once purged turns are deleted. Removes annotations that mention them, or all of whose turns are gone. */
export function purgeAnnotations(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { id, edit: _, ...kept } of listAnnotations(database)) {
    const quoted = kept.quote ? [kept.quote.round] : [];
    const all = [...quoted, ...kept.known.flatMap(({ rounds }) => rounds)];
    const stay = new Set(placesOfRounds(database, all).map((place) => place.id));
    const known = kept.known.map((one) => ({
      ...one,
      rounds: one.rounds.filter((round) => stay.has(round)),
    }));
    const isKnown = known.every(({ rounds }, at) => rounds.length > 0 || kept.known[at]?.rounds.length === 0);
    if (!isKnown || mentions(kept.text) || quoted.some((round) => !stay.has(round)))
      change(database)`DELETE FROM annotations WHERE id = ${id}`;
    else if (all.some((round) => !stay.has(round)))
      change(
        database,
      )`UPDATE annotations SET content = ${JSON.stringify({ ...kept, known })} WHERE id = ${id}`;
  }
}
