import { havingMove, moveText, nameOfMove, spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { MovePattern, VariantStep } from '#shared/contract/analysis.ts';
import type { AutomatonGraph, AutomatonSummary } from '#shared/contract/automata.ts';
import type { DialogueDetail } from '#shared/contract/corpus.ts';
import type { FitnessDeviation } from '#shared/contract/fitness.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { DeviationKind } from '#shared/domain/finding.ts';
import { textOfParts } from '#shared/domain/finding.ts';
import { describeLearner } from '#shared/domain/learner-text.ts';
import type { Place } from './place.ts';

/** Returns the role whose symbols enter a state; null for q₀ or if the graph has no such state. */
export function roleOfState(graph: AutomatonGraph | undefined, state: number): Role | null {
  const role = graph?.states.roles[state];
  return role === 0 ? 'system' : role === 1 ? 'user' : null;
}

export function titleOf(place: Place, graph: AutomatonGraph | undefined): string {
  const named = (state: number): string => (graph ? stateName(graph, state) : `State ${state}`);
  switch (place.kind) {
    case 'all':
      return 'All dialogues';
    case 'state':
      return place.state === 0 ? 'Start state' : named(place.state);
    case 'box':
      return `Group “${place.name}”`;
    case 'pattern':
      return `Dialogues that ${patternText(place.pattern)}`;
    case 'finding':
      return 'Finding';
    case 'misfit':
      return place.at === null ? 'Deviations' : deviationText(place.at);
    case 'variant':
      return `Variant of ${formatAmount(place.steps.length, 'step')}`;
    case 'transition':
      return `${place.from === 0 ? 'Start' : named(place.from)} → ${named(place.to)}`;
  }
}

export function remarkOf(place: Place, graph: AutomatonGraph | undefined): string {
  if (place.kind === 'all' || place.kind === 'finding') return '';
  if (place.kind === 'transition') return `${ROLE_NAMES[place.symbol.role]} #${place.symbol.tag}`;
  if (place.kind === 'pattern') return place.where;
  if (place.kind === 'misfit') return 'worst fit first';
  if (place.kind === 'variant') return place.steps.map(stepText).join(' → ');
  if (place.kind === 'box') return formatAmount(place.states.length, 'state');
  const role = roleOfState(graph, place.state);
  return role ? ROLE_NAMES[role] : '';
}

export function patternText(pattern: MovePattern): string {
  switch (pattern.kind) {
    case 'does':
      return textOfParts(havingMove(pattern.move));
    case 'starts':
      return textOfParts(moveText(pattern.move, 'start when ', 'start with '));
    case 'ends':
      return textOfParts(moveText(pattern.move, 'end when ', 'end with '));
    case 'repeats':
      return `${textOfParts(havingMove(pattern.move))} more than once`;
    case 'follows':
      return `go from “${textOfParts(nameOfMove(pattern.move))}” directly to “${textOfParts(nameOfMove(pattern.next))}”`;
  }
}

const deviationText = ({ kind, move }: Pick<FitnessDeviation, 'kind' | 'move'>): string =>
  `${spokenTag(move.tag)} ${DEVIATION_WORDS[kind]}`;

export const DEVIATION_WORDS: Readonly<Record<DeviationKind, string>> = {
  unknown: 'unexpected',
  order: 'out of order',
  repeated: 'repeated',
  misplaced: 'out of order',
  skipped: 'skipped',
  rare: 'rare here',
};

export const stepText = ({ tag, repeated }: VariantStep): string => `${spokenTag(tag)}${repeated ? '+' : ''}`;

export function countOf(total: number, tracked: number | null, query: string): string {
  if (query.trim() === '') return formatAmount(total, 'dialogue');
  if (tracked === null) return `${formatAmount(total, 'dialogue')} found`;
  return `${formatCount(total)} of ${formatAmount(tracked, 'dialogue')} found`;
}

const TAGGERS: Readonly<Record<string, string>> = { offline: 'offline tagger', annotations: 'annotations' };

export function taggerName(tagger: string): string {
  return TAGGERS[tagger] ?? tagger;
}

export function describeRun({ tagger, vocabulary, dialogues: { tagged, all } }: TaggingRun): string {
  const share =
    tagged === all
      ? `all ${formatAmount(all, 'dialogue')}`
      : `${formatCount(tagged)} of ${formatAmount(all, 'dialogue')}`;
  return `${taggerName(tagger)}, ${formatAmount(vocabulary, 'tag')}, ${share}`;
}

export function sourceOfTag(run: TaggingRun): string {
  const { model, prompt } = run.params;
  const version =
    typeof prompt === 'object' && prompt !== null && 'version' in prompt ? prompt.version : null;
  const parts = [
    `run ${run.id}`,
    typeof model === 'string' && model,
    typeof version === 'number' && `prompt version ${version}`,
    formatTime(run.finishedAt ?? run.startedAt),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** Describes what an automaton was learned from: "offline tagger, τ 5, λ 0.1, 12 Mar 2026, 14:03". */
export function describeAutomaton(automaton: AutomatonSummary): string {
  const { imported } = automaton;
  const parts = [
    ...(imported
      ? [
          `imported from ${imported.file}`,
          imported.project !== null && `of ${imported.project}`,
          imported.learnedAt !== null && `learned ${formatTime(imported.learnedAt)}`,
          imported.leftOut ?? false,
        ]
      : [taggerName(automaton.tagger)]),
    ...describeLearner(automaton),
    typeof automaton.params.where === 'string' &&
      automaton.params.where !== '' &&
      `where ${automaton.params.where}`,
    imported === null && formatTime(automaton.createdAt),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** Adds the paper's learner, which `describeAutomaton` does not mention. */
export const labelOfAutomaton = (automaton: AutomatonSummary): string =>
  `${automaton.learner === 'paper' ? 'As in the paper: ' : ''}${describeAutomaton(automaton)}`;

export interface Step {
  readonly turn: number;
  readonly from: number;
  readonly to: number;
  readonly role: Role;
  readonly tag: string;
}

export function stepsOf(dialogue: DialogueDetail): Step[] {
  let from = 0;
  return dialogue.turns.flatMap((turn) =>
    turn.visits.map(({ state, symbol }) => {
      const step = { turn: turn.index, from, to: state, role: symbol.role, tag: symbol.tag };
      from = state;
      return step;
    }),
  );
}

export function stateAfter(steps: readonly Step[], turn: number): number {
  let state = 0;
  for (const step of steps) {
    if (step.turn > turn) break;
    state = step.to;
  }
  return state;
}

/** Returns by turn: the dialogue still reaches states, leaves the automaton here, or left it before. */
export function statesOf(turns: DialogueDetail['turns'], index: number): 'reached' | 'stopped' | 'beyond' {
  const last = turns.findLastIndex((turn) => turn.visits.length > 0);
  return index <= last ? 'reached' : index === last + 1 ? 'stopped' : 'beyond';
}
