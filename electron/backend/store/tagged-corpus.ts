import type { TaggedRows } from '#shared/algorithms/automaton/tagged-rows.ts';
import type { DialogueId, RunId, TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from './database.ts';
import { readVocabulary } from './tag-table.ts';

/** A tagged corpus as it comes out of the store, by ascending dialogue id; a key is source name and external id. */
export interface StoredTaggedRows extends TaggedRows {
  /** length = dialogues */
  readonly dialogueIds: Int32Array;
}

/** All tags of a run with people's decisions over them, e.g. 800,000 rows in about a second. */
export function readTaggedRows(database: ReadDatabase, run: RunId, tagger: string): StoredTaggedRows {
  const vocabulary = readVocabulary(database);
  const keys: string[] = [];
  const dialogueIds: number[] = [];
  const dialoguePosition = new Map<DialogueId, number>();
  for (const row of database
    .prepare('SELECT d.id, s.name, d.external_id FROM dialogues d JOIN sources s ON s.id = d.source_id')
    .raw()
    .iterate() as IterableIterator<[DialogueId, string, string]>) {
    dialoguePosition.set(row[0], keys.length);
    dialogueIds.push(row[0]);
    keys.push(`${row[1]}\u0000${row[2]}`);
  }

  const machine = tagsByRound(
    database
      .prepare('SELECT round_id, tag_id FROM run_tags WHERE run_id = ? ORDER BY round_id, position')
      .raw()
      .iterate(run),
  );
  const decisions = new Map<number, { tag: TagId; present: boolean }[]>();
  for (const [round, tag, present] of database
    .prepare(
      'SELECT round_id, tag_id, present FROM person_tags WHERE tagger = ? ORDER BY round_id, edit_id, tag_id',
    )
    .raw()
    .iterate(tagger) as IterableIterator<[number, TagId, number]>) {
    const list = decisions.get(round) ?? [];
    list.push({ tag: vocabulary.canonical(tag), present: present === 1 });
    decisions.set(round, list);
  }

  const tagNames: string[] = [];
  const indexOfTag = new Map<TagId, number>();
  const indexOf = (tag: TagId): number => {
    const canonical = vocabulary.canonical(tag);
    let index = indexOfTag.get(canonical);
    if (index === undefined) {
      index = tagNames.length;
      tagNames.push(vocabulary.nameOf(canonical));
      indexOfTag.set(canonical, index);
    }
    return index;
  };
  const rawIndex = new Map<TagId, number>();
  const indexOfRaw = (tag: TagId): number => {
    let index = rawIndex.get(tag);
    if (index === undefined) {
      index = indexOf(tag);
      rawIndex.set(tag, index);
    }
    return index;
  };

  const roundOffsets = new Int32Array(keys.length + 1);
  const roundRoles: number[] = [];
  const tagOffsets: number[] = [0];
  const tagIds: number[] = [];
  const order = Array.from(dialogueIds.keys()).sort((a, b) => dialogueIds[a] - dialogueIds[b]);
  // Rounds come in order of dialogue id, which is the order in which the arrays are laid.
  const sortedKeys = order.map((position) => keys[position]);
  const sortedIds = Int32Array.from(order, (position) => dialogueIds[position]);
  const slot = new Map<number, number>();
  sortedIds.forEach((id, position) => {
    slot.set(id, position);
  });
  let dialogueSlot = -1;
  for (const [dialogue, round, role] of database
    .prepare('SELECT dialogue_id, id, role FROM rounds ORDER BY dialogue_id, position')
    .raw()
    .iterate() as IterableIterator<[number, number, number]>) {
    const position = slot.get(dialogue) as number;
    while (dialogueSlot < position) roundOffsets[++dialogueSlot] = roundRoles.length;
    roundRoles.push(role);
    const start = tagIds.length;
    machine.seek(round, (tag) => {
      const index = indexOfRaw(tag);
      if (tagIds.indexOf(index, start) === -1) tagIds.push(index);
    });
    for (const decision of decisions.get(round) ?? []) {
      const index = indexOf(decision.tag);
      const at = tagIds.indexOf(index, start);
      if (decision.present && at === -1) tagIds.push(index);
      if (!decision.present && at !== -1) tagIds.splice(at, 1);
    }
    tagOffsets.push(tagIds.length);
  }
  while (dialogueSlot < sortedKeys.length) roundOffsets[++dialogueSlot] = roundRoles.length;

  return {
    keys: sortedKeys,
    dialogueIds: sortedIds,
    roundOffsets,
    roundRoles: Uint8Array.from(roundRoles),
    tagOffsets: Int32Array.from(tagOffsets),
    tagIds: Int32Array.from(tagIds),
    tagNames,
  };
}

/** Tags of a run looked up by round; rounds are asked for in almost ascending order, so arrays serve. */
function tagsByRound(rows: IterableIterator<unknown>) {
  const offsets = new Map<number, number>();
  const tags: TagId[] = [];
  const rounds: number[] = [];
  for (const [round, tag] of rows as IterableIterator<[number, TagId]>) {
    if (rounds[rounds.length - 1] !== round) offsets.set(round, tags.length);
    rounds.push(round);
    tags.push(tag);
  }
  return {
    seek(round: number, visit: (tag: TagId) => void): void {
      const start = offsets.get(round);
      if (start === undefined) return;
      for (let index = start; index < tags.length && rounds[index] === round; index++) visit(tags[index]);
    },
  };
}
