import { z } from 'zod';
import type { FlowTurn } from '#shared/algorithms/flows/following/track-flows.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { translateError } from '../../errors.ts';
import { readDialogues } from '../../formats/read.ts';

/** A transcript with what its system did and what functions answered. */
export interface LabelledDialogue {
  readonly id: string;
  /** The tasks in the file, else its domains. */
  readonly tasks: readonly string[];
  /** True if the user's task went as designed; null if the file does not say. */
  readonly happy: boolean | null;
  readonly turns: readonly FlowTurn[];
  /** Index of each turn in the file's own list. */
  readonly places: readonly number[];
}

const resultsSchema = z.array(z.record(z.string(), z.unknown()).nullable()).min(1);
const extraSchema = z
  .object({ tasks: z.array(z.string()).optional(), happy: z.boolean().optional() })
  .catch({});

type Extra = Readonly<Record<string, unknown>> | null;

/** Returns a dialogue's tasks in the file, else its domains. */
export const tasksOf = (extra: Extra, domains: readonly string[]): readonly string[] =>
  extraSchema.parse(extra ?? {}).tasks ?? domains;

/**
 * A turn as flows read it: the first of its acts, and the last function results before it. Null means nothing
 * was found.
 */
export const flowTurn = ({
  role,
  text,
  acts,
  extra,
}: {
  readonly role: Role;
  readonly text: string;
  readonly acts: readonly string[] | null;
  readonly extra: Extra;
}): FlowTurn => ({
  role,
  text,
  label: role === 'system' ? (acts?.[0] ?? null) : null,
  result: resultsSchema.safeParse(extra?.kb_results).data?.at(-1),
});

/** Yields the dialogues of a neutral file. @throws DialogramError if the file cannot be read */
export async function* readLabelled(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<LabelledDialogue, void> {
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind !== 'dialogue') continue;
      const { externalId, domains, extra, utterances } = event.dialogue;
      yield {
        id: externalId,
        tasks: tasksOf(extra, domains),
        happy: extraSchema.parse(extra ?? {}).happy ?? null,
        turns: utterances.map(flowTurn),
        places: utterances.map((_, at) => event.turns?.[at] ?? at),
      };
    }
  } catch (error) {
    throw translateError(error, path);
  }
}
