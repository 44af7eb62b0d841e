import type { DialogueId } from '#shared/domain/ids.ts';
import { EXPLORE, showMode } from './mode.ts';
import { focusRound, openDialogue } from './view.ts';

/** Shows a round of a dialogue where dialogues are read and tagged. */
export function openInExplore(dialogue: DialogueId, round: number): void {
  openDialogue(dialogue);
  focusRound(round);
  showMode(EXPLORE);
}
