import type { AutomatonStructure } from '../../domain/automaton.ts';
import type { Role } from '../../domain/dialogue.ts';
import type { SymbolInfo } from '../../domain/symbols.ts';
import { delta } from '../automaton/reading/delta.ts';
import { createRouter, type RoutePolicy } from '../automaton/routing/route.ts';
import type { RoundReader } from '../overview/read-round.ts';

/** A turn of a routed conversation; `forced` is a manual step. */
export interface LiveTurn {
  readonly role: Role;
  readonly tags: readonly string[];
  readonly forced: boolean;
}

export interface MissedTag {
  readonly tag: string;
  /** False if no training dialogue has the tag from this role at all. */
  readonly known: boolean;
}

/** The result of one turn, or of one manual step. */
export interface LiveStep {
  /** Indexes of its messages, ascending. Consecutive messages of one role form one turn, as in learning. */
  readonly turns: readonly number[];
  readonly role: Role;
  readonly forced: boolean;
  /** In the order taken. */
  readonly matched: readonly string[];
  readonly missed: readonly MissedTag[];
  /** Tags that the automaton passes over because they are too rare for its picture. */
  readonly passedOver: readonly string[];
  /** False if the route had stopped before. */
  readonly followed: boolean;
  readonly state: number;
}

export interface Visited {
  readonly state: number;
  readonly symbol: SymbolInfo;
  /** Index of the last message of its turn. */
  readonly turn: number;
}

interface LiveRoute {
  readonly steps: readonly LiveStep[];
  /** Every transition taken, in order. */
  readonly path: readonly Visited[];
  readonly state: number;
  /** True if the policy reads no further tags. */
  readonly stopped: boolean;
}

/** Joins consecutive messages of one role into one turn; a manual step stays separate. */
export function joinTurns(turns: readonly LiveTurn[]): { role: Role; forced: boolean; turns: number[] }[] {
  const rounds: { role: Role; forced: boolean; turns: number[] }[] = [];
  turns.forEach(({ role, forced }, at) => {
    const last = rounds[rounds.length - 1];
    if (last && last.role === role && !last.forced && !forced) last.turns.push(at);
    else rounds.push({ role, forced, turns: [at] });
  });
  return rounds;
}

/**
 * Routes a conversation so far through the paper's automaton, turn by turn, by the rules of `createRouter`, each turn
 * read as the automaton reads it. A manual step continues from wherever the route is, even if it had stopped.
 */
export function routeLive(
  automaton: AutomatonStructure,
  turns: readonly LiveTurn[],
  policy: RoutePolicy,
  readRound: RoundReader = (_role, tags) => tags,
): LiveRoute {
  const router = createRouter(automaton);
  const ids = new Map(automaton.symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const symbolOf = (role: Role, tag: string): number => ids.get(`${role} ${tag}`) ?? -1;
  const steps: LiveStep[] = [];
  const path: Visited[] = [];
  let state = 0;
  let stopped = false;
  for (const { role, forced, turns: own } of joinTurns(turns)) {
    const given = [...new Set(own.flatMap((at) => turns[at].tags))];
    // A step by hand is a symbol of the automaton already.
    const tags = forced ? given : readRound(role, given);
    const passedOver = tags.length === 0 ? given : [];
    const missing = (tag: string): MissedTag => ({ tag, known: symbolOf(role, tag) !== -1 });
    if (stopped && !forced) {
      steps.push({
        turns: own,
        role,
        forced,
        matched: [],
        missed: tags.map(missing),
        passedOver,
        followed: false,
        state,
      });
      continue;
    }
    // For a manual step, the tag is a transition of its state; another automaton may lack it.
    const route = router.route([{ role, tags }], forced ? 'resume' : policy, state);
    const { matched } = route.steps[0];
    for (const tag of matched) {
      const next = delta(automaton, path[path.length - 1]?.state ?? 0, symbolOf(role, tag));
      path.push({ state: next, symbol: { role, tag }, turn: own[own.length - 1] });
    }
    state = route.state;
    stopped = route.stopped.kind !== 'end-of-dialogue';
    const missed = tags.filter((tag) => !matched.includes(tag)).map(missing);
    steps.push({ turns: own, role, forced, matched, missed, passedOver, followed: true, state });
  }
  return { steps, path, state, stopped };
}
