import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';
import { familiesOf } from './tag-families.ts';

/** The tag of a round none of whose own tags is in the picture; a tag of this name says no more, and is never chosen. */
export const OTHER_TAG = 'other';

interface SymbolLimits {
  /** At most so many symbols, those for other rounds not counted. */
  readonly most: number;
  /** Symbols are taken until they name this share of the rounds that have a tag, 0 … 1. */
  readonly named: number;
  /** A symbol is in at least this many dialogues. */
  readonly leastDialogues: number;
}

/** What is known of a round by one of its own tags, and by a family of them. */
const BY_TAG = 2;
const BY_FAMILY = 1;

/**
 * Chooses the few symbols that say most: tags, and families of tags (`familiesOf`), which say half of what a tag says.
 * Always the one that adds most over all rounds, ties by the smaller id. A round counts once, so of tags that stand
 * together one is taken; the most frequent ones would name up to a third fewer rounds.
 *
 * @returns in code-point order of (role, tag), with `other` of each role; none of a role whose rounds have no tag at all
 */
export function chooseSymbols(corpus: SymbolCorpus, limits: SymbolLimits): SymbolInfo[] {
  const { symbols } = corpus;
  const named = withFamilies(corpus);
  const { symbolOffsets, symbolIds } = named;
  const roundsOf = roundsBySymbol(named);
  const dialogues = dialoguesBySymbol(named);
  const isAllowed = named.symbols.map(
    ({ tag }, symbol) => tag !== OTHER_TAG && (dialogues[symbol] ?? 0) >= limits.leastDialogues,
  );
  const worthOf = (symbol: number): number => (symbol < symbols.length ? BY_TAG : BY_FAMILY);
  const known = new Uint8Array(named.roundRoles.length);
  const left = Float64Array.from(
    named.symbols,
    (_, symbol) => worthOf(symbol) * (roundsOf.offsets[symbol + 1]! - roundsOf.offsets[symbol]!),
  );
  let missing = 0;
  for (let round = 0; round < known.length; round++)
    if (symbolOffsets[round]! < symbolOffsets[round + 1]!) missing += BY_TAG;
  const enough = missing * (1 - limits.named);
  const chosen: number[] = [];
  while (chosen.length < limits.most && missing > enough) {
    let best = -1;
    left.forEach((worth, symbol) => {
      if (isAllowed[symbol] && worth > (left[best] ?? 0)) best = symbol;
    });
    if (best === -1) break;
    chosen.push(best);
    const worth = worthOf(best);
    for (let at = roundsOf.offsets[best]!; at < roundsOf.offsets[best + 1]!; at++) {
      const round = roundsOf.rounds[at]!;
      const before = known[round]!;
      if (before >= worth) continue;
      known[round] = worth;
      missing -= worth - before;
      for (let row = symbolOffsets[round]!; row < symbolOffsets[round + 1]!; row++) {
        const own = worthOf(symbolIds[row]!);
        left[symbolIds[row]!]! -= Math.max(0, own - before) - Math.max(0, own - worth);
      }
    }
  }
  return ROLES.flatMap((role): SymbolInfo[] => {
    const tags = chosen.map((symbol) => named.symbols[symbol]!).filter((symbol) => symbol.role === role);
    const isSilent = symbols.every((symbol) => symbol.role !== role);
    const names = [...new Set([...tags.map(({ tag }) => tag), OTHER_TAG])];
    return isSilent ? [] : names.sort(compareCodePoints).map((tag) => ({ role, tag }));
  });
}

/** The corpus with the families of each round's tags as further symbols, behind those that there are. */
function withFamilies(corpus: SymbolCorpus): SymbolCorpus {
  const symbols = [...corpus.symbols];
  const idOf = new Map<string, number>();
  const familiesBySymbol = corpus.symbols.map(({ role, tag }) =>
    familiesOf(tag).map((family) => {
      const key = `${role} ${family}`;
      if (!idOf.has(key)) idOf.set(key, symbols.push({ role, tag: family }) - 1);
      return idOf.get(key)!;
    }),
  );
  const most = corpus.symbolIds.reduce((sum, symbol) => sum + 1 + familiesBySymbol[symbol]!.length, 0);
  const symbolIds = new Int32Array(most);
  const symbolOffsets = new Int32Array(corpus.symbolOffsets.length);
  const lastRound = new Int32Array(symbols.length).fill(-1);
  let end = 0;
  for (let round = 0; round < corpus.roundRoles.length; round++) {
    for (let row = corpus.symbolOffsets[round]!; row < corpus.symbolOffsets[round + 1]!; row++) {
      symbolIds[end++] = corpus.symbolIds[row]!;
      for (const family of familiesBySymbol[corpus.symbolIds[row]!]!) {
        if (lastRound[family] === round) continue;
        lastRound[family] = round;
        symbolIds[end++] = family;
      }
    }
    symbolOffsets[round + 1] = end;
  }
  return { ...corpus, symbols, symbolOffsets, symbolIds: symbolIds.subarray(0, end) };
}

