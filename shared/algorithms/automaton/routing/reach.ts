import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { createRouter, type RoutePolicy, type RouteTurn, type StopKind } from './route.ts';

export interface Reach {
  readonly dialogues: number;
  readonly dialoguesFollowed: number;
  readonly turns: number;
  /** Turns in which every tag had a transition. */
  readonly turnsFollowed: number;
  readonly shareOfTurns: number;
  readonly tags: number;
  /** `resume` never stops, so unmatched tags show its misses. */
  readonly tagsMatched: number;
  readonly stops: Readonly<Record<StopKind, number>>;
  readonly stopsByTurn: readonly number[];
  readonly commonStops: readonly CommonStop[];
  /** Routes whose last state tracks fewer than SMALL_SUPPORT dialogues. */
  readonly endedInSmallState: number;
  readonly statesVisited: number;
}

interface CommonStop {
  readonly state: number;
  readonly kind: StopKind;
  readonly tags: readonly string[];
  readonly count: number;
}

export const SMALL_SUPPORT = 5;

const COMMON_STOPS = 20;

export function measureReach(
  automaton: AutomatonStructure,
  dialogues: Iterable<readonly RouteTurn[]>,
  policy: RoutePolicy,
): Reach {
  const router = createRouter(automaton);
  const stops: Record<StopKind, number> = { 'end-of-dialogue': 0, 'no-transition': 0, 'unknown-tag': 0 };
  const stopsByTurn: number[] = [];
  const stopCounts = new Map<
    string,
    { state: number; kind: StopKind; tags: readonly string[]; count: number }
  >();
  const statesVisited = new Set([0]);
  let dialogueCount = 0;
  let turns = 0;
  let turnsFollowed = 0;
  let dialoguesFollowed = 0;
  let tags = 0;
  let tagsMatched = 0;
  let endedInSmallState = 0;
  for (const dialogue of dialogues) {
    const { steps, stopped, state, support } = router.route(dialogue, policy);
    dialogueCount++;
    turns += dialogue.length;
    for (const turn of dialogue) tags += new Set(turn.tags).size;
    let followed = 0;
    for (const step of steps) {
      tagsMatched += step.matched.length;
      if (step.matched.length === new Set(step.tags).size) followed++;
      statesVisited.add(step.state);
    }
    turnsFollowed += followed;
    if (followed === dialogue.length) dialoguesFollowed++;
    stops[stopped.kind]++;
    if (support < SMALL_SUPPORT) endedInSmallState++;
    if (stopped.kind === 'end-of-dialogue') continue;
    while (stopsByTurn.length <= stopped.turn) stopsByTurn.push(0);
    stopsByTurn[stopped.turn]++;
    const key = JSON.stringify([state, stopped.kind, stopped.tags]);
    const known = stopCounts.get(key);
    if (known) known.count++;
    else stopCounts.set(key, { state, kind: stopped.kind, tags: stopped.tags, count: 1 });
  }
  const commonStops = [...stopCounts]
    .sort(
      ([leftKey, left], [rightKey, right]) =>
        right.count - left.count || left.state - right.state || (leftKey < rightKey ? -1 : 1),
    )
    .slice(0, COMMON_STOPS)
    .map(([, stop]) => stop);
  return {
    dialogues: dialogueCount,
    dialoguesFollowed,
    turns,
    turnsFollowed,
    shareOfTurns: turns === 0 ? 1 : turnsFollowed / turns,
    tags,
    tagsMatched,
    stops,
    stopsByTurn,
    commonStops,
    endedInSmallState,
    statesVisited: statesVisited.size,
  };
}
