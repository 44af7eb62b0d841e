import { z } from 'zod';
import { DEVIATIONS } from '../domain/finding.ts';
import { dialogueIdSchema, method, pageSchema, roleSchema, runIdSchema } from './base.ts';
import { dialogueRowSchema } from './corpus.ts';
import { listedSchema, whereSchema } from './filters.ts';

export const variantsReferenceSchema = z.object({
  kind: z.literal('variants'),
  cover: z.number().min(0.01).max(1).default(0.5),
  among: whereSchema,
});

export const referenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('automaton'), automaton: runIdSchema.nullable().default(null) }),
  z.object({ kind: z.literal('flow'), flow: z.string().trim().min(1).max(200) }),
  variantsReferenceSchema,
]);
export type FitnessReference = z.infer<typeof referenceSchema>;

const subjectSchema = z.object({
  run: runIdSchema.nullable().default(null),
  where: whereSchema,
  reference: referenceSchema,
  /** Time limit in seconds. If the time runs out, the answer mentions that some dialogues were not checked. */
  seconds: z.number().min(0.1).max(600).default(20),
});
export type FitnessSubject = z.infer<typeof subjectSchema>;

const moveSchema = z.object({ role: roleSchema, tag: z.string() });

export const deviationSchema = z.object({
  kind: z.enum(DEVIATIONS),
  state: z.int().nullable(),
  after: moveSchema.nullable(),
  move: moveSchema,
});
export type FitnessDeviation = z.infer<typeof deviationSchema>;

const rowSchema = deviationSchema.extend({
  place: z.string().nullable(),
  dialogues: z.int(),
});
export type FitnessRow = z.infer<typeof rowSchema>;

const shownMoveSchema = z.object({
  move: moveSchema,
  deviation: z.enum(DEVIATIONS).nullable(),
  turn: z.int().nullable(),
});

export const fitnessContract = {
  check: method.input(subjectSchema.extend(pageSchema.shape)).output(
    z.object({
      /** Dialogues that pass the filter and have a move that the reference covers. */
      dialogues: z.int(),
      checked: z.int(),
      whole: z.int(),
      /** Dialogues left out because they are too long for a reference of this many states. */
      tooLong: z.int(),
      /** 0 … 1; null if no dialogue was checked. */
      mean: z.number().nullable(),
      states: z.int(),
      cutTo: z.number().nullable(),
      total: z.int(),
      items: z.array(rowSchema),
    }),
  ),
  dialogues: method
    .input(subjectSchema.extend(listedSchema.shape).extend({ at: deviationSchema.nullable().default(null) }))
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
  dialogue: method
    .input(subjectSchema.omit({ where: true }).extend({ dialogue: dialogueIdSchema }))
    .output(z.object({ fitness: z.number().nullable(), moves: z.array(shownMoveSchema) })),
};
