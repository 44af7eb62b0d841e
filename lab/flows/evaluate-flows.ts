import { translateError } from '#backend/errors.ts';
import { readDialogues } from '#backend/formats/read.ts';
import { buildSymbolCorpusOfAll } from '#shared/algorithms/automaton/corpus/symbol-corpus.ts';
import {
  FLOW_LEARNERS,
  type FlowLearner,
  findArrows,
  followArrows,
} from '#shared/algorithms/dependency/find-arrows.ts';
import { bootstrap } from '#shared/algorithms/metrics/bootstrap.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Estimate } from '#shared/domain/figures.ts';
import type { TaggedDialogue } from '#shared/domain/symbols.ts';
import { experiment } from '../experiment.ts';
import { type FlowScore, labelArrows, scoreFlow } from './flow-score.ts';
import { readFlows } from './read-flows.ts';

interface TaskScore extends FlowScore {
  readonly dialogues: number;
  readonly designed: number;
  readonly found: number;
  readonly follows: FlowScore;
}

/** The share of designed flows found in dialogues, by task and as the mean over tasks; all 0 … 1. */
interface FlowsEvaluation {
  readonly learner: FlowLearner;
  readonly tasks: Readonly<Record<string, TaskScore>>;
  readonly macro: FlowScore;
  /** 95 % of resampled sets of tasks, of the macro F1. */
  readonly interval: readonly [lower: number | null, upper: number | null];
  readonly follows: { readonly leastShare: number; readonly macro: FlowScore };
  readonly gain: Estimate;
  /** Flows that no dialogue names as its task. */
  readonly withoutDialogues: readonly string[];
  readonly seconds: number;
}

/** A directly-follows graph uses arrows that a tenth of the dialogues take; with fewer it scores lower. */
const FOLLOWS_SHARE = 0.1;
const SEED = 1;

/**
 * Learns each task's path from the dialogues with the task in `tasks` (or `domain`).
 * Throws a DialogramError if a file cannot be read, or no dialogue belongs to a task with a flow.
 */
export async function evaluateFlows(
  {
    dialogues,
    flows,
    learner,
  }: { readonly dialogues: string; readonly flows: string; readonly learner: FlowLearner },
  signal: AbortSignal,
): Promise<FlowsEvaluation> {
  const started = performance.now();
  const designed = await readFlows(flows, signal);
  const tasks = [...designed].map(([name, { arrows, names }]) => ({
    name,
    arrows,
    names,
    labels: new Set(arrows.flat()),
    own: [] as TaggedDialogue[],
  }));
  try {
    for await (const event of readDialogues(dialogues, 'neutral', { map: null, brand: null, signal })) {
      if (event.kind !== 'dialogue') continue;
      const { externalId, domains, extra, utterances } = event.dialogue;
      const named: readonly unknown[] = Array.isArray(extra?.tasks) ? extra.tasks : domains;
      for (const { names, labels, own } of tasks) {
        if (!names.some((name) => named.includes(name))) continue;
        const turns = utterances.map(({ role, acts }) => ({
          role,
          tags: (acts ?? []).filter((act) => labels.has(act)),
        }));
        own.push({ key: externalId, turns });
      }
    }
  } catch (error) {
    throw translateError(error, dialogues);
  }
  const scored = tasks.flatMap(({ name, arrows: drawn, own }): [string, TaskScore][] => {
    if (own.length === 0) return [];
    const corpus = buildSymbolCorpusOfAll(own);
    const arrows = labelArrows({ arrows: drawn }, new Set(corpus.symbols.map(({ tag }) => tag)));
    const found = findArrows(corpus, learner);
    const score = scoreFlow(found, arrows);
    const follows = scoreFlow(followArrows(corpus, FOLLOWS_SHARE), arrows);
    return [[name, { dialogues: own.length, designed: arrows.size, found: found.size, ...score, follows }]];
  });
  if (scored.length === 0) {
    throw new DialogramError('INVALID', `No dialogue in ${dialogues} belongs to a task that has a flow.`, {
      place: dialogues,
      value: [...designed.keys()].slice(0, 5).join(', '),
      nextStep: 'Use neutral JSON Lines whose dialogues have the name of a flow in "tasks" (or "domain").',
    });
  }
  const scores = scored.map(([, score]) => score);
  const [f1, gain] = bootstrap(
    scores.map((score) => Float64Array.of(1, score.f1, score.follows.f1)),
    [
      ([count, own]) => (count ? (own ?? 0) / count : null),
      ([count, own, other]) => (count ? ((own ?? 0) - (other ?? 0)) / count : null),
    ],
    { seed: SEED },
  );
  return {
    learner,
    tasks: Object.fromEntries(scored),
    macro: macroOf(scores),
    interval: [f1?.lower ?? null, f1?.upper ?? null],
    follows: { leastShare: FOLLOWS_SHARE, macro: macroOf(scores.map(({ follows }) => follows)) },
    gain: gain ?? { estimate: null, lower: null, upper: null },
    withoutDialogues: tasks.filter(({ own }) => own.length === 0).map(({ name }) => name),
    seconds: (performance.now() - started) / 1000,
  };
}

function macroOf(scores: readonly FlowScore[]): FlowScore {
  const mean = (read: (score: FlowScore) => number): number =>
    scores.reduce((sum, score) => sum + read(score), 0) / scores.length;
  return {
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
  };
}

export const command = experiment(
  ['flows --dialogues FILE --flows FOLDER [--learner dependency|overview|paper]'],
  async (given, { signal }) => {
    const dialogues = given.requiredPath('dialogues');
    const flows = given.requiredPath('flows');
    const learner = given.choice('learner', FLOW_LEARNERS) ?? 'dependency';
    return evaluateFlows({ dialogues, flows, learner }, signal);
  },
);
