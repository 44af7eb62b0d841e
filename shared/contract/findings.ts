import { z } from 'zod';
import { FINDING_KINDS, findingIdSchema, findingSchema } from '../domain/finding.ts';
import { method, roleSchema, runIdSchema } from './base.ts';
import { dialogueRowSchema } from './corpus.ts';
import { listedSchema, whereSchema } from './filters.ts';
import { editOutcomeSchema } from './tagging.ts';

/** The dialogues and tagging run of the findings, and the automaton whose graph highlights them. */
const subjectSchema = z.object({
  /** The tagging run; null is the active one. */
  run: runIdSchema.nullable().default(null),
  where: whereSchema,
  /** The automaton of the findings; null is the latest. */
  automaton: runIdSchema.nullable().default(null),
});

const moveMeantSchema = z.object({
  role: roleSchema.nullable().default(null),
  tag: z.string().trim().min(1).max(200),
});

/** A question about the kinds of findings, about what follows a move, or about how often one move comes after another. */
const questionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(FINDING_KINDS).exclude(['follows', 'order']),
    /** For segments: only the values of this field. */
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
  /** A person's wording and the sentence that it replaced; null if the computed sentence is used. */
  wording: z
    .object({ text: z.string().trim().min(1).max(500), of: z.string().max(2000) })
    .nullable()
    .default(null),
});
export type FindingDecision = z.infer<typeof findingDecisionSchema>;

const decidedSchema = shownFindingSchema.extend({ decision: findingDecisionSchema });
export type DecidedFinding = z.infer<typeof decidedSchema>;

/** True sentences about the dialogues, each with its evidence, and what people decided about them. */
export const findingsContract = {
  /** At most twelve: pinned ones first, then the most important; dismissed ones separately. */
  list: method.input(subjectSchema.prefault({})).output(
    z.object({
      automaton: runIdSchema.nullable(),
      /** The number of dialogues that pass the filter, and of all dialogues. */
      dialogues: z.int(),
      of: z.int(),
      findings: z.array(decidedSchema),
      dismissed: z.array(decidedSchema),
    }),
  ),
  /** Answers a question in at most four sentences, or says why there is no answer. */
  answer: method
    .input(subjectSchema.extend({ question: questionSchema }))
    .output(z.object({ findings: z.array(shownFindingSchema), remark: z.string().nullable() })),
  /** Returns the dialogues of a finding or an answer; none if the finding is no longer true. */
  dialogues: method
    .input(
      listedSchema.extend({
        automaton: subjectSchema.shape.automaton,
        finding: findingIdSchema,
        /** The question, if the finding answers one. */
        question: questionSchema.nullable().default(null),
      }),
    )
    .output(z.object({ tracked: z.int(), total: z.int(), items: z.array(dialogueRowSchema) })),
  /**
   * Pins, dismisses or rewords a finding, as an edit with undo. If the input does none of these, the earlier decision
   * is deleted.
   */
  decide: method.input(findingDecisionSchema.extend({ finding: findingIdSchema })).output(editOutcomeSchema),
};
