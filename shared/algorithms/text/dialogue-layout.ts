import type { RoundSpan } from '../../domain/dialogue.ts';
import type { PackedUtterances } from './packed-utterances.ts';

/** The boundaries of turns and dialogues in packed messages. Dialogues are whole, their messages in spoken order. */
export interface DialogueLayout {
  /** length = turns + 1; turn r has the messages `roundStarts[r] … roundStarts[r+1]-1` */
  readonly roundStarts: Int32Array;
  /** length = turns; 0 = system, 1 = user (the order of `ROLES`) */
  readonly roundRoles: Uint8Array;
  /** length = dialogues + 1; dialogue d has the turns `dialogueStarts[d] … dialogueStarts[d+1]-1` */
  readonly dialogueStarts: Int32Array;
}

/**
 * Returns the layout of dialogues in the order of their packed messages.
 * @param dialogues the turns of each dialogue, as `roundsOf` gives them; together they cover its messages
 */
export function layoutOf(
  dialogues: readonly (readonly Pick<RoundSpan, 'role' | 'first' | 'last'>[])[],
): DialogueLayout {
  const rounds = dialogues.reduce((sum, dialogue) => sum + dialogue.length, 0);
  const roundStarts = new Int32Array(rounds + 1);
  const roundRoles = new Uint8Array(rounds);
  const dialogueStarts = new Int32Array(dialogues.length + 1);
  let round = 0;
  for (let dialogue = 0; dialogue < dialogues.length; dialogue++) {
    for (const { role, first, last } of dialogues[dialogue]) {
      roundRoles[round] = role === 'user' ? 1 : 0;
      roundStarts[round + 1] = roundStarts[round] + last - first + 1;
      round++;
    }
    dialogueStarts[dialogue + 1] = round;
  }
  return { roundStarts, roundRoles, dialogueStarts };
}

/** Throws a RangeError if a layout does not fit the messages. */
export function checkLayout(packed: PackedUtterances, layout: DialogueLayout): void {
  const utterances = packed.cues.length;
  const rounds = layout.roundRoles.length;
  if (layout.roundStarts.length !== rounds + 1 || layout.roundStarts[rounds] !== utterances) {
    throw new RangeError(
      `The layout's turns end at message ${layout.roundStarts[rounds]}, the messages at ${utterances}; both must come from one slice.`,
    );
  }
  const last = layout.dialogueStarts[layout.dialogueStarts.length - 1];
  if (last !== rounds) {
    throw new RangeError(
      `The layout's dialogues end at turn ${last}, its turns at ${rounds}; a slice holds whole dialogues.`,
    );
  }
}
