import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { MaskPreview } from '#shared/contract/providers.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { dialogueHeads, findDialogue, type StoredDialogue } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';

/** The most dialogues to search for one with something to show. */
const MOST_LOOKED_AT = 300;

/**
 * Returns what would be replaced in a dialogue. If none is named, uses the first with a replacement,
 * otherwise the first.
 */
export function maskPreview(database: ReadDatabase, dialogue: DialogueId | null): MaskPreview {
  if (dialogue !== null) {
    const stored = findDialogue(database, dialogue);
    return previewOf(inProject(stored, 'dialogue', dialogue, 'Choose another dialogue.'));
  }
  let first: MaskPreview | null = null;
  for (const { id } of dialogueHeads(database).slice(0, MOST_LOOKED_AT)) {
    const stored = findDialogue(database, id);
    if (!stored) continue;
    const preview = previewOf(stored);
    if (preview.utterances.some((utterance) => utterance.spans.length > 0)) return preview;
    first ??= preview;
  }
  return first ?? { dialogue: null, utterances: [] };
}

function previewOf({ id, externalId, source, rounds }: StoredDialogue): MaskPreview {
  const masker = createMasker(rounds.flatMap(({ utterances }) => utterances.map(({ text }) => text)));
  return {
    dialogue: { id, externalId, source },
    utterances: rounds.flatMap(({ role, utterances }) =>
      utterances.map(({ text }) => {
        const masked = masker.mask(text);
        return { role, before: text, after: masked.text, spans: [...masked.spans] };
      }),
    ),
  };
}
