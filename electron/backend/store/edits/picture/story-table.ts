import { z } from 'zod';
import { type Story, type StoryStep, storyStepSchema } from '#shared/contract/stories.ts';
import type { EditId } from '#shared/domain/ids.ts';
import type { ReadDatabase, WriteDatabase } from '../../database.ts';
import { allRows, change, parseJson } from '../../statements.ts';
import { placedChanges, placedSchema } from '../log/placed-changes.ts';

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
