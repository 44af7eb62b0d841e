import type { AutomatonGraph } from '#shared/contract/automata.ts';
import type { ReplayedCase, SimulatedTurn, Simulation } from '#shared/contract/simulator.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { GraphHighlight } from '../../graph/graph-selection.ts';

export type OutcomeShown = NonNullable<Simulation['outcome']>;
type Part = NonNullable<Simulation['change']>['difference']['changed'][number];

/** Returns a key for the dialogue so far, its tags and the settings. An answer is valid for one key only. */
export function standingKey({ turns, at, settings, place }: Simulation): string {
  const said = turns.slice(0, at).map(({ role, text, tags }) => [role, text, tags.map(({ name }) => name)]);
  return JSON.stringify([said, settings, place?.state ?? null]);
}

const SOURCES: Readonly<Partial<Record<SimulatedTurn['source'], string>>> = {
  model: 'from a model',
  module: 'from an external module',
};
export const sourceText = (source: SimulatedTurn['source']): string | null => SOURCES[source] ?? null;

const ORIGINS: Readonly<Record<SimulatedTurn['tags'][number]['origin'], string>> = {
  offline: 'from the offline tagger',
  model: 'from the model',
  similar: 'tagged like similar turns',
  corpus: 'from your dialogues',
  person: 'set by a person',
  step: 'a step you chose',
};
export const originText = (origin: keyof typeof ORIGINS): string => ORIGINS[origin];

export const waitText = ({ turns }: Pick<Simulation, 'turns'>): string =>
  turns.length === 0
    ? 'Loading the automaton and the tagger. You can already type.'
    : 'Tagging the turn and following it through the automaton…';

const READINGS = {
  literal: 'Exact',
  greedy: 'Most common path',
  resume: 'Skip unknown turns',
} as const;

/** Returns the name of a matching rule of the paper's automaton. The context automaton has only one rule. */
export function readingText(policy: keyof typeof READINGS | null): string {
  return policy === null ? 'Context automaton' : READINGS[policy];
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the path on the graph; null without a path, or if the graph lacks one of its states. */
export function pathOf(
  path: Simulation['path'],
  graph: AutomatonGraph,
  steps: number | null,
): GraphHighlight | null {
  const states = graph.states.support.length;
  // Without a path nothing is highlighted, so nothing should be dimmed.
  if (path.length === 0 || path.some(({ state }) => state >= states)) return null;
  const ids = new Map(graph.symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  return {
    kind: 'path',
    steps: path
      .slice(0, steps ?? path.length)
      .map(({ state, role, tag }) => ({ state, symbol: ids.get(`${role} ${tag}`) ?? -1 })),
  };
}

export function partText(part: Part, outcome: OutcomeShown): string {
  switch (part) {
    case 'route': {
      const steps = outcome.route.map(({ tag }) => `#${tag}`).join(' → ') || 'no step';
      const missed = outcome.missed.map(({ tag }) => `#${tag}`).join(', ');
      return missed === '' ? steps : `${steps}; not matched: ${missed}`;
    }
    case 'state':
      return outcome.state.length > 0 ? outcome.state.join(', ') : 'the start';
    case 'examples':
      return outcome.examples.map(({ externalId }) => externalId).join(', ') || 'none';
    case 'answer':
      return outcome.answer ?? 'none';
  }
}

export const PART_NAMES: Readonly<Record<Part, string>> = {
  route: 'Route',
  state: 'State',
  examples: 'Examples',
  answer: 'Answer',
};
export const PARTS = Object.keys(PART_NAMES) as Part[];

export function replayText(items: readonly ReplayedCase[]): string {
  const changed = items.filter(({ difference }) => difference && difference.changed.length > 0).length;
  const failed = items.filter((item) => item.failed !== null).length;
  const parts = [
    changed === 0
      ? `${formatAmount(items.length, 'case')}, none changed`
      : `${changed} of ${formatAmount(items.length, 'case')} changed`,
    failed > 0 && `${failed} could not be replayed`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
