import { z } from 'zod';
import { translateError } from '#backend/errors.ts';
import { flowTurn, tasksOf } from '#backend/features/flows/history.ts';
import { readDialogues } from '#backend/formats/read.ts';
import type { FlowTurn } from '#shared/algorithms/flows/following/track-flows.ts';

export interface LabelledDialogue {
  readonly id: string;
  readonly tasks: readonly string[];
  /** True if the user's task went as designed; null if the file does not say. */
  readonly happy: boolean | null;
  readonly turns: readonly FlowTurn[];
  readonly places: readonly number[];
}

const happySchema = z.object({ happy: z.boolean().nullable() }).catch({ happy: null });

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
        happy: happySchema.parse(extra).happy,
        turns: utterances.map(flowTurn),
        places: utterances.map((_, at) => event.turns?.[at] ?? at),
      };
    }
  } catch (error) {
    throw translateError(error, path);
  }
}
