import { ROLES } from '../../domain/dialogue.ts';
import { growPrefixTree } from '../automaton/tree/grow-tree.ts';
import type { PrefixTree } from '../automaton/tree/prefix-tree.ts';
import type { SymbolSequences } from '../overview/one-symbol.ts';

/** Returns the prefix tree of dialogues with one symbol per turn, over all of their turns. */
export function treeOfSequences({ symbols, offsets, steps, rounds }: SymbolSequences): PrefixTree {
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
  // Every step was followed, so visits are steps; but turns of a role without symbols are no steps.
  return { ...tree, pathRounds: rounds };
}
