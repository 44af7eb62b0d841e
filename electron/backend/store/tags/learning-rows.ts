import { replaceRows } from '#shared/algorithms/automaton/corpus/replace-rows.ts';
import { selectDialogues } from '#shared/algorithms/automaton/corpus/select-dialogues.ts';
import {
  dialogueOrder,
  type ReadRows,
  symbolCorpusFromRows,
  type TaggedRows,
} from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import { type OutcomeInput, outcomeSchema } from '#shared/contract/filters.ts';
import { append } from '#shared/domain/append.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { DialogueId, RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import type { SymbolCorpus } from '#shared/domain/symbols.ts';
import { lastTurn, turnColumns } from '../corpus/turn-table.ts';
import type { ReadDatabase, WriteDatabase } from '../database.ts';
import { readMeta, removeMeta, writeMeta } from '../file/meta-table.ts';
import { allRaw, oneValue } from '../statements.ts';
import { readVocabulary, type Vocabulary } from './tag-table.ts';
import {
  decideTags,
  decisionReader,
  eachDecision,
  runTagColumns,
  TAUGHT,
  type TurnDecision,
} from './turn-tags.ts';

const KEY = 'outcome';

/** By default, dialogues end with their last tag, until a person chooses another rule. */
export function readOutcome(database: ReadDatabase): OutcomeInput {
  const kept = readMeta(database, KEY);
  return kept === null ? { kind: 'last-tag' } : outcomeSchema.parse(JSON.parse(kept));
}

export function writeOutcome(database: WriteDatabase, outcome: OutcomeInput): void {
  writeMeta(database, KEY, JSON.stringify(outcome));
}

/** Removes the names of tags that a purge deleted. Call it after they are deleted. */
export function purgeOutcome(database: WriteDatabase): void {
  const outcome = readOutcome(database);
  if (outcome.kind !== 'tags') return;
  const tags = outcome.tags.filter(
    (tag) => oneValue<number>(database)`SELECT 1 FROM tags WHERE name = ${tag}` !== undefined,
  );
  if (tags.length === 0) removeMeta(database, KEY);
  else writeOutcome(database, { ...outcome, tags });
}

const MOVE_TAGGERS: ReadonlySet<string> = new Set(['moves', TAUGHT]);

export interface StoredTaggedRows extends TaggedRows {
  readonly dialogueIds: Int32Array;
  readonly turnIds: Int32Array;
}

/**
 * @param only the dialogues to use; null for all
 * @param before an earlier result for all dialogues, so that only changed turns are read
 * @returns the corpus, the project's ids of its dialogues, and the result for all dialogues
 */
export function symbolCorpusOf(
  rows: StoredTaggedRows,
  only: ReadonlySet<DialogueId> | null = null,
  before: ReadRows | null = null,
): {
  readonly corpus: SymbolCorpus;
  readonly dialogueIds: Int32Array;
  readonly whole: ReadRows;
} {
  const corpus = symbolCorpusFromRows(rows, before);
  const whole = { rows, corpus };
  const dialogueIds = dialogueOrder(rows.keys).map((at) => rows.dialogueIds[at]!);
  if (only === null) return { corpus, dialogueIds, whole };
  const isTaken = (id: number): boolean => only.has(id as DialogueId);
  return {
    corpus: selectDialogues(corpus, (dialogue) => isTaken(dialogueIds[dialogue]!)),
    dialogueIds: dialogueIds.filter(isTaken),
    whole,
  };
}

export interface StandingRows extends StoredTaggedRows {
  /** For each turn, the number of tags at its beginning that replace machine tags. */
  readonly placed: Uint16Array;
  /** The index of each tag's name, by the store's tag id; missing for tags that no turn has. */
  readonly nameOfTag: readonly number[];
}

