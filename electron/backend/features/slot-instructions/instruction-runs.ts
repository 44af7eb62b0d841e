import { z } from 'zod';
import {
  improvedInstructionSchema,
  slotInstructionSettingsSchema,
} from '#shared/contract/slot-instructions.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { lastingRuns } from '../../jobs/lasting-runs.ts';
import type { ReadDatabase } from '../../store/database.ts';

/** Everything that shapes a run, as stored with it. */
const paramsSchema = slotInstructionSettingsSchema.extend({
  promptVersion: z.int(),
  slotPromptVersion: z.int(),
});
export type InstructionParams = z.infer<typeof paramsSchema>;

export const instructionRuns = lastingRuns({
  kind: 'slot-instruction',
  words: 'instruction run',
  keeps: 'answers',
  params: paramsSchema,
  outcome: z.object({ improved: improvedInstructionSchema }),
});

/** Null while the run has not ended, or if it was canceled. */
export const improvedOf = (database: ReadDatabase, run: RunId) =>
  instructionRuns.outcomeOf(database, run)?.improved ?? null;
