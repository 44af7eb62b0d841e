import type { AutomatonStructure } from '../../../domain/automaton.ts';

/**
 * For each transition, how many distinct dialogues took it or another one between the same two states: what a picture
 * writes on the one edge that it draws for them. Linear in the dialogues on all transitions.
 *
 * @param dialoguesOn the distinct dialogues that took a transition
 */
export function countTogether(
  { stateCount, dialogueCount, transitionOffsets, transitionTargets, transitionSupport }: AutomatonStructure,
  dialoguesOn: (transition: number) => Int32Array,
): Int32Array {
  const together = transitionSupport.slice();
  const seenBy = new Int32Array(dialogueCount).fill(-1);
  for (let state = 0; state < stateCount; state++) {
    const byTarget = new Map<number, number[]>();
    for (let at = transitionOffsets[state]; at < transitionOffsets[state + 1]; at++) {
      const target = transitionTargets[at];
      const beside = byTarget.get(target);
      if (beside) beside.push(at);
      else byTarget.set(target, [at]);
    }
    for (const beside of byTarget.values()) {
      if (beside.length === 1) continue;
      let count = 0;
      for (const transition of beside)
        for (const dialogue of dialoguesOn(transition)) {
          if (seenBy[dialogue] === beside[0]) continue;
          seenBy[dialogue] = beside[0];
          count++;
        }
      for (const transition of beside) together[transition] = count;
    }
  }
  return together;
}
