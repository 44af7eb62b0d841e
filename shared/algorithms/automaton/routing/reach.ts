import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { createRouter, type RoutePolicy, type RouteTurn, type StopKind } from './route.ts';

export interface Reach {
  readonly dialogues: number;
  readonly dialoguesFollowed: number;
  readonly turns: number;
  /** Turns in which every tag had a transition. */
  readonly turnsFollowed: number;
  readonly shareOfTurns: number;
  readonly stops: Readonly<Record<StopKind, number>>;
  readonly stopsByTurn: readonly number[];
  /** Routes whose last state tracks fewer than SMALL_SUPPORT dialogues. */
  readonly endedInSmallState: number;
}

export const SMALL_SUPPORT = 5;

export function measureReach(
  automaton: AutomatonStructure,
  dialogues: Iterable<readonly RouteTurn[]>,
  policy: RoutePolicy,
): Reach {
  const router = createRouter(automaton);
  const stops: Record<StopKind, number> = { 'end-of-dialogue': 0, 'no-transition': 0, 'unknown-tag': 0 };
  const stopsByTurn: number[] = [];
  let dialogueCount = 0;
  let turns = 0;
  let turnsFollowed = 0;
  let dialoguesFollowed = 0;
  let endedInSmallState = 0;
  for (const dialogue of dialogues) {
    const { steps, stopped, support } = router.route(dialogue, policy);
    dialogueCount++;
    turns += dialogue.length;
    const followed = steps.filter((step) => step.matched.length === new Set(step.tags).size).length;
    turnsFollowed += followed;
    if (followed === dialogue.length) dialoguesFollowed++;
    stops[stopped.kind]++;
    if (support < SMALL_SUPPORT) endedInSmallState++;
    if (stopped.kind === 'end-of-dialogue') continue;
    while (stopsByTurn.length <= stopped.turn) stopsByTurn.push(0);
    stopsByTurn[stopped.turn]++;
  }
  return {
    dialogues: dialogueCount,
    dialoguesFollowed,
    turns,
    turnsFollowed,
    shareOfTurns: turns === 0 ? 1 : turnsFollowed / turns,
    stops,
    stopsByTurn,
    endedInSmallState,
  };
}
