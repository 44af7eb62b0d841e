import { z } from 'zod';

/**
 * One line of an export of corrections: a person's tags and marks on a turn, without text of the dialogue. `round`
 * counts from 0 within the dialogue.
 */
export const annotationLineSchema = z.object({
  source: z.string(),
  dialogue: z.string().min(1),
  round: z.int().min(0),
  tags: z.array(z.string().min(1).max(200)).max(1000),
  checked: z.boolean().default(false),
  /** The note of the flag; null if it is not flagged. */
  flagged: z.string().max(1000).nullable().default(null),
  /** A person's comment on the turn; null if there is none. */
  comment: z.string().max(4000).nullable().default(null),
  author: z.string().max(200).default(''),
});
export type AnnotationLine = z.infer<typeof annotationLineSchema>;
