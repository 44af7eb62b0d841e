import { z } from 'zod';
import { method, runIdSchema } from './base.ts';
import { editOutcomeSchema } from './tagging.ts';

export const stateColourSchema = z.enum(['', 'yellow', 'green', 'violet', 'red', 'grey']);
export type StateColour = z.infer<typeof stateColourSchema>;

const describedSchema = z.object({
  name: z.string().trim().max(80).default(''),
  note: z.string().trim().max(2000).default(''),
  colour: stateColourSchema.default(''),
  phase: z.string().trim().max(80).default(''),
});

/** A state's position in pictures of this direction, in px from the origin. */
export const statePlaceSchema = z.object({
  direction: z.enum(['right', 'down']),
  x: z.number().min(-1e6).max(1e6),
  y: z.number().min(-1e6).max(1e6),
});
export type StatePlace = z.infer<typeof statePlaceSchema>;

const namedStateSchema = describedSchema.extend({
  /** The position that people gave the state; null if the layout decides. */
  place: statePlaceSchema.nullable(),
  id: z.int(),
  state: z.int().nullable(),
});
export type NamedState = z.infer<typeof namedStateSchema>;

const countsSchema = z.array(z.int());
const phaseCountsSchema = z.object({
  phases: z.array(z.string()),
  support: countsSchema,
  transitions: z.object({ from: countsSchema, to: countsSchema, support: countsSchema }),
});

export type PhaseCounts = z.infer<typeof phaseCountsSchema>;

export const stateNamesContract = {
  list: method
    .input(z.object({ automaton: runIdSchema.nullable().default(null) }))
    .output(z.array(namedStateSchema)),
  /** Replaces a state's name and description; if all is empty, the name is removed. An edit with undo. */
  describe: method
    .input(
      describedSchema.extend({
        automaton: runIdSchema.nullable().default(null),
        state: z.int().min(1),
      }),
    )
    .output(editOutcomeSchema),
  /** Sets a state's position; null leaves it to the layout. Without a state, all positions are cleared. Undoable. */
  place: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        state: z.int().min(1).nullable(),
        place: statePlaceSchema.nullable(),
      }),
    )
    .output(editOutcomeSchema),
  group: method
    .input(
      z.object({
        automaton: runIdSchema.nullable().default(null),
        states: z.array(z.int().min(1)).min(1).max(300),
        phase: describedSchema.shape.phase,
      }),
    )
    .output(editOutcomeSchema),
  /** Counts the dialogues that reach each phase, and those on each transition from or to a phase. */
  phases: method
    .input(z.object({ automaton: runIdSchema.nullable().default(null) }))
    .output(phaseCountsSchema),
};
