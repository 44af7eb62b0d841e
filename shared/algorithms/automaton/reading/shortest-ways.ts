import type { AutomatonStructure } from '../../../domain/automaton.ts';
import type { Role } from '../../../domain/dialogue.ts';
import { eachTransition } from './each-transition.ts';

/** A step of a path: the state, and the symbol. */
interface WayStep {
  readonly from: number;
  readonly role: Role;
  readonly tag: string;
}

/** The shortest way to every state that can be reached, the strongest where several are as short; states in that order. */
export function shortestWays(automaton: AutomatonStructure): {
  readonly order: readonly number[];
  /** From the start; empty for the start itself. */
  readonly wayTo: (state: number) => WayStep[];
} {
  const outgoing = new Map<
    number,
    { readonly to: number; readonly step: WayStep; readonly support: number }[]
  >();
  for (const { from, to, role, tag, support } of eachTransition(automaton)) {
    const list = outgoing.get(from) ?? [];
    list.push({ to, step: { from, role, tag }, support });
    outgoing.set(from, list);
  }
  const into = new Map<number, WayStep>();
  const order = [0];
  for (const state of order) {
    const ways = (outgoing.get(state) ?? []).sort((a, b) => b.support - a.support);
    for (const { to, step } of ways) {
      if (to === 0 || into.has(to)) continue;
      into.set(to, step);
      order.push(to);
    }
  }
  const wayTo = (state: number): WayStep[] => {
    const steps: WayStep[] = [];
    for (let step = into.get(state); step; step = into.get(step.from)) steps.unshift(step);
    return steps;
  };
  return { order, wayTo };
}
