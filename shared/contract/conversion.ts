import { z } from 'zod';
import { method } from './base.ts';
import { editOutcomeSchema, reasonSchema } from './tagging.ts';

const name = z.string().trim().min(1).max(200);

const convertedSchema = editOutcomeSchema.extend({
  /** The name of the result. */
  name: z.string(),
  /** Parts that the other form cannot express, each with its place. */
  lost: z.array(z.object({ place: z.string(), message: z.string() })).readonly(),
});
export type Converted = z.infer<typeof convertedSchema>;

/** Converts flows to worksheets and back, as far as both allow. Each is an edit; the original stays. */
export const conversionContract = {
  toWorksheets: method
    /** `name` null uses the flow's name, with a number if it is taken. */
    .input(z.object({ flow: name, name: name.nullable().default(null), reason: reasonSchema }))
    .output(convertedSchema),
  toFlow: method
    .input(z.object({ worksheet: name, name: name.nullable().default(null), reason: reasonSchema }))
    .output(convertedSchema),
};
