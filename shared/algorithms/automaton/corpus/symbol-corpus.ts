import { ROLES } from '../../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo, TaggedDialogue } from '../../../domain/symbols.ts';
import { compareCodePoints } from './code-point-order.ts';
import { replaceRows } from './replace-rows.ts';

/** Reads an alphabet from a JSON value. @throws RangeError if it is not a list of distinct (role, tag) pairs */
export function readSymbols(name: string, value: unknown): SymbolInfo[] {
  if (!Array.isArray(value))
    throw new RangeError(`${name} is not a list. Give the role and tag of each symbol.`);
  const seen = new Set<string>();
  return value.map((entry: Partial<SymbolInfo> | null, at) => {
    const role = ROLES.find((known) => known === entry?.role);
    const tag = entry?.tag;
    if (role === undefined || typeof tag !== 'string') {
      throw new RangeError(
        `${name}[${at}] is ${JSON.stringify(entry)}; expected a role (${ROLES.join(' or ')}) and a tag.`,
      );
    }
    const key = `${role} ${tag}`;
    if (seen.has(key)) throw new RangeError(`${name}[${at}] repeats ${JSON.stringify({ role, tag })}.`);
    seen.add(key);
    return { role, tag };
  });
}

/** Throws a RangeError unless the offsets rise from 0 to `end`, with one more offset than rows. */
export function checkOffsets(name: string, offsets: Int32Array, rowCount: number, end: number): void {
  if (offsets.length !== rowCount + 1) {
    throw new RangeError(`${name} has ${offsets.length} entries; expected ${rowCount + 1}.`);
  }
  for (let row = 0; row <= rowCount; row++) {
    const least = row === 0 ? 0 : offsets[row - 1];
    const most = row === 0 ? 0 : end;
    if (offsets[row] < least || offsets[row] > most) {
      throw new RangeError(`${name}[${row}] is ${offsets[row]}; expected ${least} to ${most}.`);
    }
  }
  if (offsets[rowCount] !== end) {
    throw new RangeError(`${name} ends at ${offsets[rowCount]}; expected ${end}.`);
  }
}

/** Tagged dialogues as in a database, in any order. Tag ids with the same name are one tag. */
export interface TaggedRows {
  /** length = dialogues; distinct */
  readonly keys: readonly string[];
  /** length = dialogues + 1; turns of dialogue d are `turnOffsets[d] … turnOffsets[d+1]-1` */
  readonly turnOffsets: Int32Array;
  /** length = turns; 0 = system, 1 = user (the order of ROLES) */
  readonly turnRoles: Uint8Array;
  /** length = turns + 1; tags of turn r are `tagOffsets[r] … tagOffsets[r+1]-1` */
  readonly tagOffsets: Int32Array;
  readonly tagIds: Int32Array;
  /** by tag id; unused ids may be missing */
  readonly tagNames: readonly (string | undefined)[];
  readonly areMoves?: boolean;
}

/** @throws RangeError with the array, the entry and its value if the arrays do not fit each other */
function checkTaggedRows(rows: TaggedRows): void {
  checkOffsets('turnOffsets', rows.turnOffsets, rows.keys.length, rows.turnRoles.length);
  checkOffsets('tagOffsets', rows.tagOffsets, rows.turnRoles.length, rows.tagIds.length);
  const turn = rows.turnRoles.findIndex((role) => role >= ROLES.length);
  if (turn !== -1)
    throw new RangeError(`turnRoles[${turn}] is ${rows.turnRoles[turn]}; expected 0 (system) or 1 (user).`);
  const row = rows.tagIds.findIndex((id) => rows.tagNames[id] === undefined);
  if (row !== -1)
    throw new RangeError(
      `tagIds[${row}] is ${rows.tagIds[row]}, which has no name in tagNames; add its name.`,
    );
}

/**
 * Returns tagged dialogues as integers, independent of import order and locale: dialogues by code-point order of key,
 * symbols by that of (role, tag). Keeps all dialogues with equal keys.
 */
export function buildSymbolCorpusOfAll(dialogues: readonly TaggedDialogue[]): SymbolCorpus {
  const rows = rowsOf(dialogues);
  return inOrder(rows, dialogueOrder(rows.keys));
}

