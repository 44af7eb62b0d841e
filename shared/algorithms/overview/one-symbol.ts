import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { createNumbers } from '../numbering/numbers.ts';

/** The suffix after the first words of a family's tags. */
const ANY = '*';

/** True of the name of a family. */
export const isFamily = (tag: string): boolean => tag.endsWith(ANY);

/**
 * The families a tag is of: all tags that begin with the same words ("hotel_ask_price" is of "hotel_ask_*" and of
 * "hotel_*"). The name says which tags belong to a family, so nothing else is stored.
 *
 * @returns the closest first; none of a tag of one word
 */
export function familiesOf(tag: string): string[] {
  const families: string[] = [];
  for (const { index, 0: separator } of tag.matchAll(/[-_.:/ ]+/g)) {
    const end = index + separator.length;
    if (index > 0 && end < tag.length) families.unshift(`${tag.slice(0, end)}${ANY}`);
  }
  return families;
}

/**
 * Returns the name by which a picture knows a turn: the first of its tags that has one, or else the closest family of
 * the first tag that has a family.
 *
 * @param tags in their given order
 */
export function nameOfRound(tags: readonly string[], isName: (name: string) => boolean): string | undefined {
  return tags.find(isName) ?? tags.flatMap(familiesOf).find(isName);
}

/** The tag of a turn whose own tags are all too rare for the picture, in automata of earlier versions. */
export const OTHER_TAG = 'other';
/** The tag of a turn without tags, or with only `other`, which taggers use if they know none. */
export const UNTAGGED_TAG = 'untagged';

/** Returns true if the tag does not name a turn. Such a tag is never chosen for a picture. */
export const isUnnamed = (tag: string): boolean => tag === OTHER_TAG || tag === UNTAGGED_TAG;

interface SymbolLimits {
  /** Symbols are taken until they name this share of the turns that have a tag, 0 … 1. */
  readonly named: number;
  readonly leastDialogues: number;
}

/** The value of a turn named by one of its own tags, and of a turn named by a family of them. */
const BY_TAG = 4;
const BY_FAMILY = 3;

/**
 * Ranks the symbols by how much they say, for pictures of growing size: tags, and families of tags
 * (`familiesOf`), which count three quarters of a tag. The next symbol is always the one that adds most over
 * all turns; ties go to the smaller id. A turn counts once, so only one of several tags that occur together
 * is taken; taking the most frequent ones would name up to a third fewer turns.
 */
export function rankSymbols(corpus: SymbolCorpus, limits: SymbolLimits): SymbolInfo[] {
  const { symbols } = corpus;
  // Turns with the same tags are one, with their number.
  const { of, kinds, counts } = kindsOfTurns(corpus);
  const named = withFamilies(kinds);
  const { symbolOffsets, symbolIds } = named;
  const kindsBy = kindsBySymbol(named);
  const dialogues = dialoguesBySymbol(corpus, of, named);
  const isAllowed = named.symbols.map(
    ({ tag }, symbol) => !isUnnamed(tag) && (dialogues[symbol] ?? 0) >= limits.leastDialogues,
  );
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

/**
 * Returns the symbols of a picture: the first of the ranked ones, and those for the other turns.
 *
 * @returns in code-point order of (role, tag), with `untagged` of each role; none for a role whose turns
 * have no tags at all
 */
export function takeSymbols(
  { symbols }: SymbolCorpus,
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

/** By turn, 1 if it has a tag that names it. */
export function taggedTurns({ symbols, symbolOffsets, symbolIds, roundRoles }: SymbolCorpus): Uint8Array {
  const saysMore = Uint8Array.from(symbols, ({ tag }) => (isUnnamed(tag) ? 0 : 1));
  const tagged = new Uint8Array(roundRoles.length);
  for (let round = 0; round < tagged.length; round++)
    for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++)
      tagged[round]! |= saysMore[symbolIds[row]!]!;
  return tagged;
}

/** The different sets of tags of a corpus' turns, as a corpus with one turn each. */
interface KindsOfTurns {
  /** length = turns; the kind of each */
  readonly of: Int32Array;
  readonly kinds: SymbolCorpus;
  /** length = kinds; how many turns are of it */
  readonly counts: Float64Array;
}

function kindsOfTurns(corpus: SymbolCorpus): KindsOfTurns {
  const { symbols, symbolOffsets, symbolIds, roundRoles } = corpus;
  const like = likeTurns(corpus);
  // A set is the end of a path from 0, one step per symbol.
  const steps = createNumbers();
  const kindOfEnd: number[] = [];
  const first: number[] = [];
  const kindOfLike = Int32Array.from(like.first, (round) => {
    let end = 0;
    for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++)
      end = 1 + steps.of(end * symbols.length + symbolIds[row]!, true);
    kindOfEnd[end] ??= first.push(round) - 1;
    return kindOfEnd[end]!;
  });
  const of = new Int32Array(roundRoles.length);
  for (let round = 0; round < of.length; round++) of[round] = kindOfLike[like.of[round]!]!;
  const counts = new Float64Array(first.length);
  for (let round = 0; round < of.length; round++) counts[of[round]!]!++;
  const offsets = new Int32Array(first.length + 1);
  const ids: number[] = [];
  for (const [kind, round] of first.entries()) {
    for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++) ids.push(symbolIds[row]!);
    offsets[kind + 1] = ids.length;
  }
  const kinds = {
    ...corpus,
    roundRoles: Uint8Array.from(first, (round) => roundRoles[round]!),
    symbolOffsets: offsets,
    symbolIds: Int32Array.from(ids),
  };
  return { of, kinds, counts };
}

