import type { SymbolCorpus, SymbolInfo } from '../../../domain/symbols.ts';
import { compareCodePoints } from '../corpus/code-point-order.ts';

export interface CorpusChange {
  /** length = dialogues after; the dialogue's index before, -1 if it is new or has other turns */
  readonly dialogueBefore: Int32Array;
  /** length = dialogues before; the dialogue's index after, -1 as above */
  readonly dialogueAfter: Int32Array;
  /** length = symbols before; the symbol's id after, -1 if no turn has it any more */
  readonly symbolAfter: Int32Array;
  /** length = turns after; 1 if the turn's tags changed or its dialogue is new */
  readonly turnChanged: Uint8Array;
}

/** Compares dialogues by key, turns by role and tags. Other numbers of turns or roles make a dialogue new. Linear. */
export function compareCorpora(before: SymbolCorpus, after: SymbolCorpus): CorpusChange {
  const symbolAfter = matchSymbols(before.symbols, after.symbols);
  const dialogueBefore = new Int32Array(after.keys.length).fill(-1);
  const dialogueAfter = new Int32Array(before.keys.length).fill(-1);
  const turnChanged = new Uint8Array(after.turnRoles.length).fill(1);
  for (let old = 0, now = 0; old < before.keys.length && now < after.keys.length; ) {
    const order =
      before.keys[old] === after.keys[now] ? 0 : compareCodePoints(before.keys[old], after.keys[now]);
    if (order < 0) old++;
    else if (order > 0) now++;
    else {
      if (hasSameTurns(before, old, after, now)) {
        dialogueBefore[now] = old;
        dialogueAfter[old] = now;
        const shift = after.turnOffsets[now] - before.turnOffsets[old];
        for (let turn = before.turnOffsets[old]; turn < before.turnOffsets[old + 1]; turn++) {
          turnChanged[turn + shift] = hasSameTags(before, turn, after, turn + shift, symbolAfter) ? 0 : 1;
        }
      }
      old++;
      now++;
    }
  }
  return { dialogueBefore, dialogueAfter, symbolAfter, turnChanged };
}

/** Returns the later id of each earlier symbol; -1 if it is gone. */
export function matchSymbols(before: readonly SymbolInfo[], after: readonly SymbolInfo[]): Int32Array {
  const symbolAfter = new Int32Array(before.length).fill(-1);
  for (let old = 0, now = 0; old < before.length && now < after.length; ) {
    const order =
      compareCodePoints(before[old].role, after[now].role) ||
      compareCodePoints(before[old].tag, after[now].tag);
    if (order === 0) symbolAfter[old] = now;
    if (order <= 0) old++;
    if (order >= 0) now++;
  }
  return symbolAfter;
}

function hasSameTurns(before: SymbolCorpus, old: number, after: SymbolCorpus, now: number): boolean {
  const start = before.turnOffsets[old];
  const shift = after.turnOffsets[now] - start;
  const end = before.turnOffsets[old + 1];
  if (after.turnOffsets[now + 1] !== end + shift) return false;
  for (let turn = start; turn < end; turn++) {
    if (before.turnRoles[turn] !== after.turnRoles[turn + shift]) return false;
  }
  return true;
}

function hasSameTags(
  before: SymbolCorpus,
  old: number,
  after: SymbolCorpus,
  now: number,
  symbolAfter: Int32Array,
): boolean {
  const shift = after.symbolOffsets[now] - before.symbolOffsets[old];
  if (after.symbolOffsets[now + 1] !== before.symbolOffsets[old + 1] + shift) return false;
  // Both alphabets have the same order, so equal turns list their symbols in the same order.
  for (let row = before.symbolOffsets[old]; row < before.symbolOffsets[old + 1]; row++) {
    if (symbolAfter[before.symbolIds[row]] !== after.symbolIds[row + shift]) return false;
  }
  return true;
}
