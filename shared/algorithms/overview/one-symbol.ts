import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { range } from '../automaton/corpus/counting-sort.ts';
import { replaceRows } from '../automaton/corpus/replace-rows.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { createNumbers } from '../numbering/numbers.ts';

const ANY = '*';

export const isFamily = (tag: string): boolean => tag.endsWith(ANY);

/** Returns the families of a tag, closest first: "hotel_ask_price" is in "hotel_ask_*" and "hotel_*". */
export function familiesOf(tag: string): string[] {
  const families: string[] = [];
  for (const { index, 0: separator } of tag.matchAll(/[-_.:/ ]+/g)) {
    const end = index + separator.length;
    if (index > 0 && end < tag.length) families.unshift(`${tag.slice(0, end)}${ANY}`);
  }
  return families;
}

/** Returns a turn's first tag with a name, or the closest family of the first tag that has one. */
export function nameOfTurn(tags: readonly string[], isName: (name: string) => boolean): string | undefined {
  return tags.find(isName) ?? tags.flatMap(familiesOf).find(isName);
}

/** The tag of a turn with only rare tags, in automata of earlier versions. */
export const OTHER_TAG = 'other';
/** The tag of a turn without tags, or with only `other`, which taggers use for unknown. */
export const UNTAGGED_TAG = 'untagged';

/** Returns true if the tag does not name a turn. A picture never uses such a tag. */
export const isUnnamed = (tag: string): boolean => tag === OTHER_TAG || tag === UNTAGGED_TAG;

interface SymbolLimits {
  /** Symbols are taken until they name this share of the tagged turns, 0 … 1. */
  readonly named: number;
  readonly leastDialogues: number;
}

/** The value of a turn named by its own tag, and by a family. */
const BY_TAG = 4;
const BY_FAMILY = 3;

/**
 * Ranks tags and families (worth three quarters) by the turns that each newly names; ties: the smaller id. A turn
 * counts once, so of tags that occur together only one is chosen. Ranking by frequency would name up to a third fewer
 * turns.
 */
export function rankSymbols(corpus: TurnKinds, limits: SymbolLimits): SymbolInfo[] {
  const { kinds } = corpus;
  const { symbols } = kinds;
  const counts = countKinds(corpus);
  const named = withFamilies(kinds);
  const { symbolOffsets, symbolIds } = named;
  const kindsBy = kindsBySymbol(named);
  const isFrequent = frequentSymbols(corpus, named, limits.leastDialogues);
  const isAllowed = named.symbols.map(({ tag }, symbol) => !isUnnamed(tag) && isFrequent[symbol] === 1);
  const worthOf = (symbol: number): number => (symbol < symbols.length ? BY_TAG : BY_FAMILY);
  const known = new Uint8Array(counts.length);
  const left = new Float64Array(named.symbols.length);
  for (let kind = 0; kind < counts.length; kind++)
    for (let row = symbolOffsets[kind]!; row < symbolOffsets[kind + 1]!; row++)
      left[symbolIds[row]!]! += worthOf(symbolIds[row]!) * counts[kind]!;
  let missing = 0;
  const tagged = taggedTurns(kinds);
  for (let kind = 0; kind < known.length; kind++) missing += BY_TAG * tagged[kind]! * counts[kind]!;
  const enough = missing * (1 - limits.named);
  const chosen: number[] = [];
  while (missing > enough) {
    let best = -1;
    let most = 0;
    for (let symbol = 0; symbol < left.length; symbol++)
      if (left[symbol]! > most && isAllowed[symbol]) {
        best = symbol;
        most = left[symbol]!;
      }
    if (best === -1) break;
    chosen.push(best);
    const worth = worthOf(best);
    for (let at = kindsBy.offsets[best]!; at < kindsBy.offsets[best + 1]!; at++) {
      const kind = kindsBy.kinds[at]!;
      const before = known[kind]!;
      if (before >= worth) continue;
      known[kind] = worth;
      missing -= (worth - before) * counts[kind]!;
      for (let row = symbolOffsets[kind]!; row < symbolOffsets[kind + 1]!; row++) {
        const own = worthOf(symbolIds[row]!);
        left[symbolIds[row]!]! -= (Math.max(0, own - before) - Math.max(0, own - worth)) * counts[kind]!;
      }
    }
  }
  return chosen.map((symbol) => named.symbols[symbol]!);
}

