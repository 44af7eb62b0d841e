import type { SymbolCorpus } from '../../../domain/symbols.ts';
import { range } from './counting-sort.ts';

/** Returns the corpus of some dialogues, with only their symbols. Calls `isKept` once per dialogue, in order. */
export function selectDialogues(corpus: SymbolCorpus, isKept: (dialogue: number) => boolean): SymbolCorpus {
  const dialogues = range(0, corpus.keys.length).filter(isKept);
  let turns = 0;
  let tags = 0;
  const isUsed = new Uint8Array(corpus.symbols.length);
  for (const dialogue of dialogues) {
    const first = corpus.turnOffsets[dialogue];
    const end = corpus.turnOffsets[dialogue + 1];
    turns += end - first;
    tags += corpus.symbolOffsets[end] - corpus.symbolOffsets[first];
    for (let row = corpus.symbolOffsets[first]; row < corpus.symbolOffsets[end]; row++) {
      isUsed[corpus.symbolIds[row]] = 1;
    }
  }
  const symbols = corpus.symbols.filter((_, symbol) => isUsed[symbol] === 1);
  const newSymbols = new Int32Array(corpus.symbols.length);
  for (let symbol = 0, next = 0; symbol < newSymbols.length; symbol++) {
    newSymbols[symbol] = isUsed[symbol] === 1 ? next++ : -1;
  }

  const turnOffsets = new Int32Array(dialogues.length + 1);
  const turnRoles = new Uint8Array(turns);
  const symbolOffsets = new Int32Array(turns + 1);
  const symbolIds = new Int32Array(tags);
  const givenIds = new Int32Array(tags);
  let turn = 0;
  let row = 0;
  dialogues.forEach((dialogue, index) => {
    for (let r = corpus.turnOffsets[dialogue]; r < corpus.turnOffsets[dialogue + 1]; r++) {
      turnRoles[turn++] = corpus.turnRoles[r];
      for (let at = corpus.symbolOffsets[r]; at < corpus.symbolOffsets[r + 1]; at++) {
        givenIds[row] = newSymbols[corpus.givenIds[at]];
        symbolIds[row++] = newSymbols[corpus.symbolIds[at]];
      }
      symbolOffsets[turn] = row;
    }
    turnOffsets[index + 1] = turn;
  });
  return {
    symbols,
    keys: Array.from(dialogues, (dialogue) => corpus.keys[dialogue]),
    turnOffsets,
    turnRoles,
    symbolOffsets,
    symbolIds,
    givenIds,
    ...(corpus.areMoves && { areMoves: true }),
  };
}
