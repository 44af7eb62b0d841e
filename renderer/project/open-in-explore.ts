import type { DialogueId } from '#shared/domain/ids.ts';
import { EXPLORE, showMode } from './mode.ts';
import { focusRound, openDialogue } from './view.ts';

/** Opens a dialogue at a turn in Explore, where it can be read and tagged. */
export function openInExplore(dialogue: DialogueId, round: number): void {
  openDialogue(dialogue);
  focusRound(round);
  showMode(EXPLORE);
}
