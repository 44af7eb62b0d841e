import { exampleMask, exampleRounds, shapeOfMethod } from '#shared/algorithms/generation/answer-messages.ts';
import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { NumberedRound } from '#shared/domain/dialogue.ts';
import type { DialogueId } from '#shared/domain/ids.ts';

/** The part of a retrieved dialogue that a model is shown. */
export interface ShownExample {
  readonly dialogue: DialogueId;
  readonly rounds: readonly NumberedRound[];
}

/** Candidates are turns. Several may be in one dialogue, which is shown once if whole dialogues are shown. */
export const CANDIDATES_PER_EXAMPLE = 4;

/** Returns a column's examples as a model sees them, best first, maybe masked; never the asked dialogue itself. */
export function shownExamples(
  source: { dialogue(id: DialogueId): { readonly rounds: readonly Omit<NumberedRound, 'round'>[] } },
  asked: DialogueId | null,
  method: string,
  found:
    | { readonly candidates: readonly { readonly dialogue: DialogueId; readonly round: number }[] }
    | undefined,
  settings: AnswerSettings,
): ShownExample[] {
  const shape =
    settings.unit === 'whole-dialogue'
      ? 'dialogue'
      : settings.exampleShape === 'method'
        ? shapeOfMethod(method)
        : settings.exampleShape;
  const shown: ShownExample[] = [];
  const whole = new Set<DialogueId>();
  for (const { dialogue, round } of found?.candidates ?? []) {
    if (shown.length === settings.examples) break;
    if (dialogue === asked || whole.has(dialogue)) continue;
    if (shape === 'dialogue') whole.add(dialogue);
    const { rounds } = source.dialogue(dialogue);
    const mask = settings.masking ? exampleMask(rounds.map(({ text }) => text)) : (text: string) => text;
    // Masked first, since a cut must not split something to be hidden.
    const masked = rounds.map(({ role, text }) => ({ role, text: mask(text) }));
    shown.push({ dialogue, rounds: exampleRounds(masked, round, shape, settings.context) });
  }
  return shown;
}
