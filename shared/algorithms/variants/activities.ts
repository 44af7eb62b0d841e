import { type Role, roleAt } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/tagged-rows.ts';

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
 * Returns dialogues as activities, one per turn: the first of its tags, as they were given; a turn without a
 * tag is not an activity. Linear in turns.
 * @param read returns the tags of a turn that are activities, in order; by default the first
 */
export function activitiesOf(
  rows: TaggedRows,
  read?: (role: Role, tags: readonly string[]) => readonly string[],
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
  // Most tags occur many times: their ids are found without a string.
  const idOfTag = new Int32Array(2 * rows.tagNames.length).fill(-1);
  const dialogues = rows.keys.length;
  const offsets = new Int32Array(dialogues + 1);
  const steps: number[] = [];
  const rounds: number[] = [];
  for (let dialogue = 0; dialogue < dialogues; dialogue++) {
    const first = rows.roundOffsets[dialogue];
    for (let round = first; round < rows.roundOffsets[dialogue + 1]; round++) {
      const role = roleAt(rows.roundRoles[round]);
      const [start, end] = [rows.tagOffsets[round], rows.tagOffsets[round + 1]];
      if (read) {
        const given = Array.from(rows.tagIds.subarray(start, end), (id) => rows.tagNames[id] ?? '');
        for (const tag of read(role, given)) {
          steps.push(idOf(role, tag));
          rounds.push(round - first);
        }
      } else if (start < end) {
        const tag = rows.tagIds[start];
        const at = 2 * tag + rows.roundRoles[round];
        if (idOfTag[at] === -1) idOfTag[at] = idOf(role, rows.tagNames[tag] ?? '');
        steps.push(idOfTag[at]);
        rounds.push(round - first);
      }
    }
    offsets[dialogue + 1] = steps.length;
  }
  return { symbols, offsets, steps: Int32Array.from(steps), rounds: Int32Array.from(rounds) };
}
