import { z } from 'zod';
import { annotationContentSchema } from '#shared/contract/annotations.ts';
import { roundIdSchema, runIdSchema } from '#shared/contract/base.ts';
import type { FindingDecision } from '#shared/contract/findings.ts';
import { type Story, type StoryStep, storyStepSchema } from '#shared/contract/stories.ts';
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

/** In earlier versions, steps stored that all transitions were drawn. */
const keptStepSchema = z.preprocess((step) => {
  const earlier = z.looseObject({ filter: z.looseObject({ allWays: z.boolean() }) }).safeParse(step);
  if (!earlier.success) return step;
  const { allWays, ...filter } = earlier.data.filter;
  return { ...earlier.data, filter: allWays ? { ...filter, cover: 100 } : filter };
}, storyStepSchema);
const stepsSchema = z.array(keptStepSchema);
const toldSchema = z.object({ steps: stepsSchema });
export const storyChangeSchema = placedSchema('stories', { name: z.string() }, toldSchema);
type StoryChange = z.infer<typeof storyChangeSchema>;

export const storyChanges = placedChanges<z.infer<typeof toldSchema>, StoryChange>(
  'stories',
  ({ name }) => ({ name }),
  ({ steps }) => ({ steps: JSON.stringify(steps) }),
);

/** By name. */
export const listStories = (database: ReadDatabase): (Story & { readonly edit: EditId })[] =>
  allRows<{ name: string; steps: string; edit: EditId }>(database)`
    SELECT name, steps, edit_id AS edit FROM stories ORDER BY name`.map(({ steps, ...row }) => ({
    ...row,
    steps: parseJson(stepsSchema, steps),
  }));

/** Returns the change that sets a story; null if nothing changes. */
export function storyAfter(
  database: ReadDatabase,
  name: string,
  steps: readonly StoryStep[],
): StoryChange | null {
  const stored = listStories(database).find((story) => story.name === name);
  if (JSON.stringify(stored?.steps ?? []) === JSON.stringify(steps)) return null;
  return {
    table: 'stories',
    name,
    before: stored ? { steps: stored.steps, edit: stored.edit } : null,
    after: steps.length === 0 ? null : { steps: [...steps] },
  };
}

/** Deletes steps that mention purged data. */
export function purgeStories(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { name, steps } of listStories(database)) {
    const kept = steps.filter(
      ({ title, note, figures, source }) =>
        ![title, note, source, figures?.where ?? '', figures?.good ?? ''].some((text) => mentions(text)),
    );
    if (mentions(name) || kept.length === 0) change(database)`DELETE FROM stories WHERE name = ${name}`;
    else if (kept.length < steps.length)
      change(database)`UPDATE stories SET steps = ${JSON.stringify(kept)} WHERE name = ${name}`;
  }
}

const asksSchema = z.object({ where: z.string() });
export const savedFilterChangeSchema = placedSchema('saved_filters', { name: z.string() }, asksSchema);
type SavedFilterChange = z.infer<typeof savedFilterChangeSchema>;

export const savedFilterChanges = placedChanges<z.infer<typeof asksSchema>, SavedFilterChange>(
  'saved_filters',
  ({ name }) => ({ name }),
  ({ where }) => ({ dialogues_where: where }),
);

interface StoredFilter {
  readonly name: string;
  readonly where: string;
  readonly edit: EditId;
}

/** By name. */
export const listSavedFilters = (database: ReadDatabase): StoredFilter[] =>
  allRows<StoredFilter>(database)`
    SELECT name, dialogues_where AS "where", edit_id AS edit FROM saved_filters ORDER BY name`;

/** The change that stores a filter under a name or removes it; null if nothing changes. */
export function savedFilterAfter(
  database: ReadDatabase,
  name: string,
  where: string | null,
): SavedFilterChange | null {
  const stored = listSavedFilters(database).find((filter) => filter.name === name);
  if ((stored?.where ?? null) === where) return null;
  return {
    table: 'saved_filters',
    name,
    before: stored ? { where: stored.where, edit: stored.edit } : null,
    after: where === null ? null : { where },
  };
}

/** Deletes filters that mention purged data. */
export function purgeSavedFilters(database: WriteDatabase, mentions: (text: string) => boolean): void {
  for (const { name, where } of listSavedFilters(database))
    if (mentions(name) || mentions(where)) change(database)`DELETE FROM saved_filters WHERE name = ${name}`;
}

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
