import {
  DEFAULT_PAPER_OPTIONS,
  PAPER_FIGURES,
  type PaperOptions,
} from '#shared/algorithms/automaton/learn.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import { MERGING_DEFAULTS } from '#shared/algorithms/merging/learn-merging.ts';
import {
  type AutomatonSummary,
  type Learner,
  type LearnInput,
  type LearnResult,
  learnerSchema,
} from '#shared/contract/automata.ts';
import { formatCount, formatSeconds, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';

/** Alternatives to learning once, which other features offer beside the parameters. */
export const otherWays = defineSlot<{ readonly title: string; readonly command: Command }>();

export interface LearnForm {
  readonly run: RunId | null;
  readonly learner: Learner;
  /** The filter of the dialogues; empty for all. */
  readonly where: string;
  /** Maximum number of states; empty lets the learner decide. */
  readonly states: string;
  readonly policy: LearnInput['policy'];
  readonly alpha: string;
  readonly k: string;
  /** Percent of the dialogues. */
  readonly support: string;
  readonly tau: string;
  readonly merge: boolean;
  readonly lambda: string;
  readonly limitDepth: boolean;
  readonly depth: string;
  readonly continueAt: 'ends' | 'leaves';
}

type Preset = 'default' | 'figures' | 'own';

type Options = Pick<LearnForm, 'tau' | 'merge' | 'lambda' | 'limitDepth' | 'depth' | 'continueAt'>;

const PRESETS: Readonly<Record<Exclude<Preset, 'own'>, Options>> = {
  default: parametersOf(DEFAULT_PAPER_OPTIONS),
  figures: parametersOf(PAPER_FIGURES.learning),
};

function parametersOf({ tau, lambda, depth, continueAt }: PaperOptions): Options {
  return {
    tau: String(tau),
    merge: lambda !== null,
    lambda: String(lambda ?? DEFAULT_PAPER_OPTIONS.lambda),
    limitDepth: depth !== null,
    depth: String(depth ?? PAPER_FIGURES.learning.depth),
    continueAt,
  };
}

/**
 * Returns the initial graph filter for an automaton learned as for the paper's figures, which show only
 * states with more than ten dialogues. Undefined for others; then the graph decides.
 */
export function figuresFilter(params: Readonly<Record<string, unknown>>): VisibleFilter | undefined {
  const { learning, view } = PAPER_FIGURES;
  const asLearned = Object.entries(learning).every(([name, value]) => params[name] === value);
  if (params.learner !== 'paper' || !asLearned) return undefined;
  return { minSupport: view.minimumSupport, maxDepth: view.maximumDepth ?? Number.POSITIVE_INFINITY };
}

/** @param shown the shown automaton, whose learner is preselected */
export function startForm(
  run: RunId | null,
  where = '',
  shown: Pick<AutomatonSummary, 'learner'> | null = null,
): LearnForm {
  const { policy, alpha, k, support } = MERGING_DEFAULTS;
  const learner = learnerSchema.safeParse(shown?.learner);
  return {
    run,
    learner: learner.success ? learner.data : 'overview',
    where,
    states: '',
    policy,
    alpha: String(alpha),
    k: String(k),
    support: String(100 * support),
    ...PRESETS.default,
  };
}

export function withPreset(form: LearnForm, preset: Exclude<Preset, 'own'>): LearnForm {
  return { ...form, ...PRESETS[preset] };
}

/** Returns the preset of the parameters, or "own". Fields whose option is off are not compared. */
export function presetOf(form: LearnForm): Preset {
  const relevant = ({ tau, merge, lambda, limitDepth, depth, continueAt }: Options) =>
    JSON.stringify([tau, merge && lambda, limitDepth && depth, continueAt]);
  const found = (['default', 'figures'] as const).find(
    (preset) => relevant(PRESETS[preset]) === relevant(form),
  );
  return found ?? 'own';
}

type Field = 'tau' | 'states' | 'tree' | 'policy' | 'alpha' | 'k' | 'lambda';

export function goesBy({ learner, policy }: Pick<LearnForm, 'learner' | 'policy'>, field: Field): boolean {
  const isMerging = learner === 'merging';
  switch (field) {
    case 'tau':
      return learner === 'paper' || learner === 'context';
    case 'states':
      return learner === 'overview' || isMerging;
    case 'tree':
      return learner === 'paper';
    case 'policy':
      return isMerging;
    case 'alpha':
      return isMerging && policy === 'alergia';
    case 'k':
      return isMerging && policy === 'k-tails';
    case 'lambda':
      return learner === 'paper' || (isMerging && policy === 'phi');
  }
}

interface LearnErrors {
  readonly tau: string | null;
  readonly states: string | null;
  readonly lambda: string | null;
  readonly depth: string | null;
  readonly alpha: string | null;
  readonly k: string | null;
  readonly support: string | null;
}

const isNumber = (text: string, fits: (value: number) => boolean): boolean =>
  text.trim() !== '' && fits(Number(text));

function wholeNumber(text: string, least: number, most: number, name: string): string | null {
  const value = Number(text);
  const fits = text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
  return fits ? null : `${name} is a whole number from ${formatCount(least)} to ${formatCount(most)}.`;
}

export function errorsOf(form: LearnForm): LearnErrors {
  const by = (field: Field): boolean => goesBy(form, field);
  const isShare = (text: string): boolean => isNumber(text, (value) => value >= 0 && value <= 1);
  const isError = (text: string): boolean => isNumber(text, (value) => value > 0 && value <= 1);
  const isPercent = (text: string): boolean => isNumber(text, (value) => value >= 0 && value <= 100);
  return {
    tau: by('tau') ? wholeNumber(form.tau, 0, 1_000_000, 'τ') : null,
    states:
      by('states') && form.states.trim() !== ''
        ? wholeNumber(form.states, 4, 400, 'The number of states')
        : null,
    lambda: by('lambda') && form.merge && !isShare(form.lambda) ? 'λ is a number from 0 to 1.' : null,
    depth: by('tree') && form.limitDepth ? wholeNumber(form.depth, 1, 100_000, 'The depth') : null,
    alpha: by('alpha') && !isError(form.alpha) ? 'α is a number above 0, at most 1.' : null,
    k: by('k') ? wholeNumber(form.k, 0, 20, 'k') : null,
    support: by('policy') && !isPercent(form.support) ? 'The share is a number from 0 to 100.' : null,
  };
}

/** Returns the input for the backend; null if a field is invalid. Unused fields keep their defaults. */
export function inputOf(form: LearnForm): LearnInput | null {
  if (Object.values(errorsOf(form)).some((error) => error !== null)) return null;
  const { run, learner, where } = form;
  const start = startForm(run);
  const by = (field: Field): LearnForm => (goesBy(form, field) ? form : start);
  const tree = by('tree');
  const lambda = by('lambda');
  return {
    run,
    learner,
    where: where.trim(),
    tau: Number(by('tau').tau),
    lambda: lambda.merge ? Number(lambda.lambda) : null,
    depth: tree.limitDepth ? Number(tree.depth) : null,
    continueAt: tree.continueAt,
    states: by('states').states.trim() === '' ? null : Number(by('states').states),
    policy: by('policy').policy,
    alpha: Number(by('alpha').alpha),
    k: Number(by('k').k),
    support: Number(by('policy').support) / 100,
    mostForced: null,
  };
}

/** From this share on, one state contains so much that the graph says little. */
const LARGE_SHARE = 0.3;

interface ReportRow {
  readonly label: string;
  readonly value: string;
  readonly alarm?: boolean;
}

/** Returns the learner's report as rows, in the order of its steps. */
export function reportRows(report: Omit<LearnResult, 'automaton'>): ReportRow[] {
  return [
    { label: 'States of the tag tree', value: formatCount(report.statesBeforeMerging) },
    { label: 'Candidate pairs', value: formatCount(report.candidates) },
    { label: 'Merges accepted', value: formatCount(report.accepted) },
    { label: 'Forced merges', value: formatCount(report.forced) },
    { label: 'States after the accepted merges only', value: formatCount(report.statesBeforeClosure) },
    { label: 'States', value: formatCount(report.states) },
    { label: 'Transitions', value: formatCount(report.transitions) },
    {
      label: 'Share of visits at the busiest state',
      value: formatShare(report.largestStateShare),
      alarm: report.largestStateShare > LARGE_SHARE,
    },
    { label: 'Time', value: formatSeconds(report.seconds) },
    { label: 'Time to build the tree and merge', value: formatSeconds(report.learningSeconds) },
    { label: 'Peak memory', value: `${formatCount(Math.round(report.peakMb))} MB` },
  ];
}