export function rowsOf(dialogues: readonly TaggedDialogue[]): TaggedRows {
  let turns = 0;
  let tags = 0;
  for (const dialogue of dialogues) {
    turns += dialogue.turns.length;
    for (const turn of dialogue.turns) tags += turn.tags.length;
  }
  const turnOffsets = new Int32Array(dialogues.length + 1);
  const turnRoles = new Uint8Array(turns);
  const tagOffsets = new Int32Array(turns + 1);
  const tagIds = new Int32Array(tags);
  const tagNames: string[] = [];
  const idOfName = new Map<string, number>();
  let turnIndex = 0;
  let tagIndex = 0;
  for (let d = 0; d < dialogues.length; d++) {
    for (const turn of dialogues[d].turns) {
      for (const tag of turn.tags) {
        let id = idOfName.get(tag);
        if (id === undefined) {
          id = tagNames.length;
          tagNames.push(tag);
          idOfName.set(tag, id);
        }
        tagIds[tagIndex++] = id;
      }
      turnRoles[turnIndex++] = ROLES.indexOf(turn.role);
      tagOffsets[turnIndex] = tagIndex;
    }
    turnOffsets[d + 1] = turnIndex;
  }
  const keys = dialogues.map((dialogue) => dialogue.key);
  return { keys, turnOffsets, turnRoles, tagOffsets, tagIds, tagNames };
}

export const areEqualSymbols = (left: readonly SymbolInfo[], right: readonly SymbolInfo[]): boolean =>
  left.length === right.length &&
  left.every(({ role, tag }, id) => role === right[id].role && tag === right[id].tag);

export interface ReadRows {
  readonly rows: TaggedRows;
  readonly corpus: SymbolCorpus;
}

/**
 * Returns the corpus of integer rows, without a string for every tag. Nearly linear.
 * @param before an earlier reading; if only the tags of few turns differ, only those turns are read
 * @throws RangeError if arrays do not fit each other, a tag id has no name, or two dialogues have the same key
 */
export function symbolCorpusFromRows(rows: TaggedRows, before: ReadRows | null = null): SymbolCorpus {
  const edited = before && withChangedTurns(before, rows);
  if (edited) return edited;
  checkTaggedRows(rows);
  const order = dialogueOrder(rows.keys);
  requireDistinct(rows.keys, order);
  return inOrder(rows, order);
}

function inOrder(rows: TaggedRows, order: Int32Array): SymbolCorpus {
  const { symbols, symbolOf } = alphabetOf(rows);
  const dialogueCount = rows.keys.length;
  const turnOffsets = new Int32Array(dialogueCount + 1);
  const turnRoles = new Uint8Array(rows.turnRoles.length);
  const symbolOffsets = new Int32Array(rows.turnRoles.length + 1);
  const symbolIds = new Int32Array(rows.tagIds.length);
  const givenIds = new Int32Array(rows.tagIds.length);
  const roleStride = rows.tagNames.length;
  let turnIndex = 0;
  let symbolIndex = 0;
  for (let d = 0; d < dialogueCount; d++) {
    const source = order[d];
    for (let r = rows.turnOffsets[source]; r < rows.turnOffsets[source + 1]; r++) {
      const role = rows.turnRoles[r];
      const start = symbolIndex;
      for (let row = rows.tagOffsets[r]; row < rows.tagOffsets[r + 1]; row++) {
        symbolIds[symbolIndex++] = symbolOf[role * roleStride + rows.tagIds[row]];
      }
      // Most turns have one tag.
      if (symbolIndex === start + 1) givenIds[start] = symbolIds[start];
      else {
        keepGiven(symbolIds, start, symbolIndex, givenIds);
        symbolIndex = sortDistinct(symbolIds, start, symbolIndex);
      }
      turnRoles[turnIndex++] = role;
      symbolOffsets[turnIndex] = symbolIndex;
    }
    turnOffsets[d + 1] = turnIndex;
  }
  return {
    symbols,
    keys: Array.from(order, (source) => rows.keys[source]),
    turnOffsets,
    turnRoles,
    symbolOffsets,
    symbolIds: symbolIds.slice(0, symbolIndex),
    givenIds: givenIds.slice(0, symbolIndex),
    ...(rows.areMoves && { areMoves: true }),
  };
}

