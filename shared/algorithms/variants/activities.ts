import { ROLES, type Role, roleAt } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/tagged-rows.ts';
import { rankTags, tagOfTurn } from '../overview/tag-of-turn.ts';

/** Dialogues as sequences of activities: an event log in terms of process mining. */
export interface Activities {
  readonly symbols: readonly SymbolInfo[];
  /** length = dialogues + 1; steps of dialogue d are `offsets[d] … offsets[d+1]-1` */
  readonly offsets: Int32Array;
  /** length = steps; an index into `symbols` */
  readonly steps: Int32Array;
  /** length = steps; index of the turn in its dialogue, from 0 */
  readonly rounds: Int32Array;
}

/**
 * Returns dialogues as activities, one per turn: the tag that stands for it (`tagOfTurn`). Linear in turns.
 * @param shown the symbols of the graph; without any, a turn without a tag is not an activity
 * @param onlyTagged true to skip turns without a tag even if the graph shows them
 */
export function activitiesOf(
  rows: TaggedRows,
  shown: readonly SymbolInfo[] = [],
  onlyTagged = false,
): Activities {
  const { tagNames, roundRoles, tagOffsets, tagIds } = rows;
  const rank = rankTags(shown);
  // Most tags occur many times: they are ranked and found without a string.
  const ranks = ROLES.map((role) =>
    Uint8Array.from(tagNames, (tag) => (tag === undefined ? 0 : rank(role, tag))),
  );
  const untagged = ROLES.map((role) => (onlyTagged ? undefined : tagOfTurn(role, [], shown, rank)));
  return writtenActivities(rows, (round, write) => {
    const role = roundRoles[round];
    const [start, end] = [tagOffsets[round], tagOffsets[round + 1]];
    if (start === end) {
      if (untagged[role] !== undefined) write(untagged[role]);
      return;
    }
    let best = tagIds[start];
    for (let at = start + 1; at < end; at++)
      if (ranks[role][tagIds[at]] > ranks[role][best]) best = tagIds[at];
    write(best);
  });
}

/**
 * Returns dialogues as the activities of a reference.
 * @param read returns the tags of a turn that are activities, in order
 */
export function activitiesRead(
  rows: TaggedRows,
  read: (role: Role, tags: readonly string[]) => readonly string[],
): Activities {
  const { tagNames, roundRoles, tagOffsets, tagIds } = rows;
  return writtenActivities(rows, (round, write) => {
    const ids = tagIds.subarray(tagOffsets[round], tagOffsets[round + 1]);
    read(
      roleAt(roundRoles[round]),
      Array.from(ids, (id) => tagNames[id] ?? ''),
    ).forEach(write);
  });
}

/** @param each writes the activities of a turn: ids of tags, or names */
function writtenActivities(
  { keys, tagNames, roundOffsets, roundRoles }: TaggedRows,
  each: (round: number, write: (tag: number | string) => void) => void,
): Activities {
  const symbols: SymbolInfo[] = [];
  const ids = new Map<string, number>();
  const idOf = (role: Role, tag: string): number => {
    const key = `${role} ${tag}`;
    const known = ids.get(key);
    if (known !== undefined) return known;
    ids.set(key, symbols.length);
    return symbols.push({ role, tag }) - 1;
  };
  const idOfTag = new Int32Array(2 * tagNames.length).fill(-1);
  const offsets = new Int32Array(keys.length + 1);
  const steps: number[] = [];
  const rounds: number[] = [];
  for (let dialogue = 0; dialogue < keys.length; dialogue++) {
    const first = roundOffsets[dialogue];
    for (let round = first; round < roundOffsets[dialogue + 1]; round++) {
      const role = roleAt(roundRoles[round]);
      each(round, (tag) => {
        if (typeof tag === 'string') steps.push(idOf(role, tag));
        else {
          const at = 2 * tag + roundRoles[round];
          if (idOfTag[at] === -1) idOfTag[at] = idOf(role, tagNames[tag] ?? '');
          steps.push(idOfTag[at]);
        }
        rounds.push(round - first);
      });
    }
    offsets[dialogue + 1] = steps.length;
  }
  return { symbols, offsets, steps: Int32Array.from(steps), rounds: Int32Array.from(rounds) };
}