/** Dialogues as one symbol a round. */
export interface SymbolSequences {
  readonly symbols: readonly SymbolInfo[];
  /** length = dialogues + 1; steps of dialogue d are `offsets[d] … offsets[d+1]-1` */
  readonly offsets: Int32Array;
  /** length = steps */
  readonly steps: Int32Array;
  /** length = steps; index of the round in its dialogue, from 0 */
  readonly rounds: Int32Array;
}

/**
 * The symbols of a corpus' rounds: by the first of a round's tags, as they were given, that is among the symbols, else
 * by a family of them (`nameOfRound`), or else `other` of its role. Rounds of a role without symbols are passed over. The symbols may have been chosen on other dialogues.
 */
export function sequencesOf(corpus: SymbolCorpus, symbols: readonly SymbolInfo[]): SymbolSequences {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stepOf = ({ role, tag }: SymbolInfo): number =>
    tag === OTHER_TAG ? -1 : (idOf.get(`${role} ${tag}`) ?? -1);
  const byTag = Int32Array.from(corpus.symbols, stepOf);
  const byFamily = Int32Array.from(
    corpus.symbols,
    ({ role, tag }) =>
      familiesOf(tag)
        .map((family) => stepOf({ role, tag: family }))
        .find((step) => step !== -1) ?? -1,
  );
  const otherOf = ROLES.map((role) => idOf.get(`${role} ${OTHER_TAG}`) ?? -1);
  const offsets = new Int32Array(corpus.keys.length + 1);
  const steps: number[] = [];
  const rounds: number[] = [];
  for (let dialogue = 0; dialogue < corpus.keys.length; dialogue++) {
    const first = corpus.roundOffsets[dialogue];
    for (let round = first; round < corpus.roundOffsets[dialogue + 1]; round++) {
      const other = otherOf[corpus.roundRoles[round]];
      if (other === -1) continue;
      const given = corpus.givenIds.subarray(corpus.symbolOffsets[round], corpus.symbolOffsets[round + 1]);
      const named = given.find((symbol) => byTag[symbol] !== -1);
      const akin = given.find((symbol) => byFamily[symbol] !== -1);
      steps.push(named !== undefined ? byTag[named]! : akin !== undefined ? byFamily[akin]! : other);
      rounds.push(round - first);
    }
    offsets[dialogue + 1] = steps.length;
  }
  return { symbols, offsets, steps: Int32Array.from(steps), rounds: Int32Array.from(rounds) };
}

function roundsBySymbol({ symbols, symbolIds, symbolOffsets }: SymbolCorpus) {
  const offsets = new Int32Array(symbols.length + 1);
  for (const symbol of symbolIds) offsets[symbol + 1]++;
  for (let symbol = 0; symbol < symbols.length; symbol++) offsets[symbol + 1] += offsets[symbol];
  const next = offsets.slice();
  const rounds = new Int32Array(symbolIds.length);
  for (let round = 0; round + 1 < symbolOffsets.length; round++)
    for (let row = symbolOffsets[round]; row < symbolOffsets[round + 1]; row++)
      rounds[next[symbolIds[row]]++] = round;
  return { offsets, rounds };
}

function dialoguesBySymbol({
  symbols,
  keys,
  roundOffsets,
  symbolOffsets,
  symbolIds,
}: SymbolCorpus): Int32Array {
  const counts = new Int32Array(symbols.length);
  const last = new Int32Array(symbols.length).fill(-1);
  for (let dialogue = 0; dialogue < keys.length; dialogue++) {
    const end = symbolOffsets[roundOffsets[dialogue + 1]];
    for (let row = symbolOffsets[roundOffsets[dialogue]]; row < end; row++) {
      if (last[symbolIds[row]] === dialogue) continue;
      last[symbolIds[row]] = dialogue;
      counts[symbolIds[row]]++;
    }
  }
  return counts;
}
