import type { Automaton } from '../../../domain/automaton.ts';
import { transitionOf } from './delta.ts';

/**
 * For each transition, how many of a thousand dialogues take none as weak as it: they go all their way on stronger ones.
 * A picture for a share of the dialogues shows the transitions below that share, which are the strongest that it takes.
 * Linear in the visits, and in transitions by their support. Rounded down.
 */
export function countCovered(automaton: Automaton): Int32Array {
  const { dialogueCount, pathOffsets, pathStates, pathSymbols, transitionSupport } = automaton;
  const withWeakest = new Int32Array(dialogueCount + 1);
  for (let dialogue = 0; dialogue < dialogueCount; dialogue++) {
    let weakest = dialogueCount;
    let state = 0;
    for (let visit = pathOffsets[dialogue]; visit < pathOffsets[dialogue + 1]; visit++) {
      const taken = transitionOf(automaton, state, pathSymbols[visit]);
      weakest = Math.min(weakest, transitionSupport[taken]);
      state = pathStates[visit];
    }
    withWeakest[weakest]++;
  }
  const above = new Int32Array(dialogueCount + 1);
  for (let support = dialogueCount - 1; support >= 0; support--)
    above[support] = above[support + 1] + withWeakest[support + 1];
  return transitionSupport.map((support) => Math.floor((1000 * above[support]) / Math.max(1, dialogueCount)));
}
