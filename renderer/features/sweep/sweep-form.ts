import type { Learner, LearnInput } from '#shared/contract/automata.ts';
import { MOST_SETTINGS, type SweepInput, settingsOf, sweepInputSchema } from '#shared/contract/sweep.ts';
import { formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';

/** Comma-separated values to try. */
type ValueField = 'taus' | 'lambdas' | 'states' | 'supports' | 'alphas' | 'ks';

export interface SweepForm extends Readonly<Record<ValueField, string>> {
  readonly runs: readonly RunId[];
  readonly learners: readonly Learner[];
  readonly policies: readonly LearnInput['policy'][];
}

export const startForm = (run: RunId | null): SweepForm => ({
  runs: run === null ? [] : [run],
  learners: ['paper', 'overview', 'merging'],
  policies: ['alergia', 'k-tails'],
  taus: '5',
  lambdas: '0.1, 0.3',
  states: '20, 40, 60',
  supports: '1',
  alphas: '0.0001',
  ks: '2',
});

interface Value {
  readonly field: ValueField;
  readonly label: string;
  readonly hint: string;
  /** The learners that use it; for merging, the policies that do. */
  readonly learners: readonly (Learner | LearnInput['policy'])[];
}

const VALUES: readonly Value[] = [
  {
    field: 'states',
    label: 'Most states',
    hint: 'Whole numbers from 4 to 400.',
    learners: ['overview', 'merging'],
  },
  {
    field: 'taus',
    label: 'Smallest group to split (τ)',
    hint: 'Whole numbers from 0.',
    learners: ['paper', 'context'],
  },
  {
    field: 'lambdas',
    label: 'Merge when more similar than (λ)',
    hint: 'Numbers from 0 to 1; “none” merges nothing.',
    learners: ['paper', 'phi'],
  },
  {
    field: 'supports',
    label: 'Least share of dialogues (%)',
    hint: 'Numbers from 0 to 100.',
    learners: ['merging'],
  },
  {
    field: 'alphas',
    label: 'Error of the test (α)',
    hint: 'Numbers above 0, at most 1.',
    learners: ['alergia'],
  },
  {
    field: 'ks',
    label: 'Turns to look ahead (k)',
    hint: 'Whole numbers from 0 to 20.',
    learners: ['k-tails'],
  },
];

export const valuesOf = ({ learners, policies }: SweepForm): Value[] =>
  VALUES.filter((value) =>
    value.learners.some(
      (one) =>
        learners.some((learner) => learner === one) ||
        (learners.includes('merging') && policies.some((policy) => policy === one)),
    ),
  );

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');

function parse(form: SweepForm) {
  const isAsked = (field: ValueField): boolean => valuesOf(form).some((value) => value.field === field);
  const numbers = (field: ValueField): (number | null)[] | undefined =>
    isAsked(field)
      ? wordsOf(form[field]).map((word) => (field === 'lambdas' && word === 'none' ? null : Number(word)))
      : undefined;
  return sweepInputSchema.safeParse({
    runs: form.runs,
    learners: form.learners,
    ...(form.learners.includes('merging') && { policies: form.policies }),
    taus: numbers('taus'),
    lambdas: numbers('lambdas'),
    states: numbers('states'),
    supports: numbers('supports')?.map((percent) => (percent ?? 0) / 100),
    alphas: numbers('alphas'),
    ks: numbers('ks'),
  });
}

/** Returns an error message for each invalid field; valid fields are absent. */
export function errorsOf(form: SweepForm): Partial<Record<keyof SweepForm, string>> {
  const { error } = parse(form);
  const wrong = new Set(error?.issues.map(({ path }) => path[0]));
  return {
    ...Object.fromEntries(
      VALUES.filter(({ field }) => wrong.has(field)).map(({ field, hint }) => [field, hint]),
    ),
    ...(form.runs.length === 0 && { runs: 'Choose at least one.' }),
    ...(wrong.has('learners') && { learners: 'Choose at least one.' }),
    ...(wrong.has('policies') && { policies: 'Choose at least one.' }),
  };
}

/** Returns the input for the backend; null if a field is invalid or there are too many settings. */
export function inputOf(form: SweepForm): SweepInput | null {
  const { data } = parse(form);
  return data && form.runs.length > 0 && settingsOf(data).length <= MOST_SETTINGS ? data : null;
}

/** "12 settings", or why there are too many. */
export function describeAmount(form: SweepForm): string {
  const { data } = parse(form);
  const settings = data ? settingsOf(data).length : 0;
  if (settings === 0) return '';
  if (settings > MOST_SETTINGS)
    return `These are ${formatCount(settings)} settings. Enter fewer values: at most ${MOST_SETTINGS} can be compared at once.`;
  return settings === 1 ? 'This is one setting.' : `These are ${formatCount(settings)} settings.`;
}
