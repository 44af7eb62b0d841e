import { z } from 'zod';
import { SLIDE_METRICS } from '../domain/metrics.ts';
import { waitsSchema } from './analysis.ts';
import { method, runIdSchema, shownFilterSchema, stateSchema } from './base.ts';
import { editOutcomeSchema } from './tagging.ts';

/** Most characters of a title, so that it fits on a slide. */
export const MOST_TITLE = 200;
export const MOST_LIT = 5000;

/** The figures on a picture, and the dialogues that they count. They are counted again whenever the story is shown. */
const stepFiguresSchema = z.object({
  metric: z.enum(SLIDE_METRICS),
  label: z.boolean(),
  colour: z.boolean(),
  width: z.boolean(),
  where: z.string().max(4000),
  good: z.string().max(4000),
  waits: waitsSchema.default('customer'),
  number: z.string().max(400).nullable(),
});
export type StepFigures = z.infer<typeof stepFiguresSchema>;

export const storyStepSchema = z.object({
  id: z.string().min(1).max(40),
  title: z.string().trim().max(MOST_TITLE),
  /** The speaker's notes; hidden from the audience unless requested. */
  note: z.string().max(2000).default(''),
  automaton: runIdSchema,
  filter: shownFilterSchema,
  direction: z.enum(['right', 'down']),
  notation: z.enum(['boxes', 'dfa']).default('boxes'),
  /** The highlighted states, transitions and lines to the end; null highlights nothing and dims nothing. */
  lit: z
    .object({
      states: z.array(stateSchema).max(MOST_LIT),
      transitions: z.array(z.object({ from: stateSchema, to: stateSchema })).max(MOST_LIT),
      ends: z.array(stateSchema).max(MOST_LIT).optional(),
      /** Number of dialogues that take exactly this path from start to end; otherwise missing. */
      dialogues: z.int().min(1).optional(),
    })
    .nullable(),
  figures: stepFiguresSchema.nullable().default(null),
  annotations: z.array(z.int()).max(500).default([]),
  /** The states to show regardless of the filter; null shows all states that pass the filter. */
  states: z.array(stateSchema).max(5000).nullable().default(null),
  figure: z.string().max(40).default(''),
  /** The evidence of the title: dialogues and certainty. Empty for a slide of the picture as it was shown. */
  source: z.string().max(300).default(''),
});
export type StoryStep = z.infer<typeof storyStepSchema>;

const storySchema = z.object({
  name: z.string().trim().min(1).max(80).default('Story'),
  steps: z.array(storyStepSchema).max(200),
});

export const storiesContract = {
  list: method.output(z.array(storySchema)),
  save: method.input(storySchema).output(editOutcomeSchema),
};
