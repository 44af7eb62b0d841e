import { z } from 'zod';
import { checkOf, LEAST_ACCURACY } from '#shared/algorithms/judging/known-pairs.ts';
import {
  type JudgedPairHead,
  type JudgingRun,
  type JudgingSettings,
  judgingSettingsSchema,
} from '#shared/contract/judging.ts';
import { agentKey, modelName, modelOf } from '#shared/domain/agent.ts';
import { intervalText, percentText } from '#shared/domain/figure-text.ts';
import type { JudgeCheck } from '#shared/domain/figures.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import { priceWithin } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { KeptProvider } from '../../providers/model/provider-settings.ts';
import type { ModelPrice } from '../../providers/requests/price.ts';
import { countPairs } from '../../store/comparing/judging-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type BatchRunRow, batchRuns } from '../batch/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import { headOf } from '../retrieval/index.ts';
import { type ComparedPair, comparedPairs, judgedItems } from './compared-pairs.ts';
import { JUDGE_PROMPT } from './judge-request.ts';

const judgingParamsSchema = judgingSettingsSchema.extend({
  promptVersion: z.int(),
  pairs: z.array(z.tuple([z.int(), z.int()])),
  /** The number of turns or dialogues in the sample. */
  items: z.int(),
  /** The result of the check; missing before the check is done. */
  checked: z.object({ pairs: z.int(), right: z.int(), ties: z.int() }).optional(),
});
export type JudgingParams = z.infer<typeof judgingParamsSchema>;

export type JudgingRunRow = LastingRun<JudgingParams>;

export const judgingRuns = lastingRuns({
  kind: 'judging',
  words: 'judging run',
  keeps: 'verdicts',
  params: judgingParamsSchema,
  settingsStay: true,
});

export const listJudgingRuns = (database: ReadDatabase, batch: RunId | null = null): JudgingRunRow[] =>
  judgingRuns.list(database).filter(({ params }) => batch === null || params.batch === batch);

export const headsOf = (pairs: readonly ComparedPair[], { params }: BatchRunRow): JudgedPairHead[] =>
  pairs.map(([baseline, column], pair) => ({
    pair,
    baseline: headOf(params.columns[baseline]!, params.tagger),
    column: headOf(params.columns[column]!, params.tagger),
  }));

export const keysOf = ([baseline, column]: ComparedPair, { params }: BatchRunRow) => ({
  baseline: agentKey(params.columns[baseline]!),
  column: agentKey(params.columns[column]!),
});

export function describeJudging(database: ReadDatabase, { run, params }: JudgingRunRow) {
  const { pairs, items, checked, ...settings } = params;
  const check = checked ? checkOf(checked) : null;
  const batch = batchRuns.require(database, params.batch);
  const counted = countPairs(database, run);
  return {
    settings,
    check,
    batchNumber: batchRuns.numberOf(database, params.batch),
    unit: batch.params.answering.unit,
    pairs: headsOf(pairs, batch),
    items,
    pairsInAll: items * pairs.length,
    ...counted,
    warnings: warningsOf(counted.counts, settings, batch, check),
  };
}

const refusalOf = (model: string, { pairs, accuracy, low, high }: JudgeCheck): string =>
  `${modelName(model)} is not used as a judge, because it found the better answer in only ${percentText(accuracy)} of ${pairs} test pairs (${intervalText({ lower: low, upper: high }, { share: true })}). A judge needs ${percentText(LEAST_ACCURACY)}; a coin toss reaches 50 %. Choose a larger model, or vote yourself.`;

function warningsOf(
  { unanswered }: { readonly unanswered: number },
  { judge }: JudgingRun['settings'],
  { params, result }: BatchRunRow,
  check: JudgeCheck | null,
): string[] {
  const warnings: string[] = check && !check.passed ? [refusalOf(judge.model, check)] : [];
  if (unanswered > 0) {
    const what = unanswered === 1 ? '1 pair of answers was' : `${unanswered} pairs of answers were`;
    const why =
      result?.state === 'done'
        ? 'a column has no answer for some or all turns'
        : 'the batch run has not ended';
    warnings.push(`${what} not judged: ${why}.`);
  }
  if (params.columns.some((column) => modelOf(column)?.model === judge.model))
    warnings.push(
      `The judge ${modelName(judge.model)} also wrote some of the answers that it judges. It may prefer its own answers.`,
    );
  return warnings;
}

export interface CheckedJudging {
  readonly batch: BatchRunRow;
  readonly pairs: ComparedPair[];
  readonly items: number[];
  readonly provider: KeptProvider;
  readonly price: ModelPrice | null;
}

export function checkedJudging({ app, database }: Project, settings: JudgingSettings): CheckedJudging {
  const batch = batchRuns.require(database, settings.batch);
  const pairs = comparedPairs(batch.params.columns, settings.compare);
  const provider = app.providers.get(settings.judge.provider);
  const price = priceWithin(app, settings.judge, settings);
  return { batch, pairs, items: judgedItems(database, batch.run, settings), provider, price };
}

export function planJudging(project: Project, settings: JudgingSettings): { params: JudgingParams } {
  const { database } = project;
  const { pairs, items } = checkedJudging(project, settings);
  const { version } = keptPrompt(database, project.app.resources, JUDGE_PROMPT, settings.promptVersion);
  const params: JudgingParams = {
    ...settings,
    promptVersion: version,
    pairs: pairs.map(([baseline, column]) => [baseline, column]),
    items: items.length,
  };
  return { params };
}
