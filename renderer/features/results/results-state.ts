import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { LEAST_CLUSTERS, widenForChoice } from '#shared/algorithms/metrics/bootstrap.ts';
import type { Project } from '#shared/contract/projects.ts';
import { figureText, intervalWords } from '#shared/domain/figure-text.ts';
import { type Estimate, isClear } from '#shared/domain/figures.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';
import { createTabState, defineMode } from '../../project/mode.ts';

export const RESULTS = defineMode('results', 'test', 'Results', 'Show results');

export type ResultId = RunId | string;

interface ResultChoice {
  readonly kind: string;
  readonly id: ResultId;
}

/** The results that were chosen, latest first. If none is left, the newest run is shown. */
const { use, enter, change } = createTabState<{ readonly chosen: readonly ResultChoice[] }>('results', {
  chosen: [],
});

export const useResults = use;
export const enterResults = enter;

/** Shows a result. `over` puts the result on top of the previous one, which returns afterwards. */
export function showResult(kind: string, id: ResultId, over = false): void {
  const before = over ? use.getState().chosen.filter((one) => one.kind !== kind) : [];
  change({ chosen: [{ kind, id }, ...before] });
}

export function chosenResult(kind: string): ResultId | null {
  return use.getState().chosen.find((one) => one.kind === kind)?.id ?? null;
}

export interface ResultKind {
  readonly name: string;
  readonly useIds: () => Pick<UseQueryResult, 'isError' | 'error' | 'refetch'> & {
    readonly data: readonly ResultId[] | undefined;
  };
  readonly isFiltered?: boolean;
  readonly list: ComponentType<{ readonly shown: ResultId | null }>;
  readonly page: ComponentType<{ readonly shown: ResultId; readonly project: Project }>;
  readonly starts?: Command;
  /** The command that makes a first run. A kind without it is shown only when chosen. */
  readonly begin?: {
    readonly command: Command;
    readonly when: (project: Project) => boolean;
    readonly about: string;
    /** A small run that starts with one press. It costs nothing, sends nothing, and uses the tags of a run. */
    readonly small?: {
      readonly title: string;
      readonly about: string;
      readonly start: (run: RunId | null) => Promise<unknown>;
    };
  };
}

export const resultKinds = defineSlot<ResultKind>();

const MEASURES = {
  actF1: { text: 'the true moves', name: 'act F1' },
  rougeL: { text: 'the true words', name: 'ROUGE-L' },
} as const;

/** These words are whole texts, so that they can be translated. */
const MEASURED_WORDS = { answers: 'answers', examples: 'examples' } as const;

interface Verdict {
  readonly one: string;
  readonly other: string;
  readonly of: keyof typeof MEASURED_WORDS;
  readonly measure: keyof typeof MEASURES;
  /** The figures of both, 0 … 100. */
  readonly values: readonly [one: number | null, other: number | null];
  readonly difference: Estimate;
  readonly sample: string;
  /** The number of differences of which this is the largest (default 1). It widens the interval. */
  readonly bestOf?: number;
  readonly usesLabels?: readonly string[];
}

/** Returns the result as a sentence: which of two is better, by how much, and how certainly. */
export function verdictText(verdict: Verdict): string {
  const { one, other, sample, usesLabels = [], bestOf = 1 } = verdict;
  const { text, name } = MEASURES[verdict.measure];
  const measured = MEASURED_WORDS[verdict.of];
  const difference = widenForChoice(verdict.difference, bestOf);
  const { estimate, lower, upper } = difference;
  if (estimate === null)
    return `${one} and ${other} cannot be compared, because no turn has a value of ${name} for both (${sample}).`;
  const sure =
    lower === null || upper === null
      ? `no interval, because an interval needs at least ${LEAST_CLUSTERS} dialogues`
      : `${intervalWords(estimate < 0 ? { lower: -upper, upper: -lower } : difference)}${bestOf > 1 ? `, corrected for ${bestOf} comparisons` : ''}`;
  const isReversed = estimate < 0;
  const [better, worse] = isReversed ? [other, one] : [one, other];
  const [high, low] = (isReversed ? verdict.values.toReversed() : verdict.values).map(
    (value) => `${figureText(value)} %`,
  );
  const basis = `${figureText(Math.abs(estimate), { signed: true })} points of ${name}, ${sure}; ${sample}`;
  const found = isClear(difference)
    ? `${better} is better than ${worse}. Compared with ${text}, its ${measured} score ${high}, while those of ${worse} score ${low} (${basis}).`
    : `There is no clear winner. Compared with ${text}, the ${measured} of ${better} score ${high}, while those of ${worse} score ${low} (${basis}).`;
  return [found, ...labelsWarning(usesLabels)].join(' ');
}

export function labelsWarning(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `${names.reduce((all, name) => `${all} and ${name}`)} ${names.length === 1 ? 'uses' : 'use'} the correct labels, which is an unfair advantage.`,
  ];
}
