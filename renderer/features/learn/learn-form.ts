import type { z } from 'zod';
import { DEFAULT_PAPER_OPTIONS, PAPER_FIGURES } from '#shared/algorithms/automaton/learn.ts';
import type { VisibleFilter } from '#shared/algorithms/layout/shown/visible.ts';
import {
  type AutomatonSummary,
  type Learner,
  type LearnInput,
  type LearnResult,
  learnerSchema,
  learnInputSchema,
  usedSettings,
} from '#shared/contract/automata.ts';
import { formatCount, formatSeconds, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Command } from '../../commands/commands.ts';
import { defineSlot } from '../../project/feature.ts';
import { controlsOf, type TypedValues, typedOf, valuesOf } from '../../ui/inputs/schema-fields.tsx';

export const moreCommands = defineSlot<{ readonly title: string; readonly command: Command }>();

const OWN = learnInputSchema.pick({
  ...{ tau: true, lambda: true, depth: true, continueAt: true },
  ...{ states: true, policy: true, support: true, alpha: true, k: true },
});
const TREE = OWN.pick({ tau: true, lambda: true, depth: true, continueAt: true });

export type LearnForm = TypedValues<z.output<typeof OWN>> & {
  readonly run: RunId | null;
  readonly learner: Learner;
  readonly where: string;
};

type Preset = 'default' | 'figures' | 'own';

const PRESETS = {
  default: typedOf(TREE, DEFAULT_PAPER_OPTIONS),
  figures: typedOf(TREE, PAPER_FIGURES.learning),
};

/** Returns the filter of the paper's figures, which show states with more than ten dialogues; else undefined. */
export function figuresFilter(params: Readonly<Record<string, unknown>>): VisibleFilter | undefined {
  const { learning, view } = PAPER_FIGURES;
  const asLearned = Object.entries(learning).every(([name, value]) => params[name] === value);
  if (params.learner !== 'paper' || !asLearned) return undefined;
  return { minSupport: view.minimumSupport, maxDepth: view.maximumDepth ?? Number.POSITIVE_INFINITY };
}

export function startForm(
  run: RunId | null,
  where = '',
  shown: Pick<AutomatonSummary, 'learner'> | null = null,
): LearnForm {
  const learner = learnerSchema.safeParse(shown?.learner);
  return { ...typedOf(OWN), run, learner: learner.success ? learner.data : 'overview', where };
}

export function withPreset(form: LearnForm, preset: Exclude<Preset, 'own'>): LearnForm {
  return { ...form, ...PRESETS[preset] };
}

export function presetOf(form: LearnForm): Preset {
  const found = (['default', 'figures'] as const).find((preset) =>
    Object.entries(PRESETS[preset]).every(([name, value]) => form[name as keyof LearnForm] === value),
  );
  return found ?? 'own';
}

export const parameterOf = (form: LearnForm, onChange: (form: LearnForm) => void) =>
  controlsOf(OWN, form, onChange);

export function inputOf(form: LearnForm): LearnInput | null {
  const { run, learner, where } = form;
  const used = Object.fromEntries(usedSettings(form).map((name) => [name, form[name]]));
  const values = valuesOf(OWN, { ...typedOf(OWN), ...used });
  return values && learnInputSchema.parse({ ...values, run, learner, where: where.trim() });
}

/** If a single state has at least this share of the visits, the graph says little. */
const LARGE_SHARE = 0.3;

interface ReportRow {
  readonly label: string;
  readonly value: string;
  readonly alarm?: boolean;
}

export function reportRows(report: Omit<LearnResult, 'automaton'>): ReportRow[] {
  return [
    { label: 'States of the tag tree', value: formatCount(report.statesBeforeMerging) },
    { label: 'Candidate pairs', value: formatCount(report.candidates) },
    { label: 'Merges accepted', value: formatCount(report.accepted) },
    { label: 'Forced merges', value: formatCount(report.forced) },
    { label: 'States after accepted merges only', value: formatCount(report.statesBeforeClosure) },
    { label: 'States', value: formatCount(report.states) },
    { label: 'Transitions', value: formatCount(report.transitions) },
    {
      label: 'Share of visits that go to the busiest state',
      value: formatShare(report.largestStateShare),
      alarm: report.largestStateShare > LARGE_SHARE,
    },
    { label: 'Time', value: formatSeconds(report.seconds) },
    { label: 'Time to build the tree and merge states', value: formatSeconds(report.learningSeconds) },
    { label: 'Peak memory', value: `${formatCount(Math.round(report.peakMb))} MB` },
  ];
}
