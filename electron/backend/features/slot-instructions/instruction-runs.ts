import { z } from 'zod';
import {
  improvedInstructionSchema,
  slotInstructionSettingsSchema,
} from '#shared/contract/slot-instructions.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { lastingRuns } from '../../jobs/lasting-runs.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findAnyRun } from '../../store/runs/run-table.ts';

export const SLOT_INSTRUCTION = 'slot-instruction';

/** Everything that shapes a run, as it is kept with it. */
const paramsSchema = slotInstructionSettingsSchema.extend({
  promptVersion: z.int(),
  slotPromptVersion: z.int(),
});
export type InstructionParams = z.infer<typeof paramsSchema>;

export const instructionRuns = lastingRuns({
  kind: SLOT_INSTRUCTION,
  words: 'instruction run',
  keeps: 'answers',
  params: paramsSchema,
});

const outcomeSchema = z.object({
  state: z.literal('done'),
  seconds: z.number(),
  improved: improvedInstructionSchema,
});
export type InstructionOutcome = z.infer<typeof outcomeSchema>;

/** Null while the run has not ended, and where it was cancelled. */
export const improvedOf = (database: ReadDatabase, run: RunId) =>
  outcomeSchema
    .nullable()
    .catch(null)
    .parse(findAnyRun(database, SLOT_INSTRUCTION, run)?.result ?? null)?.improved ?? null;
