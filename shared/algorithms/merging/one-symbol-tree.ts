import { ROLES } from '../../domain/dialogue.ts';
import { growPrefixTree } from '../automaton/tree/grow-tree.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import type { SymbolSequences } from '../overview/one-symbol.ts';

/** Returns the prefix tree of dialogues with one symbol per turn. */
export function treeOfSequences({ symbols, offsets, steps, rounds, isWhole }: SymbolSequences): PrefixTree {
  const { tree } = growPrefixTree(
    {
      symbols,
      keys: Array.from({ length: offsets.length - 1 }, (_, dialogue) => String(dialogue)),
      roundOffsets: offsets,
      roundRoles: Uint8Array.from(steps, (symbol) => ROLES.indexOf(symbols[symbol].role)),
      symbolOffsets: Int32Array.from({ length: steps.length + 1 }, (_, step) => step),
      symbolIds: steps,
      givenIds: steps,
    },
    { tau: 0, depth: null, continueAt: 'ends' },
  );
  const ends = tree.ends.slice();
  isWhole.forEach((whole, dialogue) => {
    const last = offsets[dialogue + 1] - 1;
    if (whole === 0) ends[last < offsets[dialogue] ? 0 : tree.pathStates[last]]--;
  });
  // Every step was followed, so visits are steps; but turns that are passed over are no steps.
  return { ...tree, ends, pathRounds: rounds };
}