/** Returns the first ranked symbols and `untagged` of each tagged role, in code-point order of (role, tag). */
export function takeSymbols(
  { kinds: { symbols } }: TurnKinds,
  ranked: readonly SymbolInfo[],
  most: number,
): SymbolInfo[] {
  return ROLES.flatMap((role): SymbolInfo[] => {
    const tags = ranked.slice(0, most).filter((symbol) => symbol.role === role);
    const isSilent = symbols.every((symbol) => symbol.role !== role);
    const names = [...new Set([...tags.map(({ tag }) => tag), UNTAGGED_TAG])];
    return isSilent ? [] : names.sort(compareCodePoints).map((tag) => ({ role, tag }));
  });
}

export function taggedTurns({ symbols, symbolOffsets, symbolIds, turnRoles }: SymbolCorpus): Uint8Array {
  const saysMore = Uint8Array.from(symbols, ({ tag }) => (isUnnamed(tag) ? 0 : 1));
  const tagged = new Uint8Array(turnRoles.length);
  for (let turn = 0; turn < tagged.length; turn++)
    for (let row = symbolOffsets[turn]!; row < symbolOffsets[turn + 1]!; row++)
      tagged[turn]! |= saysMore[symbolIds[row]!]!;
  return tagged;
}

/** Cached, because the kinds of a corpus never change. */
const familiesOfKinds = new WeakMap<SymbolCorpus, SymbolCorpus>();

/** Adds the families of each turn's tags as symbols after the existing ones. */
function withFamilies(corpus: SymbolCorpus): SymbolCorpus {
  const before = familiesOfKinds.get(corpus);
  if (before) return before;
  const symbols = [...corpus.symbols];
  const idOf = new Map<string, number>();
  const familiesBySymbol = corpus.symbols.map(({ role, tag }) =>
    (corpus.areMoves ? [] : familiesOf(tag)).map((family) => {
      const key = `${role} ${family}`;
      if (!idOf.has(key)) idOf.set(key, symbols.push({ role, tag: family }) - 1);
      return idOf.get(key)!;
    }),
  );
  const { symbolIds: own, symbolOffsets: starts } = corpus;
  const firstOf = new Int32Array(corpus.symbols.length + 1);
  for (const [symbol, families] of familiesBySymbol.entries())
    firstOf[symbol + 1] = firstOf[symbol]! + families.length;
  const families = Int32Array.from(familiesBySymbol.flat());
  let most = own.length;
  for (let row = 0; row < own.length; row++) most += firstOf[own[row]! + 1]! - firstOf[own[row]!]!;
  const symbolIds = new Int32Array(most);
  const symbolOffsets = new Int32Array(starts.length);
  const lastTurn = new Int32Array(symbols.length).fill(-1);
  let end = 0;
  for (let turn = 0; turn < corpus.turnRoles.length; turn++) {
    for (let row = starts[turn]!; row < starts[turn + 1]!; row++) {
      const symbol = own[row]!;
      symbolIds[end++] = symbol;
      for (let at = firstOf[symbol]!; at < firstOf[symbol + 1]!; at++) {
        const family = families[at]!;
        if (lastTurn[family] === turn) continue;
        lastTurn[family] = turn;
        symbolIds[end++] = family;
      }
    }
    symbolOffsets[turn + 1] = end;
  }
  const now = { ...corpus, symbols, symbolOffsets, symbolIds: symbolIds.subarray(0, end) };
  familiesOfKinds.set(corpus, now);
  return now;
}

export interface SymbolSequences {
  readonly symbols: readonly SymbolInfo[];
  readonly offsets: Int32Array;
  readonly steps: Int32Array;
  /** length = steps; index of the turn in its dialogue, from 0 */
  readonly turns: Int32Array;
  /** length = dialogues; turns of roles with symbols, even without a step */
  readonly turnCounts: Int32Array;
  /** length = dialogues; 0 if a tagged turn follows the last step, so the dialogue does not end there */
  readonly isWhole: Uint8Array;
  /** length = dialogues; see `TurnKinds` */
  readonly dialogues?: Int32Array;
  /** length = dialogues; 0 if a tagged turn precedes the first step */
  readonly isFromStart: Uint8Array;
}

