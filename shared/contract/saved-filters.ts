import { z } from 'zod';
import { method } from './base.ts';
import { whereSchema } from './filters.ts';
import { editOutcomeSchema } from './tagging.ts';

const filterNameSchema = z.string().trim().min(1).max(80);

const savedFilterSchema = z.object({ name: filterNameSchema, where: whereSchema });

/** Filters of dialogues that people gave a name. Every change is an edit with undo. */
export const savedFiltersContract = {
  /** By name. */
  list: method.output(z.array(savedFilterSchema)),
  /** Saves a filter under a name, replacing one of this name. */
  save: method
    .input(savedFilterSchema.extend({ where: whereSchema.pipe(z.string().min(1)) }))
    .output(editOutcomeSchema),
  rename: method.input(z.object({ name: filterNameSchema, to: filterNameSchema })).output(editOutcomeSchema),
  remove: method.input(z.object({ name: filterNameSchema })).output(editOutcomeSchema),
};

declare module './base.ts' {
  interface Topics {
    readonly savedFilters: true;
  }
}