/** Returns the corpus with the families of each turn's tags as additional symbols after the existing ones. */
function withFamilies(corpus: SymbolCorpus): SymbolCorpus {
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
  const lastRound = new Int32Array(symbols.length).fill(-1);
  let end = 0;
  for (let round = 0; round < corpus.roundRoles.length; round++) {
    for (let row = starts[round]!; row < starts[round + 1]!; row++) {
      const symbol = own[row]!;
      symbolIds[end++] = symbol;
      for (let at = firstOf[symbol]!; at < firstOf[symbol + 1]!; at++) {
        const family = families[at]!;
        if (lastRound[family] === round) continue;
        lastRound[family] = round;
        symbolIds[end++] = family;
      }
    }
    symbolOffsets[round + 1] = end;
  }
  return { ...corpus, symbols, symbolOffsets, symbolIds: symbolIds.subarray(0, end) };
}

/** Dialogues with one symbol per turn. */
export interface SymbolSequences {
  readonly symbols: readonly SymbolInfo[];
  /** length = dialogues + 1; steps of dialogue d are `offsets[d] … offsets[d+1]-1` */
  readonly offsets: Int32Array;
  /** length = steps */
  readonly steps: Int32Array;
  /** length = steps; index of the turn in its dialogue, from 0 */
  readonly rounds: Int32Array;
  /** length = dialogues; their turns of the roles that have symbols, also those without a step */
  readonly turns: Int32Array;
  /** length = dialogues; 0 if a turn with a tag follows after the last step, so that the dialogue does not end there */
  readonly isWhole: Uint8Array;
}

/**
 * Returns the symbols of a corpus' turns: the first of a turn's tags, in their given order, that is among the symbols;
 * else a family of them (`nameOfRound`); else `untagged` if no tag names it. All other turns are passed over. The symbols
 * may have been chosen on other dialogues.
 */