/** Returns the symbol of each turn: its first tag among the symbols, a family, or `untagged`. Skips other turns. */
export function sequencesOf(corpus: TurnKinds, symbols: readonly SymbolInfo[]): SymbolSequences {
  const { kinds, of, turnOffsets, dialogues, isCut } = corpus;
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stepNamed = ({ role, tag }: SymbolInfo): number =>
    isUnnamed(tag) ? -1 : (idOf.get(`${role} ${tag}`) ?? -1);
  const byTag = Int32Array.from(kinds.symbols, stepNamed);
  const byFamily = Int32Array.from(
    kinds.symbols,
    ({ role, tag }) =>
      familiesOf(tag)
        .map((family) => stepNamed({ role, tag: family }))
        .find((step) => step !== -1) ?? -1,
  );
  const untaggedOf = ROLES.map((role) => idOf.get(`${role} ${UNTAGGED_TAG}`) ?? -1);
  const speaks = ROLES.map((role) => [...symbols, ...kinds.symbols].some((symbol) => symbol.role === role));
  const saysMore = kinds.symbols.map(({ tag }) => !isUnnamed(tag));
  const { givenIds, symbolOffsets, turnRoles } = kinds;
  const stepAt = (_: unknown, kind: number): number => {
    let akin = -1;
    let isTold = false;
    for (let row = symbolOffsets[kind]!; row < symbolOffsets[kind + 1]!; row++) {
      const symbol = givenIds[row]!;
      if (byTag[symbol] !== -1) return byTag[symbol]!;
      if (akin === -1) akin = byFamily[symbol]!;
      isTold ||= saysMore[symbol]!;
    }
    return akin === -1 && !isTold ? untaggedOf[turnRoles[kind]!]! : akin;
  };
  const stepOf = Int32Array.from(kinds.keys, stepAt);
  const isSpoken = Uint8Array.from(turnRoles, (role) => (speaks[role] ? 1 : 0));
  const isTagged = Uint8Array.from(kinds.keys, (_, kind) =>
    symbolOffsets[kind + 1]! > symbolOffsets[kind]! ? 1 : 0,
  );
  const offsets = new Int32Array(turnOffsets.length);
  // A count of dialogues is no count of turns.
  const counts = dialogues === undefined ? countKinds(corpus) : null;
  const length =
    counts?.reduce((sum, count, kind) => (stepOf[kind] === -1 ? sum : sum + count), 0) ?? of.length;
  const steps = new Int32Array(length);
  const turns = new Int32Array(length);
  const turnCounts = new Int32Array(turnOffsets.length - 1);
  const isWhole = new Uint8Array(turnCounts.length).fill(1);
  const isFromStart = new Uint8Array(turnCounts.length).fill(1);
  let end = 0;
  for (let dialogue = 0; dialogue < turnCounts.length; dialogue++) {
    const start = turnOffsets[dialogue]!;
    let spoken = 0;
    let whole = isCut?.[dialogue] === 1 ? 0 : 1;
    for (let turn = start; turn < turnOffsets[dialogue + 1]!; turn++) {
      const kind = of[turn]!;
      if (isSpoken[kind] === 0) continue;
      spoken++;
      const step = stepOf[kind]!;
      if (step === -1) {
        if (isTagged[kind] === 0) continue;
        whole = 0;
        if (end === offsets[dialogue]) isFromStart[dialogue] = 0;
        continue;
      }
      if (isCut?.[dialogue] !== 1) whole = 1;
      steps[end] = step;
      turns[end++] = turn - start;
    }
    turnCounts[dialogue] = spoken;
    isWhole[dialogue] = whole;
    offsets[dialogue + 1] = end;
  }
  return {
    symbols,
    offsets,
    steps: end === steps.length ? steps : steps.slice(0, end),
    turns: end === turns.length ? turns : turns.slice(0, end),
    turnCounts,
    isWhole,
    ...(dialogues && { dialogues }),
    isFromStart,
  };
}