/** If more turns changed, everything is read again. */
const MOST_CHANGED = 200;

/** Returns null if more than the tags of a few turns changed, or if the alphabet changed. */
function withChangedTurns({ rows: old, corpus }: ReadRows, rows: TaggedRows): SymbolCorpus | null {
  const { keys, turnOffsets, turnRoles, tagOffsets, tagIds, tagNames } = rows;
  const isSameCorpus =
    keys === old.keys &&
    turnOffsets === old.turnOffsets &&
    turnRoles === old.turnRoles &&
    rows.areMoves === old.areMoves &&
    old.tagNames.every((name, id) => name === tagNames[id]);
  const changed = isSameCorpus ? changedTurns(old, rows) : null;
  if (changed === null) return null;
  const symbolOf = new Map(corpus.symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const given = new Map<number, number[]>();
  const replaced = new Set<number>();
  for (const turn of changed) {
    const next = turnOffsets.findIndex((first) => first > turn);
    const dialogue = dialogueOrder(keys).indexOf(next - 1);
    const symbolsOfTags = Array.from(
      tagIds.subarray(tagOffsets[turn], tagOffsets[turn + 1]),
      (tag) => symbolOf.get(`${ROLES[turnRoles[turn]]} ${tagNames[tag]}`) ?? -1,
    );
    const own = corpus.turnOffsets[dialogue] + turn - turnOffsets[next - 1];
    given.set(own, [...new Set(symbolsOfTags)]);
    for (let row = corpus.symbolOffsets[own]; row < corpus.symbolOffsets[own + 1]; row++)
      replaced.add(corpus.symbolIds[row]);
  }
  const sorted = new Map(Array.from(given, ([turn, ids]) => [turn, ids.toSorted((a, b) => a - b)]));
  const { offsets, values: symbolIds } = replaceRows(corpus.symbolOffsets, corpus.symbolIds, sorted);
  const isNew = [...given.values()].some((ids) => ids.includes(-1));
  if (isNew || [...replaced].some((symbol) => !symbolIds.includes(symbol))) return null;
  const { values: givenIds } = replaceRows(corpus.symbolOffsets, corpus.givenIds, given);
  const now = { ...corpus, symbolOffsets: offsets, symbolIds, givenIds };
  editOf.set(now, { before: new WeakRef(corpus), turns: [...given.keys()] });
  return now;
}

/** The turns in which a corpus differs from the one that it was made from, which may be gone. */
const editOf = new WeakMap<
  SymbolCorpus,
  { readonly before: WeakRef<SymbolCorpus>; readonly turns: readonly number[] }
>();

/** Returns the dialogues of a corpus with other tags than in an earlier one, ascending; null if that is not known. */
export function changedSince(before: SymbolCorpus, corpus: SymbolCorpus): readonly number[] | null {
  const edit = editOf.get(corpus);
  if (edit?.before.deref() !== before) return null;
  const dialogues = new Set(edit.turns.map((turn) => rowAt(corpus.turnOffsets, turn)));
  return [...dialogues].sort((a, b) => a - b);
}

function changedTurns(before: TaggedRows, after: TaggedRows): number[] | null {
  const [old, now] = [before.tagOffsets, after.tagOffsets];
  const changed: number[] = [];
  const [from, to] = changedRange(before, after);
  for (let turn = from; turn < to; turn++) {
    const shift = now[turn] - old[turn];
    let isSame = now[turn + 1] - old[turn + 1] === shift;
    for (let row = old[turn]; isSame && row < old[turn + 1]; row++)
      isSame = before.tagIds[row] === after.tagIds[row + shift];
    if (!isSame && changed.push(turn) > MOST_CHANGED) return null;
  }
  return changed;
}

/** Returns a range of turns outside which all turns have the same tags. */
function changedRange(before: TaggedRows, after: TaggedRows): [from: number, to: number] {
  const [old, now] = [before.tagOffsets, after.tagOffsets];
  const [oldIds, nowIds] = [before.tagIds, after.tagIds];
  const turns = after.turnRoles.length;
  const shift = nowIds.length - oldIds.length;
  const fewer = Math.min(oldIds.length, nowIds.length);
  let start = 0;
  while (start <= turns && old[start] === now[start]) start++;
  let end = turns;
  while (end >= 0 && now[end] - old[end] === shift) end--;
  let first = 0;
  while (first < fewer && oldIds[first] === nowIds[first]) first++;
  if (first === fewer && shift === 0 && start > turns) return [0, 0];
  let last = oldIds.length - 1;
  while (last >= first && last + shift >= first && oldIds[last] === nowIds[last + shift]) last--;
  return [Math.min(start - 1, rowAt(old, first)), Math.max(end, last < 0 ? -1 : rowAt(old, last)) + 1];
}

/** Returns the row that an entry is in. */
function rowAt(offsets: Int32Array, entry: number): number {
  let [from, to] = [0, offsets.length - 1];
  while (to - from > 1) {
    const middle = (from + to) >>> 1;
    if (offsets[middle] <= entry) from = middle;
    else to = middle;
  }
  return from;
}

/** Cached by array, because editing tags leaves the keys unchanged. */
const orderOfKeys = new WeakMap<readonly string[], Int32Array>();

/** Returns the code-point order of the keys, as indexes. The result is cached: do not change it. */
export function dialogueOrder(keys: readonly string[]): Int32Array {
  const before = orderOfKeys.get(keys);
  if (before) return before;
  const order = Int32Array.from(keys, (_, index) => index);
  order.sort((left, right) => compareCodePoints(keys[left], keys[right]));
  orderOfKeys.set(keys, order);
  return order;
}

function requireDistinct(keys: readonly string[], order: Int32Array): void {
  for (let d = 1; d < order.length; d++) {
    if (keys[order[d]] === keys[order[d - 1]]) {
      throw new RangeError(
        `Two dialogues have the key ${JSON.stringify(keys[order[d]])}. Give each dialogue a unique key.`,
      );
    }
  }
}

function alphabetOf(rows: TaggedRows): { symbols: SymbolInfo[]; symbolOf: Int32Array } {
  const stride = rows.tagNames.length;
  const used = new Uint8Array(ROLES.length * stride);
  for (let r = 0; r < rows.turnRoles.length; r++) {
    for (let row = rows.tagOffsets[r]; row < rows.tagOffsets[r + 1]; row++) {
      used[rows.turnRoles[r] * stride + rows.tagIds[row]] = 1;
    }
  }
  const idsInUse: number[] = [];
  for (let id = 0; id < stride; id++) {
    if (ROLES.some((_, role) => used[role * stride + id] === 1)) idsInUse.push(id);
  }
  const nameOf = (id: number): string => rows.tagNames[id]!;
  idsInUse.sort((left, right) => compareCodePoints(nameOf(left), nameOf(right)));
  const symbols: SymbolInfo[] = [];
  const symbolOf = new Int32Array(ROLES.length * stride).fill(-1);
  // ROLES is in code-point order, so role by role and name by name is the order of (role, tag).
  ROLES.forEach((role, roleIndex) => {
    for (const id of idsInUse) {
      if (used[roleIndex * stride + id] === 0) continue;
      const last = symbols[symbols.length - 1];
      if (last === undefined || last.role !== role || last.tag !== nameOf(id)) {
        symbols.push({ role, tag: nameOf(id) });
      }
      symbolOf[roleIndex * stride + id] = symbols.length - 1;
    }
  });
  return { symbols, symbolOf };
}

function keepGiven(values: Int32Array, start: number, end: number, given: Int32Array): void {
  let kept = start;
  for (let at = start; at < end; at++) {
    let before = start;
    while (before < kept && given[before] !== values[at]) before++;
    if (before === kept) given[kept++] = values[at];
  }
}

function sortDistinct(values: Int32Array, start: number, end: number): number {
  if (end - start > INSERTION_SORT_LIMIT) {
    values.subarray(start, end).sort();
  } else {
    for (let at = start + 1; at < end; at++) {
      const value = values[at];
      let slot = at;
      while (slot > start && values[slot - 1] > value) {
        values[slot] = values[slot - 1];
        slot--;
      }
      values[slot] = value;
    }
  }
  let kept = start;
  for (let at = start; at < end; at++) {
    if (at === start || values[at] !== values[at - 1]) values[kept++] = values[at];
  }
  return kept;
}

const INSERTION_SORT_LIMIT = 32;
