import { ROLES, type Role, roleAt } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import type { TaggedRows } from '../automaton/corpus/symbol-corpus.ts';
import { rankTags, tagOfTurn } from '../overview/tag-of-turn.ts';

/** Dialogues as sequences of activities: an event log in terms of process mining. */
export interface Activities {
  readonly symbols: readonly SymbolInfo[];
  readonly offsets: Int32Array;
  readonly steps: Int32Array;
  /** length = steps; index of the turn in its dialogue, from 0 */
  readonly turns: Int32Array;
}

type TurnRows = Pick<TaggedRows, 'turnOffsets' | 'turnRoles' | 'tagOffsets' | 'tagIds' | 'tagNames'>;

/**
 * Returns one activity per turn (`tagOfTurn`). `onlyTagged` skips untagged turns even if the graph shows them.
 * Without `shown`, the symbols of the graph, an untagged turn is no activity.
 */
export function activitiesOf(
  rows: TurnRows,
  shown: readonly SymbolInfo[] = [],
  onlyTagged = false,
): Activities {
  const { tagNames, turnRoles, tagOffsets, tagIds } = rows;
  const rank = rankTags(shown);
  // Most tags occur often, so they are ranked and looked up without a string.
  const ranks = ROLES.map((role) =>
    Uint8Array.from(tagNames, (tag) => (tag === undefined ? 0 : rank(role, tag))),
  );
  const untagged = ROLES.map((role) => (onlyTagged ? undefined : tagOfTurn(role, [], shown, rank)));
  return writtenActivities(rows, (turn, write) => {
    const role = turnRoles[turn];
    const [start, end] = [tagOffsets[turn], tagOffsets[turn + 1]];
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

/** Dialogues as activities of a reference. `read` returns a turn's activities, in order. */
export function activitiesRead(
  rows: TaggedRows,
  read: (role: Role, tags: readonly string[]) => readonly string[],
): Activities {
  const { tagNames, turnRoles, tagOffsets, tagIds } = rows;
  return writtenActivities(rows, (turn, write) => {
    const ids = tagIds.subarray(tagOffsets[turn], tagOffsets[turn + 1]);
    read(
      roleAt(turnRoles[turn]),
      Array.from(ids, (id) => tagNames[id] ?? ''),
    ).forEach(write);
  });
}

/** The first and last turns of dialogues: length = dialogues; an index into all turns, −1 for none. */
export interface EdgeTurns {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/**
 * Returns edge turns as the graph draws them: with a tag, or untagged if the graph shows such turns of that speaker.
 */
export function edgeTurns(
  { turnOffsets, turnRoles, tagOffsets }: Omit<TurnRows, 'tagIds' | 'tagNames'>,
  shown: readonly SymbolInfo[] = [],
): EdgeTurns {
  const areDrawn = ROLES.map((role) => shown.some((symbol) => symbol.role === role));
  const counts = (turn: number): boolean =>
    tagOffsets[turn] < tagOffsets[turn + 1] || areDrawn[turnRoles[turn]];
  const first = new Int32Array(turnOffsets.length - 1).fill(-1);
  const last = first.slice();
  for (let dialogue = 0; dialogue < first.length; dialogue++) {
    const [start, end] = [turnOffsets[dialogue], turnOffsets[dialogue + 1]];
    let turn = start;
    while (turn < end && !counts(turn)) turn++;
    if (turn === end) continue;
    first[dialogue] = turn;
    turn = end - 1;
    while (!counts(turn)) turn--;
    last[dialogue] = turn;
  }
  return { first, last };
}

/** @param each writes a turn's activities: ids of tags, or names */
function writtenActivities(
  { tagNames, turnOffsets, turnRoles }: TurnRows,
  each: (turn: number, write: (tag: number | string) => void) => void,
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
  const offsets = new Int32Array(turnOffsets.length);
  const steps: number[] = [];
  const turns: number[] = [];
  for (let dialogue = 0; dialogue + 1 < turnOffsets.length; dialogue++) {
    const first = turnOffsets[dialogue];
    for (let turn = first; turn < turnOffsets[dialogue + 1]; turn++) {
      const role = roleAt(turnRoles[turn]);
      each(turn, (tag) => {
        if (typeof tag === 'string') steps.push(idOf(role, tag));
        else {
          const at = 2 * tag + turnRoles[turn];
          if (idOfTag[at] === -1) idOfTag[at] = idOf(role, tagNames[tag] ?? '');
          steps.push(idOfTag[at]);
        }
        turns.push(turn - first);
      });
    }
    offsets[dialogue + 1] = steps.length;
  }
  return { symbols, offsets, steps: Int32Array.from(steps), turns: Int32Array.from(turns) };
}

export interface Variant {
  readonly steps: readonly FoldedStep[];
  readonly dialogues: readonly number[];
}

export interface FoldedStep {
  readonly symbol: number;
  readonly repeated: boolean;
}

/**
 * Returns distinct sequences, most common first; ties by first dialogue. Dialogues without a step are left out.
 * `fold` counts repetitions once: `A B B C` and `A B B B C` are both `A B+ C`.
 */
export function variantsOf(
  { offsets, steps }: Pick<Activities, 'offsets' | 'steps'>,
  fold: boolean,
  isTaken: (dialogue: number) => boolean = () => true,
): Variant[] {
  const byHash = new Map<number, { codes: Int32Array; dialogues: number[] }[]>();
  // Twice the symbol, plus one if it is repeated.
  const codes = new Int32Array(steps.length);
  for (let dialogue = 0; dialogue + 1 < offsets.length; dialogue++) {
    const start = offsets[dialogue];
    const end = offsets[dialogue + 1];
    if (start === end || !isTaken(dialogue)) continue;
    let length = 0;
    let hash = 0;
    for (let at = start; at < end; ) {
      let next = at + 1;
      while (fold && next < end && steps[next] === steps[at]) next++;
      const code = 2 * steps[at] + (next - at > 1 ? 1 : 0);
      hash = (Math.imul(hash, 31) + code) | 0;
      codes[length++] = code;
      at = next;
    }
    const alike = byHash.get(hash);
    const variant = alike?.find((one) => isSame(one.codes, codes, length));
    if (variant) variant.dialogues.push(dialogue);
    else {
      const found = { codes: codes.slice(0, length), dialogues: [dialogue] };
      if (alike) alike.push(found);
      else byHash.set(hash, [found]);
    }
  }
  return [...byHash.values()]
    .flat()
    .sort((a, b) => b.dialogues.length - a.dialogues.length || a.dialogues[0] - b.dialogues[0])
    .map(({ codes: own, dialogues }) => ({
      dialogues,
      steps: Array.from(own, (code) => ({ symbol: code >> 1, repeated: (code & 1) === 1 })),
    }));
}

function isSame(one: Int32Array, other: Int32Array, length: number): boolean {
  if (one.length !== length) return false;
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) return false;
  return true;
}

export const keyOf = (steps: readonly FoldedStep[]): string =>
  steps.map(({ symbol, repeated }) => (repeated ? `${symbol}+` : String(symbol))).join(' ');

/** Returns the number of variants, most common first, that cover `share` (0 … 1) of the dialogues. */
export function coveringCount(variants: readonly Variant[], share: number): number {
  const all = variants.reduce((sum, { dialogues }) => sum + dialogues.length, 0);
  let covered = 0;
  for (const [at, { dialogues }] of variants.entries()) {
    if (covered >= share * all) return at;
    covered += dialogues.length;
  }
  return variants.length;
}

/**
 * Returns how many variants fit; at least one if there are any.
 * `mostSteps` also bounds the states of their prefix tree.
 */
export function fittingCount(variants: readonly Variant[], mostSteps: number): number {
  let all = 0;
  const tooMany = variants.findIndex(({ steps }) => {
    all += steps.length;
    return all > mostSteps;
  });
  return tooMany === -1 ? variants.length : Math.max(1, tooMany);
}

/** Longer variants are cut before they are compared, so that their positions fit in 32 bits. */
const LONGEST_COMPARED = 32;

/**
 * Returns the nearest common variant of each rare one by Levenshtein distance; ties go to the more common one.
 * `common` variants come first. The result has length variants − common, with indexes below `common`, or −1.
 */
export function nearestCommon(variants: readonly Variant[], common: number, most: number): Int32Array {
  const symbolsOf = variants.map(({ steps }) =>
    Int32Array.from(steps.slice(0, LONGEST_COMPARED), ({ symbol }) => symbol),
  );
  let symbols = 0;
  for (const own of symbolsOf) for (const symbol of own) symbols = Math.max(symbols, symbol + 1);
  const patterns = symbolsOf.slice(0, Math.min(common, most)).map((own) => patternOf(own, symbols));
  return Int32Array.from(symbolsOf.slice(common), (own) => {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let other = 0; other < patterns.length; other++) {
      // The lengths alone give a lower bound of the distance.
      if (Math.abs(patterns[other].length - own.length) >= least) continue;
      const apart = editDistance(patterns[other], own, least);
      if (apart < least) {
        least = apart;
        nearest = other;
      }
    }
    return nearest;
  });
}

interface Pattern {
  readonly length: number;
  /** length = symbols */
  readonly places: Int32Array;
}

function patternOf(sequence: Int32Array, symbols: number): Pattern {
  const places = new Int32Array(symbols);
  for (let at = 0; at < sequence.length; at++) places[sequence[at]] |= 1 << at;
  return { length: sequence.length, places };
}

/** Returns Levenshtein's distance, one column at a time as bits (Myers 1999, in Hyyrö's form). Exact below `limit`. */
function editDistance({ length, places }: Pattern, sequence: Int32Array, limit: number): number {
  if (length === 0) return sequence.length;
  const last = 1 << (length - 1);
  let grows = -1;
  let falls = 0;
  let distance = length;
  for (let at = 0; at < sequence.length; at++) {
    const same = places[sequence[at]];
    const diagonal = same | falls;
    const across = ((((same & grows) + grows) | 0) ^ grows) | same;
    let up = falls | ~(across | grows);
    let down = grows & across;
    if ((up & last) !== 0) distance++;
    if ((down & last) !== 0) distance--;
    // Each removed symbol lowers it by at most one.
    if (distance - (sequence.length - 1 - at) >= limit) return limit;
    up = (up << 1) | 1;
    down <<= 1;
    grows = down | ~(diagonal | up);
    falls = up & diagonal;
  }
  return distance;
}