/** Returns the steps of a corpus in which only these dialogues differ from an earlier one with the same symbols. */
export function sequencesAfter(
  before: SymbolSequences,
  corpus: TurnKinds,
  dialogues: readonly number[],
): SymbolSequences {
  const part = sequencesOf(partOf(corpus, dialogues), before.symbols);
  const rowsOf = (values: Int32Array) =>
    new Map(
      dialogues.map((dialogue, at) => [
        dialogue,
        [...values.subarray(part.offsets[at], part.offsets[at + 1])],
      ]),
    );
  const { offsets, values: steps } = replaceRows(before.offsets, before.steps, rowsOf(part.steps));
  const { values: turns } = replaceRows(before.offsets, before.turns, rowsOf(part.turns));
  const isWhole = before.isWhole.slice();
  const isFromStart = before.isFromStart.slice();
  for (const [at, dialogue] of dialogues.entries()) {
    isWhole[dialogue] = part.isWhole[at]!;
    isFromStart[dialogue] = part.isFromStart[at]!;
  }
  return { ...before, offsets, steps, turns, isWhole, isFromStart };
}

export interface TurnKinds {
  /** Each kind as a dialogue of one turn. */
  readonly kinds: SymbolCorpus;
  /** length = dialogues + 1 */
  readonly turnOffsets: Int32Array;
  /** length = turns; the kind of each */
  readonly of: Int32Array;
  /** length = dialogues; the number of dialogues behind each entry; 1 if missing */
  readonly dialogues?: Int32Array;
  /** length = dialogues; 1 if the dialogue has further turns; 0 if missing */
  readonly isCut?: Uint8Array;
}

export const dialoguesOf = (dialogues: Int32Array | undefined, entries: number): number =>
  dialogues === undefined ? entries : dialogues.reduce((sum, count) => sum + count, 0);

/** Cached, because the kinds of a corpus never change. */
const countsOfKinds = new WeakMap<TurnKinds, Float64Array>();

export function countKinds(corpus: TurnKinds): Float64Array {
  const before = countsOfKinds.get(corpus);
  if (before) return before;
  const { kinds, of, turnOffsets, dialogues } = corpus;
  const counts = new Float64Array(kinds.keys.length);
  for (let path = 0; path + 1 < turnOffsets.length; path++)
    for (let turn = turnOffsets[path]!; turn < turnOffsets[path + 1]!; turn++)
      counts[of[turn]!]! += dialogues === undefined ? 1 : dialogues[path]!;
  countsOfKinds.set(corpus, counts);
  return counts;
}

const kindsOfCorpus = new WeakMap<SymbolCorpus, TurnKinds>();

export function turnKinds(corpus: SymbolCorpus): TurnKinds {
  const before = kindsOfCorpus.get(corpus);
  if (before) return before;
  const { symbols, turnOffsets, symbolOffsets, givenIds, turnRoles } = corpus;
  // A kind is a path that starts at its role, with one step per symbol.
  const paths = createNumbers();
  const afterFirst = ROLES.length * (1 + symbols.length);
  const kindOfEnd = new Array<number>(afterFirst);
  const of = new Int32Array(turnRoles.length);
  const first: number[] = [];
  for (let turn = 0; turn < of.length; turn++) {
    let end = turnRoles[turn]!;
    let row = symbolOffsets[turn]!;
    // Most turns have one symbol, and the first step needs no table.
    if (row < symbolOffsets[turn + 1]!) end = ROLES.length + end * symbols.length + givenIds[row++]!;
    for (; row < symbolOffsets[turn + 1]!; row++)
      end = afterFirst + paths.of(end * symbols.length + givenIds[row]!, true);
    of[turn] = kindOfEnd[end] ??= first.push(turn) - 1;
  }
  const rows = first.map((turn) => [symbolOffsets[turn]!, symbolOffsets[turn + 1]!] as const);
  const idsOf = (ids: Int32Array) =>
    Int32Array.from(rows.flatMap(([start, end]) => [...ids.subarray(start, end)]));
  const ends = new Int32Array(first.length + 1);
  for (const [kind, [start, end]] of rows.entries()) ends[kind + 1] = ends[kind]! + end - start;
  const kinds: SymbolCorpus = {
    ...corpus,
    keys: first.map(String),
    turnOffsets: range(0, first.length + 1),
    turnRoles: Uint8Array.from(first, (turn) => turnRoles[turn]!),
    symbolOffsets: ends,
    symbolIds: idsOf(corpus.symbolIds),
    givenIds: idsOf(givenIds),
  };
  const now = { kinds, turnOffsets, of };
  kindsOfCorpus.set(corpus, now);
  return now;
}

