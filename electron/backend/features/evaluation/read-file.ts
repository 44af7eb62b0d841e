import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from '../../errors.ts';
import { readDialogues } from '../../formats/read.ts';
import { joinRounds, type SourceDialogue } from '../retrieval/index.ts';

export interface ReadFile {
  readonly dialogues: readonly SourceDialogue[];
  /** Records that could not be read, up to where reading ended. */
  readonly rejected: number;
}

/**
 * Returns the first `limit` dialogues of a neutral JSONL file (plain or gzip), or of those that `keep` names. Turns
 * know the index of their first message in the file's own `turns`, including rejected ones.
 * @throws DialogramError if the file cannot be read or holds no dialogue
 */
export async function readNeutralFile(
  path: string,
  limit: number | null,
  options: { readonly signal: AbortSignal; readonly keep?: (id: string) => boolean },
): Promise<ReadFile> {
  const { signal, keep } = options;
  const dialogues: SourceDialogue[] = [];
  let rejected = 0;
  try {
    for await (const event of readDialogues(path, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind === 'reject') rejected += event.records;
      if (event.kind !== 'dialogue') continue;
      const { externalId, utterances } = event.dialogue;
      if (keep && !keep(externalId)) continue;
      if (limit !== null && dialogues.length === limit) break;
      const turns = utterances.map(({ role, text, acts }, at) => ({
        role,
        text,
        acts,
        turn: event.turns?.[at] ?? at,
      }));
      dialogues.push({ id: externalId, rounds: joinRounds(turns) });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (dialogues.length === 0) {
    throw new DialogramError('BAD_FILE', `There is no dialogue to evaluate in ${path}.`, {
      place: path,
      nextStep:
        'Choose a file in neutral JSON Lines: {"id", "turns": [{"speaker", "text"}]}, one dialogue per line.',
    });
  }
  return { dialogues, rejected };
}
