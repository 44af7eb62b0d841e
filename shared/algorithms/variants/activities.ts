import { roleAt } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/tagged-rows.ts';

/** Dialogues as what is done in them, one after the other: an event log in the words of process mining. */
export interface Activities {
  readonly symbols: readonly SymbolInfo[];
  /** length = dialogues + 1; steps of dialogue d are `offsets[d] … offsets[d+1]-1` */
  readonly offsets: Int32Array;
  /** length = steps; an index into `symbols` */
  readonly steps: Int32Array;
  /** length = steps; index of the round in its dialogue, from 0 */
  readonly rounds: Int32Array;
}

/** One activity a round: the first of its tags, as they were given; a round without a tag is none. Linear in rounds. */
export function activitiesOf(rows: TaggedRows): Activities {
  const symbols: SymbolInfo[] = [];
  const idOf = new Map<number, number>();
  const dialogues = rows.keys.length;
  const offsets = new Int32Array(dialogues + 1);
  const steps: number[] = [];
  const rounds: number[] = [];
  for (let dialogue = 0; dialogue < dialogues; dialogue++) {
    const first = rows.roundOffsets[dialogue];
    for (let round = first; round < rows.roundOffsets[dialogue + 1]; round++) {
      if (rows.tagOffsets[round] === rows.tagOffsets[round + 1]) continue;
      const tag = rows.tagIds[rows.tagOffsets[round]];
      const key = 2 * tag + rows.roundRoles[round];
      let id = idOf.get(key);
      if (id === undefined) {
        id = symbols.push({ role: roleAt(rows.roundRoles[round]), tag: rows.tagNames[tag] ?? '' }) - 1;
        idOf.set(key, id);
      }
      steps.push(id);
      rounds.push(round - first);
    }
    offsets[dialogue + 1] = steps.length;
  }
  return { symbols, offsets, steps: Int32Array.from(steps), rounds: Int32Array.from(rounds) };
}
