import { z } from 'zod';
import { exportTargetSchema, method, pathSchema, runIdSchema } from './base.ts';
import { sideSchema } from './review.ts';
import { editOutcomeSchema } from './tagging.ts';

/** See shared/algorithms/agreement for what the figures mean. */
const kappaSchema = z.object({
  agreement: z.number().nullable(),
  expected: z.number().nullable(),
  kappa: z.number().nullable(),
  interval: z.tuple([z.number(), z.number()]).nullable(),
});

const tagAgreementSchema = kappaSchema.extend({
  name: z.string(),
  both: z.int(),
  leftOnly: z.int(),
  rightOnly: z.int(),
  neither: z.int(),
  prevalence: z.number(),
  positive: z.number(),
});
export type TagAgreement = z.infer<typeof tagAgreementSchema>;

const agreementResultSchema = z.object({
  left: z.object({ title: z.string(), rounds: z.int() }),
  right: z.object({ title: z.string(), rounds: z.int() }),
  /** Rounds that both sides speak of; all figures are about these. */
  rounds: z.int(),
  /** Of them, those with equal tags. */
  exact: z.int(),
  pooled: kappaSchema,
  macroKappa: z.number().nullable(),
  macroTags: z.int(),
  /** By falling number of rounds where either side gives the tag, then by name. */
  tags: z.array(tagAgreementSchema),
});
export type AgreementResult = z.infer<typeof agreementResultSchema>;

const annotationFileSchema = z.object({
  id: z.int().positive(),
  name: z.string(),
  /** As the file names the person. */
  author: z.string(),
  openedAt: z.string(),
  /** Rounds of this project that it speaks of. */
  rounds: z.int(),
});
export type AnnotationFile = z.infer<typeof annotationFileSchema>;

const sides = z.object({ left: sideSchema, right: sideSchema });

export const agreementContract = {
  /** How two sides agree on the rounds that both speak of. */
  compare: method.input(sides).output(agreementResultSchema),
  /** Writes what people decided: JSON lines by source, dialogue and round; tags and marks, no text. */
  export: method
    .input(
      exportTargetSchema.extend({
        run: runIdSchema.nullable().default(null),
        /** How the file names the person; the name that edits are made under where it is left out. */
        author: z.string().trim().min(1).max(200).optional(),
      }),
    )
    .output(z.object({ path: z.string(), bytes: z.int(), rounds: z.int() })),
  /** Opens another person's export of the same dialogues, to be compared. */
  openFile: method.input(z.object({ path: pathSchema })).output(
    annotationFileSchema.extend({
      /** Lines about dialogues or rounds that this project does not have. */
      unknown: z.int(),
    }),
  ),
  files: method.output(z.array(annotationFileSchema)),
  /** Rounds that people decided on or checked, for each tagging run that has some; newest run first. */
  corrected: method.output(z.array(z.object({ run: runIdSchema, rounds: z.int() }))),
  closeFile: method.input(z.object({ file: z.int().positive() })).output(z.object({ closed: z.boolean() })),
  /**
   * Gives every round that the sides differ on the tags of one side, as one edit of the run's tags.
   * Without `apply` it only counts.
   */
  takeAll: method
    .input(
      sides.extend({
        take: z.enum(['left', 'right']),
        run: runIdSchema.nullable().default(null),
        apply: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        /** Rounds that would change, or changed. */
        rounds: z.int(),
        added: z.int(),
        removed: z.int(),
        outcome: editOutcomeSchema.nullable(),
      }),
    ),
};
