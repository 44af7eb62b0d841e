import { z } from 'zod';
import { FINDING_KINDS, findingIdSchema, findingSchema } from '../domain/finding.ts';
import { method, roleSchema, runIdSchema } from './base.ts';
import { dialogueRowSchema } from './corpus.ts';
import { listedSchema, whereSchema } from './filters.ts';
import { editOutcomeSchema } from './tagging.ts';

const subjectSchema = z.object({
  run: runIdSchema.nullable().default(null),
  where: whereSchema,
  automaton: runIdSchema.nullable().default(null),
});

const moveMeantSchema = z.object({
  role: roleSchema.nullable().default(null),
  tag: z.string().trim().min(1).max(200),
});

const questionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(FINDING_KINDS).exclude(['follows', 'order']),
    field: z.string().max(200).nullable().default(null),
  }),
  z.object({ kind: z.literal('follows'), move: moveMeantSchema }),
  z.object({
    kind: z.literal('order'),
    move: moveMeantSchema,
    next: moveMeantSchema,
    /** The longest time from one to the other; null for any. */
    seconds: z.number().positive().nullable().default(null),
  }),
]);
export type FindingQuestionInput = z.infer<typeof questionSchema>;

export const shownFindingSchema = findingSchema.extend({
  /** The states and transitions to highlight on the graph, and the states whose line to the end is highlighted. */
  lit: z.object({
    states: z.array(z.int()),
    transitions: z.array(z.object({ from: z.int(), to: z.int() })),
    ends: z.array(z.int()).optional(),
  }),
});
export type ShownFinding = z.infer<typeof shownFindingSchema>;

export const findingDecisionSchema = z.object({
  pinned: z.boolean().default(false),
  dismissed: z.boolean().default(false),
  wording: z
    .object({ text: z.string().trim().min(1).max(500), of: z.string().max(2000) })
    .nullable()
    .default(null),
});
export type FindingDecision = z.infer<typeof findingDecisionSchema>;

const decidedSchema = shownFindingSchema.extend({ decision: findingDecisionSchema });
export type DecidedFinding = z.infer<typeof decidedSchema>;

export const findingsContract = {
  /** At most twelve: pinned ones first, then the most important; dismissed ones separately. */
  list: method.input(subjectSchema.prefault({})).output(
    z.object({
      automaton: runIdSchema.nullable(),
      dialogues: z.int(),
      of: z.int(),
      findings: z.array(decidedSchema),
      dismissed: z.array(decidedSchema),
    }),
  ),
  answer: method
    .input(subjectSchema.extend({ question: questionSchema }))
    .output(z.object({ findings: z.array(shownFindingSchema), remark: z.string().nullable() })),
  dialogues: method
    .input(
      listedSchema.extend({
        automaton: subjectSchema.shape.automaton,
        finding: findingIdSchema,
        question: questionSchema.nullable().default(null),
      }),
    )
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
  /** Makes an edit with undo. If the input neither pins, dismisses nor rewords, the earlier decision is deleted. */
  decide: method.input(findingDecisionSchema.extend({ finding: findingIdSchema })).output(editOutcomeSchema),
};
