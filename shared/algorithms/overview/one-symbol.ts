import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { createNumbers } from '../numbering/numbers.ts';
import { familiesOf } from './tag-families.ts';

/** The tag of a turn whose own tags are all too rare for the picture. */
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
 * @returns in code-point order of (role, tag), with `other` and `untagged` of each role; none for a role whose turns
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
    const names = [...new Set([...tags.map(({ tag }) => tag), OTHER_TAG, UNTAGGED_TAG])];
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
  // A set is the end of a path from 0, one step per symbol.
  const steps = createNumbers();
  const kindOfEnd: number[] = [];
  const of = new Int32Array(roundRoles.length);
  const first: number[] = [];
  for (let round = 0; round < of.length; round++) {
    let end = 0;
    for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++)
      end = 1 + steps.of(end * symbols.length + symbolIds[row]!, true);
    let kind = kindOfEnd[end];
    if (kind === undefined) {
      kind = first.push(round) - 1;
      kindOfEnd[end] = kind;
    }
    of[round] = kind;
  }
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
}

/**
 * Returns one symbol per turn of a corpus: the first of its tags, in their given order, that is among the symbols; else
 * a family of them (`nameOfRound`); else `other` of its role, or `untagged` if no tag names it. Turns of a role without
 * symbols are skipped. The symbols may have been chosen on other dialogues.
 */
export function sequencesOf(corpus: SymbolCorpus, symbols: readonly SymbolInfo[]): SymbolSequences {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stepOf = ({ role, tag }: SymbolInfo): number =>
    isUnnamed(tag) ? -1 : (idOf.get(`${role} ${tag}`) ?? -1);
  const byTag = Int32Array.from(corpus.symbols, stepOf);
  const byFamily = Int32Array.from(
    corpus.symbols,
    ({ role, tag }) =>
      familiesOf(tag)
        .map((family) => stepOf({ role, tag: family }))
        .find((step) => step !== -1) ?? -1,
  );
  const otherOf = ROLES.map((role) => idOf.get(`${role} ${OTHER_TAG}`) ?? -1);
  // A picture of very few states has no room for separate untagged turns.
  const untaggedOf = ROLES.map((role, at) => idOf.get(`${role} ${UNTAGGED_TAG}`) ?? otherOf[at]!);
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
    if (akin !== -1) return akin;
    const role = roundRoles[round]!;
    return isTold ? otherOf[role]! : untaggedOf[role]!;
  };
  const offsets = new Int32Array(corpus.keys.length + 1);
  const steps = new Int32Array(roundRoles.length);
  const rounds = new Int32Array(roundRoles.length);
  let end = 0;
  for (let dialogue = 0; dialogue < corpus.keys.length; dialogue++) {
    const first = roundOffsets[dialogue]!;
    for (let round = first; round < roundOffsets[dialogue + 1]!; round++) {
      if (otherOf[roundRoles[round]!] === -1) continue;
      steps[end] = stepAt(round);
      rounds[end++] = round - first;
    }
    offsets[dialogue + 1] = end;
  }
  return { symbols, offsets, steps: steps.slice(0, end), rounds: rounds.slice(0, end) };
}

/** Returns the same sequences, with the tags that a symbol of rare tags stands for: the first meaningful tag of each turn. */
export function withRareTags(corpus: SymbolCorpus, sequences: SymbolSequences): SymbolSequences {
  const { symbols, symbolOffsets, givenIds, roundOffsets } = corpus;
  const saysMore = symbols.map(({ tag }) => !isUnnamed(tag));
  // By symbol of the corpus: in how many dialogues it names a round, and in which it did last. Each has one role, so one step.
  const dialogues = new Int32Array(symbols.length);
  const last = new Int32Array(symbols.length).fill(-1);
  const isRare = sequences.symbols.map(({ tag }) => tag === OTHER_TAG);
  for (let dialogue = 0; dialogue < corpus.keys.length; dialogue++)
    for (let at = sequences.offsets[dialogue]!; at < sequences.offsets[dialogue + 1]!; at++) {
      if (!isRare[sequences.steps[at]!]) continue;
      const round = roundOffsets[dialogue]! + sequences.rounds[at]!;
      let row = symbolOffsets[round]!;
      while (row < symbolOffsets[round + 1]! && !saysMore[givenIds[row]!]) row++;
      const first = row < symbolOffsets[round + 1]! ? givenIds[row]! : -1;
      if (first === -1 || last[first] === dialogue) continue;
      last[first] = dialogue;
      dialogues[first]!++;
    }
  const named = sequences.symbols.map((symbol, at): SymbolInfo => {
    if (!isRare[at]) return symbol;
    const rare = [...symbols.keys()].filter(
      (one) => dialogues[one]! > 0 && symbols[one]!.role === symbol.role,
    );
    rare.sort((a, b) => dialogues[b]! - dialogues[a]! || a - b);
    return rare.length === 0 ? symbol : { ...symbol, rare: rare.map((one) => symbols[one]!.tag) };
  });
  return { ...sequences, symbols: named };
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
