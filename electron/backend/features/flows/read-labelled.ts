import { z } from 'zod';
import type { FlowTurn } from '#shared/algorithms/flows/track-flows.ts';
import { translateError } from '../../errors.ts';
import { readDialogues } from '../../formats/read.ts';

/** A transcript with what its system did and what functions answered. */
export interface LabelledDialogue {
  readonly id: string;
  /** What the file calls its tasks, else its domains. */
  readonly tasks: readonly string[];
  /** Whether the user's task went as designed, where the file says so. */
  readonly happy: boolean | null;
  readonly turns: readonly FlowTurn[];
  /** Index of each turn in the file's own list. */
  readonly places: readonly number[];
}

const resultsSchema = z.array(z.record(z.string(), z.unknown()).nullable()).min(1);
const extraSchema = z
  .object({ tasks: z.array(z.string()).optional(), happy: z.boolean().optional() })
  .catch({});

/**
 * The dialogues of a neutral file. A turn's label is the first of its acts; what functions answered is the last of its
 * `kb_results`, where a null is an answer that found nothing.
 * @throws DialogramError where the file cannot be read
 */
export async function* readLabelled(
  path: string,
  signal: AbortSignal,
): AsyncGenerator<LabelledDialogue, void> {
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind !== 'dialogue') continue;
      const { externalId, domains, extra, utterances } = event.dialogue;
      const { tasks, happy } = extraSchema.parse(extra ?? {});
      yield {
        id: externalId,
        tasks: tasks ?? domains,
        happy: happy ?? null,
        turns: utterances.map(({ role, text, acts, extra: own }) => ({
          role,
          text,
          label: role === 'system' ? (acts?.[0] ?? null) : null,
          result: resultsSchema.safeParse(own?.kb_results).data?.at(-1),
        })),
        places: utterances.map((_, at) => event.turns?.[at] ?? at),
      };
    }
  } catch (error) {
    throw translateError(error, path);
  }
}
