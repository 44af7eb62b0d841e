import type { PaperOptions } from '#shared/algorithms/automaton/learn.ts';
import { DEFAULT_PAPER_OPTIONS, PAPER_FIGURES } from '#shared/algorithms/automaton/presets.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import type { Learner, LearnInput, LearnResult } from '#shared/contract/automata.ts';
import { formatCount, formatSeconds, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';

export interface LearnForm {
  readonly run: RunId | null;
  readonly learner: Learner;
  /** Which dialogues; empty for all. */
  readonly where: string;
  /** The most states of an overview. */
  readonly states: string;
  readonly tau: string;
  readonly merge: boolean;
  readonly lambda: string;
  readonly limitDepth: boolean;
  readonly depth: string;
  readonly continueAt: 'ends' | 'leaves';
}

type Preset = 'default' | 'figures' | 'own';

type Options = Omit<LearnForm, 'run' | 'learner' | 'where' | 'states'>;

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
 * What the graph of an automaton opens with where it was learned as for the paper's figures: these show states
 * with more than ten dialogues only. Else undefined, and the graph chooses.
 */
export function figuresFilter(params: Readonly<Record<string, unknown>>): VisibleFilter | undefined {
  const { learning, view } = PAPER_FIGURES;
  const asLearned = Object.entries(learning).every(([name, value]) => params[name] === value);
  if (params.learner !== 'paper' || !asLearned) return undefined;
  return { minSupport: view.minimumSupport, maxDepth: view.maximumDepth ?? Number.POSITIVE_INFINITY };
}

export function startForm(run: RunId | null): LearnForm {
  return { run, learner: 'paper', where: '', states: '40', ...PRESETS.default };
}

export function withPreset(form: LearnForm, preset: Exclude<Preset, 'own'>): LearnForm {
  return { ...form, ...PRESETS[preset] };
}

/** Which preset the parameters are, or "own". Fields that do not count where their box is off are not compared. */
export function presetOf(form: LearnForm): Preset {
  const relevant = ({ tau, merge, lambda, limitDepth, depth, continueAt }: Options) =>
    JSON.stringify([tau, merge && lambda, limitDepth && depth, continueAt]);
  const found = (['default', 'figures'] as const).find(
    (preset) => relevant(PRESETS[preset]) === relevant(form),
  );
  return found ?? 'own';
}

/** Who learns, and what for. */
export const LEARNERS: readonly { readonly value: Learner; readonly label: string; readonly hint: string }[] =
  [
    { value: 'paper', label: 'As in the paper', hint: 'A tree of tags whose similar states are merged.' },
    {
      value: 'context',
      label: 'Context automaton',
      hint: 'Reads a dialogue back from its end; it routes best.',
    },
    { value: 'overview', label: 'Overview', hint: 'Few states that show the whole corpus at a glance.' },
    {
      value: 'dependency',
      label: 'Main way',
      hint: 'The steps that dialogues of one task have in common, in order.',
    },
  ];

/** Which of the fields a learner goes by. */
export const goesBy = (learner: Learner, field: 'tau' | 'states' | 'tree'): boolean =>
  ({ tau: ['paper', 'context'], states: ['overview'], tree: ['paper'] })[field].includes(learner);

interface LearnErrors {
  readonly tau: string | null;
  readonly states: string | null;
  readonly lambda: string | null;
  readonly depth: string | null;
}

function wholeNumber(text: string, least: number, most: number, name: string): string | null {
  const value = Number(text);
  const fits = text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most;
  return fits ? null : `${name} is a whole number from ${formatCount(least)} to ${formatCount(most)}.`;
}

export function errorsOf(form: LearnForm): LearnErrors {
  const { learner } = form;
  const lambda = Number(form.lambda);
  const fits = form.lambda.trim() !== '' && lambda >= 0 && lambda <= 1;
  const isTree = goesBy(learner, 'tree');
  return {
    tau: goesBy(learner, 'tau') ? wholeNumber(form.tau, 0, 1_000_000, 'τ') : null,
    states: goesBy(learner, 'states') ? wholeNumber(form.states, 4, 400, 'The number of states') : null,
    lambda: !isTree || !form.merge || fits ? null : 'λ is a number from 0 to 1.',
    depth: isTree && form.limitDepth ? wholeNumber(form.depth, 1, 100_000, 'The depth') : null,
  };
}

/** The method's input; null where a field is wrong. What the learner does not go by is as at the start. */
export function inputOf(form: LearnForm): LearnInput | null {
  if (Object.values(errorsOf(form)).some((error) => error !== null)) return null;
  const { run, learner, where } = form;
  const start = startForm(run);
  const by = (field: Parameters<typeof goesBy>[1]): LearnForm => (goesBy(learner, field) ? form : start);
  const tree = by('tree');
  return {
    run,
    learner,
    where: where.trim(),
    tau: Number(by('tau').tau),
    lambda: tree.merge ? Number(tree.lambda) : null,
    depth: tree.limitDepth ? Number(tree.depth) : null,
    continueAt: tree.continueAt,
    states: Number(by('states').states),
  };
}

/** From here on one state holds so much that the picture says little. */
const LARGE_SHARE = 0.3;

interface ReportRow {
  readonly label: string;
  readonly value: string;
  readonly alarm?: boolean;
}

/** The learner's report as rows, in the order in which things happened. */
export function reportRows(report: Omit<LearnResult, 'automaton'>): ReportRow[] {
  return [
    { label: 'States of the tag tree', value: formatCount(report.statesBeforeMerging) },
    { label: 'Pairs similar enough to merge', value: formatCount(report.candidates) },
    { label: 'Merges accepted', value: formatCount(report.accepted) },
    { label: 'Merges that determinism forced', value: formatCount(report.forced) },
    { label: 'States after the accepted merges alone', value: formatCount(report.statesBeforeClosure) },
    { label: 'States', value: formatCount(report.states) },
    { label: 'Transitions', value: formatCount(report.transitions) },
    {
      label: 'Share of visits at the largest state',
      value: formatShare(report.largestStateShare),
      alarm: report.largestStateShare > LARGE_SHARE,
    },
    { label: 'Time', value: formatSeconds(report.seconds) },
    { label: 'of which tree and merging', value: formatSeconds(report.learningSeconds) },
    { label: 'Peak memory', value: `${formatCount(Math.round(report.peakMb))} MB` },
  ];
}
