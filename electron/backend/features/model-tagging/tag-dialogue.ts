import { reasonFor } from '#shared/algorithms/model-tagging/check-answer.ts';
import type { DialogueWindow } from '#shared/algorithms/model-tagging/windows.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import type { Asker } from '../../providers/requests/ask.ts';
import { eachInTurn } from '../../providers/requests/elsewhere.ts';
import type { RoundText } from '../../store/corpus/round-table.ts';
import type { TaggedDialogueRow } from '../../store/runs/model-tagging-table.ts';
import type { Questioner } from './questions.ts';

interface Found {
  readonly tags: Map<number, readonly string[]>;
  readonly flags: Map<number, string>;
  /** The reason why a request was given up, from its last fault. */
  fault: string | null;
}

const REFUSED = 'The model would not answer.';

/**
 * Tags one dialogue: asks about each part, asks again for turns with invalid lines, and leaves those that are still
 * invalid to a person. Every turn with words ends with tags or with a flag.
 * @throws AskingStopped, or the reason of an abort; then nothing of the dialogue must be written
 */
export async function tagDialogue(
  dialogue: DialogueId,
  rounds: readonly RoundText[],
  questioner: Questioner,
  asker: Asker,
): Promise<TaggedDialogueRow> {
  const found: Found = { tags: new Map(), flags: new Map(), fault: null };
  await eachInTurn(questioner.windows(rounds).windows, (window) =>
    tagWindow(dialogue, window, questioner, asker, found),
  );
  const roundOf = (at: number) => known(rounds[at], `turn ${at}`).id;
  return {
    dialogue,
    outcome: found.fault !== null ? 'failed' : found.flags.size > 0 ? 'flagged' : 'done',
    message: found.fault,
    tags: [...found.tags].map(([id, names]) => ({ round: roundOf(id), names })),
    flags: [...found.flags].map(([id, reason]) => ({ round: roundOf(id), reason })),
  };
}

async function tagWindow(
  dialogue: DialogueId,
  window: DialogueWindow,
  questioner: Questioner,
  asker: Asker,
  found: Found,
): Promise<void> {
  let left = window.asked;
  for (const again of [false, true]) {
    const part = { ...window, asked: left };
    const question = again ? questioner.again(dialogue, window, left) : questioner.first(dialogue, window);
    const outcome = await asker.ask(question);
    if (outcome.kind === 'fault') {
      found.fault = outcome.fault.message;
      for (const id of left) found.flags.set(id, `No answer: ${outcome.fault.kind}.`);
      return;
    }
    if (outcome.answer.finish === 'refusal') {
      for (const id of left) found.flags.set(id, REFUSED);
      return;
    }
    const checked = questioner.check(outcome.answer, part);
    for (const [id, names] of checked.tags) found.tags.set(id, names);
    if (checked.wrong.length === 0) return;
    left = checked.wrong;
    if (again) for (const id of left) found.flags.set(id, reasonFor(checked, id));
  }
}