export function sequencesOf(corpus: SymbolCorpus, symbols: readonly SymbolInfo[]): SymbolSequences {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stepNamed = ({ role, tag }: SymbolInfo): number =>
    isUnnamed(tag) ? -1 : (idOf.get(`${role} ${tag}`) ?? -1);
  const byTag = Int32Array.from(corpus.symbols, stepNamed);
  const byFamily = Int32Array.from(
    corpus.symbols,
    ({ role, tag }) =>
      familiesOf(tag)
        .map((family) => stepNamed({ role, tag: family }))
        .find((step) => step !== -1) ?? -1,
  );
  const untaggedOf = ROLES.map((role) => idOf.get(`${role} ${UNTAGGED_TAG}`) ?? -1);
  const speaks = ROLES.map((role) => [...symbols, ...corpus.symbols].some((symbol) => symbol.role === role));
  const saysMore = corpus.symbols.map(({ tag }) => !isUnnamed(tag));
  const { givenIds, symbolOffsets, roundOffsets, roundRoles } = corpus;
  const stepAt = (round: number): number => {
    let akin = -1;
    let isTold = false;
    for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++) {
      const symbol = givenIds[row]!;
      if (byTag[symbol] !== -1) return byTag[symbol]!;
      if (akin === -1) akin = byFamily[symbol]!;
      isTold ||= saysMore[symbol]!;
    }
    return akin === -1 && !isTold ? untaggedOf[roundRoles[round]!]! : akin;
  };
  const { of, first } = likeTurns(corpus);
  const stepOf = Int32Array.from(first, stepAt);
  const isSpoken = Uint8Array.from(first, (round) => (speaks[roundRoles[round]!] ? 1 : 0));
  const isTagged = Uint8Array.from(first, (round) =>
    symbolOffsets[round + 1]! > symbolOffsets[round]! ? 1 : 0,
  );
  const offsets = new Int32Array(corpus.keys.length + 1);
  const steps = new Int32Array(roundRoles.length);
  const rounds = new Int32Array(roundRoles.length);
  const turns = new Int32Array(corpus.keys.length);
  const isWhole = new Uint8Array(corpus.keys.length).fill(1);
  let end = 0;
  for (let dialogue = 0; dialogue < turns.length; dialogue++) {
    const start = roundOffsets[dialogue]!;
    let spoken = 0;
    let whole = 1;
    for (let round = start; round < roundOffsets[dialogue + 1]!; round++) {
      const kind = of[round]!;
      if (isSpoken[kind] === 0) continue;
      spoken++;
      const step = stepOf[kind]!;
      if (step === -1) {
        if (isTagged[kind] === 1) whole = 0;
        continue;
      }
      whole = 1;
      steps[end] = step;
      rounds[end++] = round - start;
    }
    turns[dialogue] = spoken;
    isWhole[dialogue] = whole;
    offsets[dialogue + 1] = end;
  }
  return { symbols, offsets, steps: steps.slice(0, end), rounds: rounds.slice(0, end), turns, isWhole };
}

/** Turns of one role with the same tags in the same order are of one kind. */
interface LikeTurns {
  /** length = turns; the kind of each */
  readonly of: Int32Array;
  /** length = kinds; the first turn of each */
  readonly first: readonly number[];
}

/** A corpus never changes, and a picture of it is learned in many sizes. */
const likeTurnsOf = new WeakMap<SymbolCorpus, LikeTurns>();

function likeTurns(corpus: SymbolCorpus): LikeTurns {
  const before = likeTurnsOf.get(corpus);
  if (before) return before;
  const { symbols, symbolOffsets, givenIds, roundRoles } = corpus;
  // A kind is the end of a path that starts at its role, one step per symbol.
  const paths = createNumbers();
  const kindOfEnd: number[] = [];
  const of = new Int32Array(roundRoles.length);
  const first: number[] = [];
  for (let round = 0; round < of.length; round++) {
    let end = roundRoles[round]!;
    for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++)
      end = ROLES.length + paths.of(end * symbols.length + givenIds[row]!, true);
    of[round] = kindOfEnd[end] ??= first.push(round) - 1;
  }
  const now = { of, first };
  likeTurnsOf.set(corpus, now);
  return now;
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

/** By symbol, the number of dialogues that have it. @param of the kind of each turn */
function dialoguesBySymbol(
  { keys, roundOffsets }: SymbolCorpus,
  of: Int32Array,
  { symbols, symbolOffsets, symbolIds }: SymbolCorpus,
): Int32Array {
  const counts = new Int32Array(symbols.length);
  const last = new Int32Array(symbols.length).fill(-1);
  for (let dialogue = 0; dialogue < keys.length; dialogue++)
    for (let round = roundOffsets[dialogue]; round < roundOffsets[dialogue + 1]; round++)
      for (let row = symbolOffsets[of[round]]; row < symbolOffsets[of[round] + 1]; row++) {
        if (last[symbolIds[row]] === dialogue) continue;
        last[symbolIds[row]] = dialogue;
        counts[symbolIds[row]]++;
      }
  return counts;
}