/** The rows before the vocabulary is applied, so that nothing has to be read again when a tag is renamed. */
export interface RawTaggedRows {
  readonly keys: readonly string[];
  readonly dialogueIds: Int32Array;
  readonly turnIds: Int32Array;
  readonly turnOffsets: Int32Array;
  readonly turnRoles: Uint8Array;
  /** The index of each turn's first tag, and the number of tags at the end. */
  readonly tagOffsets: Int32Array;
  readonly tagIds: Int32Array;
  readonly areMoves: boolean;
  /** People's decisions, by turn id. */
  readonly decisions: Map<TurnId, readonly TurnDecision[]>;
}

export function readTaggedRows(database: ReadDatabase, run: RunId, tagger: string): StoredTaggedRows {
  const vocabulary = readVocabulary(database);
  return withoutTags(
    withVocabulary(readRawRows(database, run, tagger), vocabulary),
    vocabulary.archivedNames,
  );
}

/** @param tagger the tagger whose tags people changed */
export function readRawRows(database: ReadDatabase, run: RunId, tagger: string): RawTaggedRows {
  const keys: string[] = [];
  const dialogueIds: number[] = [];
  for (const [id, source, externalId] of allRaw<[DialogueId, string, string]>(database)`
    SELECT d.id, s.name, d.external_id FROM dialogues d JOIN sources s ON s.id = d.source_id ORDER BY d.id`) {
    dialogueIds.push(id);
    keys.push(dialogueKey(source, externalId));
  }

  // Turns are sorted by dialogue id, as in the arrays.
  const { dialogues, turns: turnIds, roles: turnRoles } = turnColumns(database);
  const turnOffsets = new Int32Array(keys.length + 1);
  for (let position = 0, at = 0; position < keys.length; position++) {
    while (dialogues[at] === dialogueIds[position]) at++;
    turnOffsets[position + 1] = at;
  }
  const { tagOffsets, tagIds } = tagsByTurn(database, run, turnIds);

  const decisions = new Map<TurnId, TurnDecision[]>();
  for (const [turn, tag, present, edit] of eachDecision(database, tagger)) {
    const decision = { tag, present: present === 1, edit };
    append(decisions, turn, decision);
  }
  return {
    keys,
    dialogueIds: Int32Array.from(dialogueIds),
    turnIds,
    turnOffsets,
    turnRoles,
    tagOffsets,
    tagIds,
    areMoves: MOVE_TAGGERS.has(tagger),
    decisions,
  };
}

export function rereadDecisions(
  database: ReadDatabase,
  tagger: string,
  { decisions }: RawTaggedRows,
  turns: Iterable<TurnId>,
): void {
  const read = decisionReader(database, tagger);
  for (const turn of turns) {
    const list = read(turn);
    if (list.length === 0) decisions.delete(turn);
    else decisions.set(turn, list);
  }
}

export function withoutTags(rows: StoredTaggedRows, names: ReadonlySet<string>): StoredTaggedRows {
  const isLeftOut = rows.tagNames.map((name) => name !== undefined && names.has(name));
  if (!isLeftOut.includes(true)) return rows;
  const tagOffsets = new Int32Array(rows.tagOffsets.length);
  const tagIds = new Int32Array(rows.tagIds.length);
  let count = 0;
  for (let turn = 0; turn + 1 < tagOffsets.length; turn++) {
    for (let at = rows.tagOffsets[turn]!; at < rows.tagOffsets[turn + 1]!; at++) {
      if (!isLeftOut[rows.tagIds[at]!]) tagIds[count++] = rows.tagIds[at]!;
    }
    tagOffsets[turn + 1] = count;
  }
  return { ...rows, tagOffsets, tagIds: tagIds.slice(0, count) };
}

/** If more turns than this have changed, all are read again. */
const MOST_CHANGED = 200;

/**
 * Returns the current tags after people's decisions, each once per turn, with archived ones. With `before`, only turns
 * with changed decisions are read unless names changed.
 */
