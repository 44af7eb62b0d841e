import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { ComparedColumn } from '#shared/contract/comparison.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { GraphHighlight } from '../../../graph/graph-selection.ts';

export type Route = NonNullable<ComparedColumn['route']>;

type Outcome = 'matched' | 'unknown' | 'skipped';

interface RouteTag {
  readonly name: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
}

export interface RouteStep {
  readonly key: string;
  readonly where: string;
  readonly role: Role | null;
  readonly tags: readonly RouteTag[];
  readonly state: number;
  readonly support: number;
}

/** Returns the steps in the order of the method: a context automaton begins with the newest turn. */
export function stepsOfRoute(route: Route): RouteStep[] {
  if (route.kind === 'paper') {
    return route.steps.map((step) => ({
      key: `${step.turn}`,
      where: `turn ${step.turn + 1}`,
      role: step.role,
      tags: markMatched(step.tags, step.matched),
      state: step.state,
      support: step.support,
    }));
  }
  const turns = new Map<string, RouteStep>();
  for (const { back, turn, role, tag, outcome, reason, state, support } of route.steps) {
    const key = `${back}`;
    const where = turn === null ? 'position' : `turn ${turn + 1}`;
    const tags = [...(turns.get(key)?.tags ?? []), { name: tag, outcome, reason }];
    turns.set(key, { key, where, role, tags, state, support });
  }
  return [...turns.values()];
}

function markMatched(tags: readonly string[], matched: readonly string[]): RouteStep['tags'] {
  const left = [...matched];
  return tags.map((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return { name, outcome: at >= 0 ? 'matched' : 'skipped', reason: null };
  });
}

export function countOutcomes(steps: readonly RouteStep[]): string {
  const count = (outcome: Outcome) =>
    steps.flatMap((step) => step.tags).filter((tag) => tag.outcome === outcome).length;
  const parts = [
    `${formatAmount(count('matched'), 'tag')} matched`,
    count('skipped') > 0 && `${count('skipped')} skipped`,
    count('unknown') > 0 && `${count('unknown')} unknown`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** "After #greet, 12 dialogues": the end of the route. A context automaton shows all tags of the history it uses. */
export function describeEnd(route: Route): string {
  const dialogues = formatAmount(route.support, 'dialogue');
  // Transition n leads to state n + 1 of the path; states that were given up for lack of turns do not count.
  const tags = followed(route)
    .slice(0, route.path.lastIndexOf(route.state))
    .filter(({ role }) => role !== null)
    .map(({ tag }) => `#${tag}`);
  if (tags.length === 0) return `At the start: ${dialogues}`;
  const shown = route.kind === 'paper' ? tags.slice(-1) : tags.reverse();
  return `After ${shown.join(', ')}: ${dialogues}`;
}

function followed(route: Route): { role: Role | null; tag: string }[] {
  if (route.kind === 'paper') {
    return route.steps.flatMap((step) => step.matched.map((tag) => ({ role: step.role, tag })));
  }
  return route.steps
    .filter((step) => step.outcome === 'matched')
    .map((step) => ({ role: step.role, tag: step.tag }));
}

/**
 * Returns the highlight of a route; null if the graph lacks one of its states.
 * If several transitions connect two states, the followed tag decides.
 */
export function pathOnGraph(route: Route, graph: AutomatonGraph): GraphHighlight | null {
  const states = graph.states.support.length;
  if (route.path.some((state) => state >= states)) return null;
  const symbols = new Map<string, number[]>();
  const { from, to, symbol } = graph.transitions;
  for (let index = 0; index < from.length; index++) {
    const key = `${from[index]} ${to[index]}`;
    symbols.set(key, [...(symbols.get(key) ?? []), symbol[index]!]);
  }
  const tags = followed(route);
  const steps = route.path.slice(1).map((state, index) => {
    const candidates = symbols.get(`${route.path[index]} ${state}`) ?? [];
    const step = tags[index];
    const meant = candidates.find(
      (candidate) =>
        graph.symbols[candidate]?.tag === step?.tag &&
        (step?.role === null || graph.symbols[candidate]?.role === step?.role),
    );
    return { state, symbol: meant ?? candidates[0] ?? -1 };
  });
  return { kind: 'path', steps };
}
