import type { RetrievalDialogue } from '#shared/algorithms/retrieval/retrieval-corpus.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { readTaggedRows } from '../../store/tagged-corpus.ts';
import { isHeldOut } from '../retrieval/held-out.ts';

/** A project's dialogues with their tags as they stand, those held out left out. */
export interface IndexDialogues {
  readonly dialogues: readonly RetrievalDialogue[];
  /** length = dialogues; the project's ids */
  readonly dialogueIds: Int32Array;
  /** per dialogue, the project's ids of its rounds */
  readonly roundIds: readonly Int32Array[];
  readonly heldOut: number;
}

export function readIndexDialogues(
  database: ReadDatabase,
  run: RunId,
  tagger: string,
  heldOutShare: number,
): IndexDialogues {
  const rows = readTaggedRows(database, run, tagger);
  const texts = database
    .prepare(
      `SELECT r.id, coalesce(group_concat(u.text, ' ' ORDER BY u.position), '')
       FROM rounds r LEFT JOIN utterances u ON u.round_id = r.id
       GROUP BY r.id ORDER BY r.dialogue_id, r.position`,
    )
    .raw()
    .all() as [number, string][];
  const dialogues: RetrievalDialogue[] = [];
  const dialogueIds: number[] = [];
  const roundIds: Int32Array[] = [];
  let heldOut = 0;
  rows.keys.forEach((key, at) => {
    if (isHeldOut(externalIdOf(key), heldOutShare)) {
      heldOut++;
      return;
    }
    const rounds = [];
    for (let round = rows.roundOffsets[at]; round < rows.roundOffsets[at + 1]; round++) {
      const ids = rows.tagIds.subarray(rows.tagOffsets[round], rows.tagOffsets[round + 1]);
      rounds.push({
        role: ROLES[rows.roundRoles[round]],
        text: texts[round][1],
        tags: Array.from(ids, (id) => rows.tagNames[id] as string),
      });
    }
    dialogues.push({ key, rounds });
    dialogueIds.push(rows.dialogueIds[at]);
    const own = texts.slice(rows.roundOffsets[at], rows.roundOffsets[at + 1]);
    roundIds.push(Int32Array.from(own, ([id]) => id));
  });
  return { dialogues, dialogueIds: Int32Array.from(dialogueIds), roundIds, heldOut };
}

/** A key is the source's name and the external id, with a zero character between them. */
function externalIdOf(key: string): string {
  return key.slice(key.indexOf('\u0000') + 1);
}
