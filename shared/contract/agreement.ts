import { z } from 'zod';
import { kappaSchema } from '../domain/figures.ts';
import { exportTargetSchema, method, pathSchema, runIdSchema } from './base.ts';
import { sideSchema } from './review.ts';
import { editOutcomeSchema } from './tagging.ts';

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
  left: z.object({ title: z.string(), turns: z.int() }),
  right: z.object({ title: z.string(), turns: z.int() }),
  turns: z.int(),
  exact: z.int(),
  pooled: kappaSchema,
  macroKappa: z.number().nullable(),
  macroTags: z.int(),
  /** Sorted by the number of turns with the tag on either side, most first, then by name. */
  tags: z.array(tagAgreementSchema),
});
export type AgreementResult = z.infer<typeof agreementResultSchema>;

const annotationFileSchema = z.object({
  id: z.int().positive(),
  name: z.string(),
  author: z.string(),
  openedAt: z.string(),
  turns: z.int(),
});
export type AnnotationFile = z.infer<typeof annotationFileSchema>;

const sides = z.object({ left: sideSchema, right: sideSchema });

export const agreementContract = {
  compare: method.input(sides).output(agreementResultSchema),
  /** Writes people's decisions as JSON lines with source, dialogue, turn, tags and marks, but without text. */
  export: method
    .input(
      exportTargetSchema.extend({
        run: runIdSchema.nullable().default(null),
        author: z.string().trim().min(1).max(200).optional(),
      }),
    )
    .output(z.object({ path: z.string(), bytes: z.int(), turns: z.int() })),
  openFile: method.input(z.object({ path: pathSchema })).output(
    annotationFileSchema.extend({
      /** Lines about dialogues or turns that this project does not have. */
      unknown: z.int(),
    }),
  ),
  files: method.output(z.array(annotationFileSchema)),
  corrected: method.output(z.array(z.object({ run: runIdSchema, turns: z.int() }))),
  closeFile: method.input(z.object({ file: z.int().positive() })).output(z.object({ closed: z.boolean() })),
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
        turns: z.int(),
        added: z.int(),
        removed: z.int(),
        outcome: editOutcomeSchema.nullable(),
      }),
    ),
};