export function withVocabulary(
  raw: RawTaggedRows,
  vocabulary: Vocabulary,
  before: { readonly tags: StandingRows; readonly changed: ReadonlySet<TurnId> } | null = null,
): StandingRows {
  const { keys, dialogueIds, turnIds, turnOffsets, turnRoles, areMoves, decisions } = raw;
  const isKept = (name: number, tag: number) =>
    before?.tags.tagNames[name] === vocabulary.nameOf(tag as TagId);
  const known = before && before.changed.size <= MOST_CHANGED && before.tags.nameOfTag.every(isKept);
  const tagNames = known ? [...(before.tags.tagNames as readonly string[])] : [];
  const nameOfTag = known ? before.tags.nameOfTag.slice() : [];
  const indexOfName = new Map(tagNames.map((name, index) => [name, index]));
  const indexOf = (tag: TagId): number => {
    const index = nameOfTag[tag];
    if (index !== undefined) return index;
    const name = vocabulary.nameOf(tag);
    if (!indexOfName.has(name)) indexOfName.set(name, tagNames.push(name) - 1);
    nameOfTag[tag] = indexOfName.get(name)!;
    return nameOfTag[tag]!;
  };
  if (known) {
    const placed = before.tags.placed.slice();
    const tagsOf = new Map<number, readonly number[]>();
    for (const id of before.changed) {
      const turn = turnIds.indexOf(id);
      if (turn === -1) continue;
      const given = Array.from(raw.tagIds.subarray(raw.tagOffsets[turn], raw.tagOffsets[turn + 1]));
      const now = decideTags(given as TagId[], decisions.get(id) ?? [], indexOf);
      tagsOf.set(turn, now.tags);
      placed[turn] = now.placed;
    }
    const rows = replaceRows(before.tags.tagOffsets, before.tags.tagIds, tagsOf);
    return { ...before.tags, tagOffsets: rows.offsets, tagIds: rows.values, tagNames, placed, nameOfTag };
  }

  const tagOffsets = new Int32Array(turnRoles.length + 1);
  const placed = new Uint16Array(turnRoles.length);
  let tagIds = new Int32Array(raw.tagIds.length + 1024);
  let count = 0;
  for (let turn = 0; turn < turnRoles.length; turn++) {
    const start = count;
    const first = raw.tagOffsets[turn]!;
    const end = raw.tagOffsets[turn + 1]!;
    const decided = decisions.get(turnIds[turn] as TurnId);
    const most = end - first + (decided?.length ?? 0);
    if (count + most > tagIds.length) tagIds = enlarged(tagIds, 2 * (count + most));
    if (decided) {
      const given = Array.from(raw.tagIds.subarray(first, end)) as TagId[];
      const now = decideTags(given, decided, indexOf);
      for (const index of now.tags) tagIds[count++] = index;
      placed[turn] = now.placed;
    } else {
      for (let row = first; row < end; row++) {
        const index = indexOf(raw.tagIds[row] as TagId);
        let at = start;
        while (at < count && tagIds[at] !== index) at++;
        if (at === count) tagIds[count++] = index;
      }
      placed[turn] = count - start;
    }
    tagOffsets[turn + 1] = count;
  }
  return {
    keys,
    dialogueIds,
    turnIds,
    turnOffsets,
    turnRoles,
    tagOffsets,
    tagIds: tagIds.slice(0, count),
    tagNames,
    areMoves,
    placed,
    nameOfTag,
  };
}

function enlarged(values: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(values);
  return larger;
}

function tagsByTurn(database: ReadDatabase, run: RunId, turnIds: Int32Array) {
  const { turns, tags } = runTagColumns(database, run);
  const starts = new Int32Array(lastTurn(database) + 1).fill(-1);
  for (let at = turns.length - 1; at >= 0; at--) starts[turns[at]!] = at;
  const tagOffsets = new Int32Array(turnIds.length + 1);
  const tagIds = new Int32Array(tags.length);
  let count = 0;
  for (let turn = 0; turn < turnIds.length; turn++) {
    const id = turnIds[turn]!;
    for (let at = starts[id]!; at >= 0 && turns[at] === id; at++) tagIds[count++] = tags[at]!;
    tagOffsets[turn + 1] = count;
  }
  return { tagOffsets, tagIds: tagIds.slice(0, count) };
}
