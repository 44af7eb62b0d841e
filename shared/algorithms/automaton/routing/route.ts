import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { ROLE_NAMES, type Role } from '../../../domain/dialogue.ts';
import { formatAmount } from '../../../domain/figure-text.ts';
import { transitionOf } from '../reading/transitions.ts';

type StopReason =
  | {
      readonly kind: 'end-of-dialogue';
      readonly turns: number;
    }
  | {
      /** `no-transition`: the state has no transition with the tag. `unknown-tag`: no training dialogue has it. */
      readonly kind: 'no-transition' | 'unknown-tag';
      readonly turn: number;
      readonly role: Role;
      readonly tags: readonly string[];
      readonly state: number;
      readonly support: number;
    };

export type StopKind = StopReason['kind'];

function describeStop(reason: StopReason): string {
  if (reason.kind === 'end-of-dialogue') {
    return `The automaton followed the whole dialogue (${formatAmount(reason.turns, 'turn')}).`;
  }
  const tags = reason.tags.map((tag) => JSON.stringify(tag)).join(', ');
  const who = ROLE_NAMES[reason.role];
  const where = `state ${reason.state} (${formatAmount(reason.support, 'dialogue')})`;
  return reason.kind === 'no-transition'
    ? `Turn ${reason.turn + 1} (${who}): no transition for ${tags} from ${where}.`
    : `Turn ${reason.turn + 1} (${who}): no ${who} turn in the training dialogues has ${tags}, so the route stays at ${where}.`;
}

/**
 * The order in which a router follows the tags of a turn.
 * - `literal` (section 3.3): in the given order; stops at the first tag without a transition.
 * - `greedy`: the largest support first, as in growing the tree; stops when no remaining tag has a transition.
 * - `resume`: like greedy, but skips unmatched tags and continues with the next turn.
 */
export type RoutePolicy = 'literal' | 'greedy' | 'resume';
export const ROUTE_POLICIES: readonly RoutePolicy[] = ['literal', 'greedy', 'resume'];

export interface RouteTurn {
  readonly role: Role;
  readonly tags: readonly string[];
}

interface RouteStep {
  readonly turn: number;
  readonly role: Role;
  readonly tags: readonly string[];
  readonly matched: readonly string[];
  readonly state: number;
  readonly support: number;
}

export interface Route {
  /** One per turn, up to and including the turn the route stopped in. */
  readonly steps: readonly RouteStep[];
  readonly stopped: StopReason;
  readonly stoppedBecause: string;
  readonly path: readonly number[];
  /** The last valid state, from whose dialogues examples are drawn. */
  readonly state: number;
  readonly support: number;
}

/** Indexes the alphabet once, so use one router for many routes. */
export function createRouter(automaton: AutomatonStructure) {
  const symbolIds: Record<Role, Map<string, number>> = { system: new Map(), user: new Map() };
  automaton.symbols.forEach((symbol, id) => {
    symbolIds[symbol.role].set(symbol.tag, id);
  });

  return {
    route(turns: readonly RouteTurn[], policy: RoutePolicy, from: number = 0) {
      const take = policy === 'literal' ? takeInOrder : takeMostTaken;
      const steps: RouteStep[] = [];
      const path = [from];
      let state = from;
      let stopped: StopReason = { kind: 'end-of-dialogue', turns: turns.length };
      for (let turn = 0; turn < turns.length; turn++) {
        const { role, tags } = turns[turn];
        const distinct = [...new Set(tags)];
        const taken = take(automaton, state, distinct, symbolIds[role]);
        path.push(...taken.states);
        state = path[path.length - 1];
        steps.push({ turn, role, tags, matched: taken.matched, state, support: automaton.support[state] });
        if (policy === 'resume' || taken.left.length === 0) continue;
        // The literal policy stops at the first tag that has no transition.
        const unmatched = policy === 'literal' ? taken.left.slice(0, 1) : taken.left;
        const isUnknown = unmatched.every((tag) => !symbolIds[role].has(tag));
        const kind = isUnknown ? 'unknown-tag' : 'no-transition';
        stopped = { kind, turn, role, tags: unmatched, state, support: automaton.support[state] };
        break;
      }
      const stoppedBecause = describeStop(stopped);
      return { steps, stopped, stoppedBecause, path, state, support: automaton.support[state] };
    },
  };
}

interface MatchedTags {
  readonly states: readonly number[];
  readonly matched: readonly string[];
  readonly left: readonly string[];
}

function takeInOrder(
  automaton: AutomatonStructure,
  start: number,
  tags: readonly string[],
  symbolIds: ReadonlyMap<string, number>,
): MatchedTags {
  const states: number[] = [];
  let state = start;
  for (let at = 0; at < tags.length; at++) {
    const transition = transitionOf(automaton, state, symbolIds.get(tags[at]) ?? -1);
    if (transition === -1) return { states, matched: tags.slice(0, at), left: tags.slice(at) };
    state = automaton.transitionTargets[transition];
    states.push(state);
  }
  return { states, matched: tags, left: [] };
}

function takeMostTaken(
  automaton: AutomatonStructure,
  start: number,
  tags: readonly string[],
  symbolIds: ReadonlyMap<string, number>,
): MatchedTags {
  const left = [...tags];
  const matched: string[] = [];
  const states: number[] = [];
  let state = start;
  while (left.length > 0) {
    let best = -1;
    let bestAt = -1;
    left.forEach((tag, at) => {
      const transition = transitionOf(automaton, state, symbolIds.get(tag) ?? -1);
      if (transition !== -1 && (best === -1 || goesFirst(automaton, transition, best))) {
        best = transition;
        bestAt = at;
      }
    });
    if (best === -1) break;
    matched.push(...left.splice(bestAt, 1));
    state = automaton.transitionTargets[best];
    states.push(state);
  }
  return { states, matched, left };
}

function goesFirst(automaton: AutomatonStructure, transition: number, other: number): boolean {
  const { transitionSupport } = automaton;
  if (transitionSupport[transition] !== transitionSupport[other]) {
    return transitionSupport[transition] > transitionSupport[other];
  }
  return transition < other;
}
