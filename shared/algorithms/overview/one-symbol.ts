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

/** Which symbol stands for a round: of its tags the first in `ranks`, or else `other` of its role. */
export interface SymbolChoice {
  /** In code-point order of (role, tag), as everywhere. */
  readonly symbols: readonly SymbolInfo[];
  /** By role (0 system, 1 user): tag → how early it was chosen, from 0. */
  readonly ranks: readonly ReadonlyMap<string, number>[];
  /** By role: 1 where no round of the role has a tag at all; such rounds are passed over. */
  readonly isSilent: Uint8Array;
}

/**
 * Chooses the few symbols that name most rounds: always the one that is on most rounds not yet named, ties by the
 * smaller id. Taking the most frequent ones instead names up to a third fewer rounds with as many symbols, since
 * frequent tags stand together.
 */
export function chooseSymbols(corpus: SymbolCorpus, limits: SymbolLimits): SymbolChoice {
  const { symbols, symbolOffsets, symbolIds, roundRoles } = corpus;
  const roundsOf = roundsBySymbol(corpus);
  const dialogues = dialoguesBySymbol(corpus);
  const isNamed = new Uint8Array(roundRoles.length);
  const left = Int32Array.from(
    symbols,
    (_, symbol) => roundsOf.offsets[symbol + 1] - roundsOf.offsets[symbol],
  );
  const isSilent = new Uint8Array(ROLES.length).fill(1);
  for (const { role } of symbols) isSilent[ROLES.indexOf(role)] = 0;
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
  const ranks = ROLES.map(() => new Map<string, number>());
  chosen.forEach((symbol, rank) => {
    ranks[ROLES.indexOf(symbols[symbol].role)].set(symbols[symbol].tag, rank);
  });
  const alphabet = ROLES.flatMap((role, at): SymbolInfo[] =>
    isSilent[at] === 1
      ? []
      : [...new Set([...ranks[at].keys(), OTHER_TAG])].sort(compareCodePoints).map((tag) => ({ role, tag })),
  );
  return { symbols: alphabet, ranks, isSilent };
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

/** The symbols of a corpus' rounds by a choice that may have been made on other dialogues. */
export function sequencesOf(corpus: SymbolCorpus, choice: SymbolChoice): SymbolSequences {
  const { symbols, ranks, isSilent } = choice;
  const idOf = ROLES.map(
    (role) =>
      new Map(symbols.map(({ tag }, id) => [tag, id] as const).filter(([, id]) => symbols[id].role === role)),
  );
  const rankOf = Int32Array.from(
    corpus.symbols,
    ({ role, tag }) => ranks[ROLES.indexOf(role)].get(tag) ?? -1,
  );
  const stepOf = Int32Array.from(corpus.symbols, ({ role, tag }) => idOf[ROLES.indexOf(role)].get(tag) ?? -1);
  const otherOf = ROLES.map((_, role) => idOf[role].get(OTHER_TAG) ?? -1);
  const offsets = new Int32Array(corpus.keys.length + 1);
  const steps: number[] = [];
  const rounds: number[] = [];
  for (let dialogue = 0; dialogue < corpus.keys.length; dialogue++) {
    const first = corpus.roundOffsets[dialogue];
    for (let round = first; round < corpus.roundOffsets[dialogue + 1]; round++) {
      const role = corpus.roundRoles[round];
      if (isSilent[role] === 1) continue;
      let best = -1;
      for (let row = corpus.symbolOffsets[round]; row < corpus.symbolOffsets[round + 1]; row++) {
        const symbol = corpus.symbolIds[row];
        if (rankOf[symbol] !== -1 && (best === -1 || rankOf[symbol] < rankOf[best])) best = symbol;
      }
      steps.push(best === -1 ? otherOf[role] : stepOf[best]);
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
