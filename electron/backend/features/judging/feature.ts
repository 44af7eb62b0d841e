import { likelyInputTokens } from '#shared/algorithms/model-tagging/bounds.ts';
import type { InputOf } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type JudgingEstimate, type JudgingSettings, judgingContract } from '#shared/contract/judging.ts';
import { modelName } from '#shared/domain/agent.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import { targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { costsOf } from '../../providers/requests/price.ts';
import { itemsOf } from '../../store/comparing/batch-run-table.ts';
import type { JudgedPairRow } from '../../store/comparing/judging-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import { answerReader } from '../../store/models/model-answer-table.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { batchRuns } from '../batch/index.ts';
import { keptPrompt, methodsOfPrompt } from '../prompts/index.ts';
import { checkedItems, sortPairs } from './compared-pairs.ts';
import { createJudgeWriter, type DraftedQuestion, JUDGE_PROMPT, readAnswers } from './judge-request.ts';
import { readJudgedPairs } from './judged-pairs.ts';
import { judgingJob } from './judging-job.ts';
import {
  type CheckedJudging,
  checkedJudging,
  describeJudging,
  headsOf,
  judgingRuns,
  listJudgingRuns,
  planJudging,
} from './judging-runs.ts';

/** The number of pairs whose requests are composed for an estimate. The rest is extrapolated. */
const DRAFTED = 12;
/** Estimated tokens of a verdict: one or two sentences and a word. */
const LIKELY_TOKENS_PER_VERDICT = 60;

type PairAt = Pick<JudgedPairRow, 'item' | 'pair'>;

async function estimateJudging(
  project: Project,
  settings: JudgingSettings,
  signal: AbortSignal | undefined,
): Promise<JudgingEstimate> {
  const checked = checkedJudging(project, settings);
  const { batch, pairs, items, price } = checked;
  const counts = { open: 0, judged: 0, flagged: 0, same: 0, unanswered: 0 };
  const open: PairAt[] = [];
  for await (const step of sortPairs(project.database, batch.run, items, pairs)) {
    signal?.throwIfAborted();
    for (const pair of step) {
      counts[pair.state]++;
      if (pair.state === 'open') open.push(pair);
    }
  }
  const step = Math.max(1, Math.floor(open.length / DRAFTED));
  const drafted = open.filter((_, at) => at % step === 0).slice(0, DRAFTED);
  const draft = createDrafter(project, settings, checked);
  const find = answerReader(project.database);
  let [input, kept] = [0, 0];
  for (const pair of drafted) {
    for (const swapped of [false, true]) {
      const { question } = draft(pair, swapped);
      input += question.most.input;
      if (find(question.hash) !== null) kept++;
    }
    await breathe();
    signal?.throwIfAborted();
  }
  const asked =
    open.length === 0
      ? 0
      : open.length + Math.min(settings.check, checkedItems(project.database, batch.run, settings).length);
  const requests = 2 * asked;
  const most = {
    input: drafted.length === 0 ? 0 : Math.ceil((input * asked) / drafted.length),
    output: requests * settings.judge.maxOutputTokens,
  };
  const likely = {
    input: likelyInputTokens(most.input),
    output: requests * Math.min(settings.judge.maxOutputTokens, LIKELY_TOKENS_PER_VERDICT),
  };
  return {
    pairs: headsOf(pairs, batch),
    items: items.length,
    counts,
    requests,
    check: asked - open.length,
    drafted: 2 * drafted.length,
    kept,
    ...costsOf(price, most, likely),
  };
}

async function previewQuestion(project: Project, asked: InputOf<(typeof judgingContract)['question']>) {
  const checked = checkedJudging(project, asked.settings);
  const { batch, pairs, items } = checked;
  const { pair } = asked;
  const head = headsOf(pairs, batch)[pair];
  if (!head) {
    throw new DialogramError('NOT_FOUND', `There is no column pair ${pair}.`, {
      place: 'pair',
      value: String(pair),
      nextStep: `The pairs are numbered 0 to ${pairs.length - 1}.`,
    });
  }
  let item = asked.item;
  if (item === null) {
    for await (const step of sortPairs(project.database, batch.run, items, pairs)) {
      item = step.find((one) => one.pair === pair && one.state === 'open')?.item ?? null;
      if (item !== null) break;
    }
  }
  if (item === null) {
    throw new DialogramError('NOT_FOUND', 'There is no pair of answers to judge.', {
      nextStep: 'Wait until the batch run has answered in both columns. Identical answers are not judged.',
    });
  }
  const { messages } = createDrafter(project, asked.settings, checked)({ item, pair }, !asked.baselineFirst);
  return {
    item,
    pair: head,
    messages: messages.map(({ role, content }) => ({ role, content })),
    promptVersion: keptPrompt(
      project.database,
      project.app.resources,
      JUDGE_PROMPT,
      asked.settings.promptVersion,
    ).version,
  };
}

function createDrafter(
  { app: { resources }, database }: Project,
  { judge, promptVersion }: JudgingSettings,
  { batch, pairs, provider }: CheckedJudging,
): (pair: PairAt, swapped: boolean) => DraftedQuestion {
  const { text: prompt } = keptPrompt(database, resources, JUDGE_PROMPT, promptVersion);
  const { unit } = batch.params.answering;
  const turnsOf = turnReader(database);
  return ({ item: at, pair }, swapped) => {
    const [item] = itemsOf(database, batch.run, [at]);
    const indexes = pairs[pair];
    const answers = item && indexes && readAnswers(database, batch.run, at, indexes);
    if (!answers) {
      throw new DialogramError(
        'NOT_FOUND',
        `Row ${at} of batch run ${batch.run} does not have both answers yet.`,
        {
          value: String(at),
          nextStep: 'Wait until the run reaches this row. If the run is paused, continue it.',
        },
      );
    }
    const turns = turnsOf(item.dialogue);
    return createJudgeWriter({ prompt, judge, provider, unit, item, turns, ...answers }).draft(swapped, null);
  };
}

export const feature = defineFeature({
  contract: judgingContract,
  methods: {
    estimate: ({ input, project, signal }) => estimateJudging(project, input, signal),
    question: ({ input, project }) => previewQuestion(project, input),
    ...judgingRuns.methodsOf(
      judgingJob,
      ({ batch, judge }: JudgingSettings, { database }) =>
        `Judging batch run ${batchRuns.numberOf(database, batch)} with ${modelName(judge.model)}`,
      planJudging,
    ),
    runs: ({ input, project }) =>
      judgingRuns.presented(project, describeJudging, listJudgingRuns(project.database, input.batch)),
    pairs: ({ input, project }) => readJudgedPairs(project.database, input),
    summary: ({ input, project: { database, path }, signal }) => {
      judgingRuns.require(database, input.run);
      return readInThread(path, 'judgingFigures', 'summariseJudging', [input.run], { signal });
    },
    table: ({ input, project: { path }, signal }) =>
      readInThread(path, 'winRates', 'tabulateWinRates', [input.seed], { signal }),
    export: ({ input, project: { database, path }, session, signal }) => {
      judgingRuns.require(database, input.run);
      const out = targetOf(session, input);
      return readInThread(path, 'judgingExport', 'writeJudging', [input.run, input.to, out], { signal });
    },
    ...methodsOfPrompt(JUDGE_PROMPT),
  },
  ...judgingRuns.partsOf(judgingJob),
});
