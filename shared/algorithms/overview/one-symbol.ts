import { ROLES } from '../../domain/dialogue.ts';
import type { SymbolCorpus, SymbolInfo } from '../../domain/symbols.ts';
import { compareCodePoints } from '../automaton/corpus/code-point-order.ts';

/** The tag of a round none of whose own tags is in the picture; a tag of this name says no more, and is never chosen. */
export const OTHER_TAG = 'other';

export interface SymbolLimits {
  /** At most so many symbols, those for other rounds not counted. */
  readonly most: number;
  /** Symbols are taken until they name this share of the rounds that have a tag, 0 … 1. */
  readonly named: number;
  /** A symbol is in at least this many dialogues. */
  readonly leastDialogues: number;
}

/**
 * Chooses the few symbols that name most rounds: always the one that is on most rounds not yet named, ties by the
 * smaller id. Taking the most frequent ones instead names up to a third fewer rounds with as many symbols, since
 * frequent tags stand together.
 *
 * @returns in code-point order of (role, tag), with `other` of each role; none of a role whose rounds have no tag at all
 */
export function chooseSymbols(corpus: SymbolCorpus, limits: SymbolLimits): SymbolInfo[] {
  const { symbols, symbolOffsets, symbolIds, roundRoles } = corpus;
  const roundsOf = roundsBySymbol(corpus);
  const dialogues = dialoguesBySymbol(corpus);
  const isNamed = new Uint8Array(roundRoles.length);
  const left = Int32Array.from(
    symbols,
    (_, symbol) => roundsOf.offsets[symbol + 1] - roundsOf.offsets[symbol],
  );
  let unnamed = 0;
  for (let round = 0; round < roundRoles.length; round++)
    if (symbolOffsets[round] < symbolOffsets[round + 1]) unnamed++;
  const enough = unnamed * (1 - limits.named);
  const chosen: number[] = [];
  while (chosen.length < limits.most && unnamed > enough) {
    let best = -1;
    for (let symbol = 0; symbol < left.length; symbol++) {
      if (left[symbol] <= 0 || dialogues[symbol] < limits.leastDialogues) continue;
      if (symbols[symbol].tag === OTHER_TAG) continue;
      if (best === -1 || left[symbol] > left[best]) best = symbol;
    }
    if (best === -1) break;
    chosen.push(best);
    for (let at = roundsOf.offsets[best]; at < roundsOf.offsets[best + 1]; at++) {
      const round = roundsOf.rounds[at];
      if (isNamed[round] === 1) continue;
      isNamed[round] = 1;
      unnamed--;
      for (let row = symbolOffsets[round]; row < symbolOffsets[round + 1]; row++) left[symbolIds[row]]--;
    }
  }
  return ROLES.flatMap((role): SymbolInfo[] => {
    const tags = chosen
      .filter((symbol) => symbols[symbol].role === role)
      .map((symbol) => symbols[symbol].tag);
    const isSilent = symbols.every((symbol) => symbol.role !== role);
    return isSilent ? [] : [...tags, OTHER_TAG].sort(compareCodePoints).map((tag) => ({ role, tag }));
  });
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
 * The symbols of a corpus' rounds: the first of a round's tags, as they were given, that is among the symbols, or else
 * `other` of its role. Rounds of a role without symbols are passed over. The symbols may have been chosen on other dialogues.
 */
export function sequencesOf(corpus: SymbolCorpus, symbols: readonly SymbolInfo[]): SymbolSequences {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const stepOf = Int32Array.from(corpus.symbols, ({ role, tag }) =>
    tag === OTHER_TAG ? -1 : (idOf.get(`${role} ${tag}`) ?? -1),
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
      const named = given.find((symbol) => stepOf[symbol] !== -1);
      steps.push(named === undefined ? other : stepOf[named]);
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