/** Some dialogues of a corpus, with all its kinds. */
function partOf({ kinds, turnOffsets, of }: TurnKinds, dialogues: readonly number[]): TurnKinds {
  const kindsOf = dialogues.map((at) => [...of.subarray(turnOffsets[at], turnOffsets[at + 1])]);
  const offsets = new Int32Array(dialogues.length + 1);
  for (const [at, own] of kindsOf.entries()) offsets[at + 1] = offsets[at]! + own.length;
  return { kinds, turnOffsets: offsets, of: Int32Array.from(kindsOf.flat()) };
}

/**
 * Finds the kinds of a corpus from those of an earlier one, reading only the dialogues that changed, and their counts.
 * Does nothing if kinds are new or gone.
 */
export function carryKinds(before: SymbolCorpus, corpus: SymbolCorpus, dialogues: readonly number[]): void {
  const known = turnKinds(before);
  const { kinds, turnOffsets } = known;
  const of = known.of.slice();
  const counts = countKinds(known).slice();
  for (const dialogue of dialogues)
    for (let turn = turnOffsets[dialogue]!; turn < turnOffsets[dialogue + 1]!; turn++) {
      const kind = kindOfTurn(kinds, corpus, turn, of[turn]!);
      if (kind === -1) return;
      counts[of[turn]!]!--;
      counts[kind]!++;
      of[turn] = kind;
    }
  if (counts.includes(0)) return;
  const now = { kinds, turnOffsets, of };
  const dialogueCounts = (dialogueCountsOf.get(known) ?? countDialogues(known)).slice();
  const [old, added] = [countDialogues(partOf(known, dialogues)), countDialogues(partOf(now, dialogues))];
  for (let symbol = 0; symbol < dialogueCounts.length; symbol++)
    dialogueCounts[symbol]! += added[symbol]! - old[symbol]!;
  kindsOfCorpus.set(corpus, now);
  countsOfKinds.set(now, counts);
  dialogueCountsOf.set(now, dialogueCounts);
}

/** Returns the kind of a turn, −1 if there is none. @param likely the kind to compare first */
function kindOfTurn(kinds: SymbolCorpus, corpus: SymbolCorpus, turn: number, likely: number): number {
  const start = corpus.symbolOffsets[turn]!;
  const length = corpus.symbolOffsets[turn + 1]! - start;
  const isKind = (kind: number): boolean => {
    const first = kinds.symbolOffsets[kind]!;
    if (kinds.turnRoles[kind] !== corpus.turnRoles[turn]) return false;
    if (kinds.symbolOffsets[kind + 1]! - first !== length) return false;
    for (let row = 0; row < length; row++)
      if (kinds.givenIds[first + row] !== corpus.givenIds[start + row]) return false;
    return true;
  };
  return isKind(likely) ? likely : kinds.turnRoles.findIndex((_, kind) => isKind(kind));
}

export function selectKinds({ kinds, turnOffsets, of }: TurnKinds, dialogues: Int32Array): TurnKinds {
  const offsets = new Int32Array(dialogues.length + 1);
  for (let at = 0; at < dialogues.length; at++)
    offsets[at + 1] = offsets[at]! + turnOffsets[dialogues[at]! + 1]! - turnOffsets[dialogues[at]!]!;
  const numbers = new Int32Array(kinds.keys.length).fill(-1);
  const ofPart = new Int32Array(offsets[dialogues.length]!);
  for (let at = 0, next = 0; at < dialogues.length; at++)
    for (let turn = turnOffsets[dialogues[at]!]!; next < offsets[at + 1]!; turn++) {
      ofPart[next++] = of[turn]!;
      numbers[of[turn]!] = 0;
    }
  const used = selectDialogues(kinds, (kind) => numbers[kind] === 0);
  for (let kind = 0, next = 0; kind < numbers.length; kind++) if (numbers[kind] === 0) numbers[kind] = next++;
  for (let turn = 0; turn < ofPart.length; turn++) ofPart[turn] = numbers[ofPart[turn]!]!;
  return { kinds: used, turnOffsets: offsets, of: ofPart };
}

