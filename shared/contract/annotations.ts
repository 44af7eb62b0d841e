import { z } from 'zod';
import { method, roleSchema, runIdSchema, turnIdSchema } from './base.ts';
import { stateColourSchema } from './state-names.ts';
import { editOutcomeSchema } from './tagging.ts';

const stateSchema = z.int().min(0);

/** Figures that a call-out can show: for a state, all but `exits`; for a transition, all but `ends`. */
const annotationFigureSchema = z.enum(['dialogues', 'share', 'ends', 'exits', 'median', 'p90']);
export type AnnotationFigure = z.infer<typeof annotationFigureSchema>;

/** An annotation on a picture: a call-out with text, a figure or a quotation, an arrow, or a highlight. */
export const annotationContentSchema = z.object({
  kind: z.enum(['callout', 'arrow', 'highlight']),
  text: z.string().trim().max(400).default(''),
  /** True to write the text large and without a frame, like a title. */
  large: z.boolean().default(false),
  colour: stateColourSchema.default(''),
  /** A call-out has its target; an arrow, or a call-out on a transition, has from and to. */
  states: z.array(stateSchema).max(200).default([]),
  transitions: z
    .array(z.object({ from: stateSchema, to: stateSchema }))
    .max(400)
    .default([]),
  figure: annotationFigureSchema.nullable().default(null),
  /** For a call-out: the turn whose text is quoted, masked. */
  quote: z
    .object({ turn: turnIdSchema, part: z.int().min(0).default(0) })
    .nullable()
    .default(null),
  /** Offset in px of the picture from the target, otherwise from the origin. */
  dx: z.number().min(-1e5).max(1e5).default(0),
  dy: z.number().min(-1e5).max(1e5).default(0),
});
export type AnnotationContent = z.infer<typeof annotationContentSchema>;

/** An annotation in an automaton, with its state and transition numbers. */
const annotationSchema = annotationContentSchema.extend({
  id: z.int(),
  lost: z.boolean(),
  said: z.object({ role: roleSchema, text: z.string() }).nullable(),
});
export type Annotation = z.infer<typeof annotationSchema>;

/** Annotations belong to the meaning of a state, as names do, so they also appear on other automata. */
export const annotationsContract = {
  list: method
    .input(z.object({ automaton: runIdSchema.nullable().default(null) }))
    .output(z.array(annotationSchema)),
  save: method
    .input(
      annotationContentSchema.extend({
        automaton: runIdSchema.nullable().default(null),
        id: z.int().nullable().default(null),
      }),
    )
    .output(editOutcomeSchema),
  move: method
    .input(annotationContentSchema.pick({ dx: true, dy: true }).extend({ id: z.int() }))
    .output(editOutcomeSchema),
  remove: method.input(z.object({ id: z.int() })).output(editOutcomeSchema),
};
