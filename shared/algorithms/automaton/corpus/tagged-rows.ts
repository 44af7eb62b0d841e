import { ROLES } from '../../../domain/dialogue.ts';
import { checkOffsets } from '../reading/check-offsets.ts';

/**
 * Tagged dialogues as in a database: tags as ids, with a separate list of names. Dialogues, and tags within a turn, may
 * be in any order. A turn may repeat a tag. Two ids with the same name are one tag.
 */
export interface TaggedRows {
  /** length = dialogues; distinct */
  readonly keys: readonly string[];
  /** length = dialogues + 1; turns of dialogue d are `roundOffsets[d] … roundOffsets[d+1]-1` */
  readonly roundOffsets: Int32Array;
  /** length = turns; 0 = system, 1 = user (the order of ROLES) */
  readonly roundRoles: Uint8Array;
  /** length = turns + 1; tags of turn r are `tagOffsets[r] … tagOffsets[r+1]-1` */
  readonly tagOffsets: Int32Array;
  /** an index into tagNames */
  readonly tagIds: Int32Array;
  /** by tag id; unused ids may be missing */
  readonly tagNames: readonly (string | undefined)[];
  /** The tags are moves (`SymbolCorpus.areMoves`). */
  readonly areMoves?: boolean;
}

/** @throws RangeError naming the array, the entry and its value where arrays do not fit each other */
export function checkTaggedRows(rows: TaggedRows): void {
  checkOffsets('roundOffsets', rows.roundOffsets, rows.keys.length, rows.roundRoles.length);
  checkOffsets('tagOffsets', rows.tagOffsets, rows.roundRoles.length, rows.tagIds.length);
  rows.roundRoles.forEach((role, round) => {
    if (role >= ROLES.length) {
      throw new RangeError(`roundRoles[${round}] is ${role}; expected 0 (system) or 1 (user).`);
    }
  });
  rows.tagIds.forEach((id, row) => {
    if (rows.tagNames[id] === undefined) {
      throw new RangeError(`tagIds[${row}] is ${id}, which has no name in tagNames; add its name.`);
    }
  });
}