function kindsBySymbol({ symbols, symbolIds, symbolOffsets }: SymbolCorpus) {
  const offsets = new Int32Array(symbols.length + 1);
  for (const symbol of symbolIds) offsets[symbol + 1]++;
  for (let symbol = 0; symbol < symbols.length; symbol++) offsets[symbol + 1] += offsets[symbol];
  const next = offsets.slice();
  const kinds = new Int32Array(symbolIds.length);
  for (let kind = 0; kind + 1 < symbolOffsets.length; kind++)
    for (let row = symbolOffsets[kind]; row < symbolOffsets[kind + 1]; row++)
      kinds[next[symbolIds[row]]++] = kind;
  return { offsets, kinds };
}

/** By kinds, the dialogues with each tag and family. Only edits need these, so that the first picture is not slower. */
const dialogueCountsOf = new WeakMap<TurnKinds, Int32Array>();

function countDialogues({ kinds, turnOffsets, of }: TurnKinds): Int32Array {
  const { symbols, symbolOffsets, symbolIds } = withFamilies(kinds);
  const counts = new Int32Array(symbols.length);
  const last = new Int32Array(symbols.length).fill(-1);
  for (let dialogue = 0; dialogue + 1 < turnOffsets.length; dialogue++)
    for (let turn = turnOffsets[dialogue]!; turn < turnOffsets[dialogue + 1]!; turn++)
      for (let row = symbolOffsets[of[turn]!]!; row < symbolOffsets[of[turn]! + 1]!; row++) {
        if (last[symbolIds[row]!] === dialogue) continue;
        last[symbolIds[row]!] = dialogue;
        counts[symbolIds[row]!]!++;
      }
  return counts;
}

/** For each symbol, 1 if at least this many dialogues have it. @param named the kinds with their families */
function frequentSymbols(
  corpus: TurnKinds,
  { symbols, symbolOffsets, symbolIds }: SymbolCorpus,
  least: number,
): Uint8Array {
  const known = dialogueCountsOf.get(corpus);
  if (known) return Uint8Array.from(known, (count) => (count >= least ? 1 : 0));
  const { turnOffsets, of, dialogues } = corpus;
  const kindCounts = countKinds(corpus);
  const turnCounts = new Float64Array(symbols.length);
  for (let kind = 0; kind < kindCounts.length; kind++)
    for (let row = symbolOffsets[kind]!; row < symbolOffsets[kind + 1]!; row++)
      turnCounts[symbolIds[row]!]! += kindCounts[kind]!;
  const counts = new Int32Array(symbols.length);
  const last = new Int32Array(symbols.length).fill(-1);
  const isFrequent = Uint8Array.from(symbols, () => (least <= 0 ? 1 : 0));
  // Skips turns whose symbols are known to be frequent, or too few for it.
  const isOpen = new Uint8Array(symbolOffsets.length - 1).fill(1);
  let undecided = 0;
  for (let symbol = 0; symbol < symbols.length; symbol++)
    if (isFrequent[symbol] === 0 && turnCounts[symbol]! >= least) undecided++;
  for (let dialogue = 0; undecided > 0 && dialogue + 1 < turnOffsets.length; dialogue++)
    for (let turn = turnOffsets[dialogue]!; turn < turnOffsets[dialogue + 1]!; turn++) {
      const kind = of[turn]!;
      if (isOpen[kind] === 0) continue;
      isOpen[kind] = 0;
      for (let row = symbolOffsets[kind]!; row < symbolOffsets[kind + 1]!; row++) {
        const symbol = symbolIds[row]!;
        if (isFrequent[symbol] === 1 || turnCounts[symbol]! < least) continue;
        isOpen[kind] = 1;
        if (last[symbol] === dialogue) continue;
        last[symbol] = dialogue;
        counts[symbol]! += dialogues === undefined ? 1 : dialogues[dialogue]!;
        if (counts[symbol]! < least) continue;
        isFrequent[symbol] = 1;
        undecided--;
      }
    }
  return isFrequent;
}
