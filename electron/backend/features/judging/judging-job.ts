import { type ReadVerdict, readVerdict } from '#shared/algorithms/judging/judge-messages.ts';
import { checkOf, knownPairs } from '#shared/algorithms/judging/known-pairs.ts';
import { settleOrders } from '#shared/algorithms/preference/judge.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import type { Judgement, PairOutcome } from '#shared/contract/judging.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { JobContext } from '../../jobs/job.ts';
import { askEach } from '../../jobs/run-asking.ts';
import type { Project } from '../../project.ts';
import type { TokenUsage, Weights } from '../../providers/model/model.ts';
import type { Asker, Outcome } from '../../providers/requests/ask.ts';
import { eachInTurn } from '../../providers/requests/elsewhere.ts';
import type { AttemptCost } from '../../providers/requests/ledger.ts';
import { createWaitClock } from '../../providers/requests/wait-clock.ts';
import { type BatchItemRow, itemsOf } from '../../store/comparing/batch-run-table.ts';
import {
  type JudgedPairRow,
  type JudgementRow,
  judgementWriter,
  pairsToAsk,
  pairWriter,
} from '../../store/comparing/judging-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { answerUsage } from '../../store/models/model-answer-table.ts';
import { updateRunParams } from '../../store/runs/run-table.ts';
import { batchRuns } from '../batch/index.ts';
import { keptPrompt } from '../prompts/index.ts';
import { checkedItems, judgedItems, sortPairs } from './compared-pairs.ts';
import {
  createJudgeWriter,
  JUDGE_PROMPT,
  type JudgeParts,
  type JudgeWriter,
  readAnswers,
} from './judge-request.ts';
import { type JudgingParams, judgingRuns } from './judging-runs.ts';

interface JudgeOptions {
  readonly asker: Asker;
  readonly usageOf: (hash: string) => TokenUsage | null;
}

const LONGEST_KEPT_ANSWER = 2000;

/** @throws AskingStopped if asking must end; the signal's reason if aborted */
async function judgePair(
  { item, pair }: Pick<JudgedPairRow, 'item' | 'pair'>,
  writer: JudgeWriter,
  options: JudgeOptions,
): Promise<{ readonly pair: JudgedPairRow; readonly judgements: readonly JudgementRow[] }> {
  const judgements: JudgementRow[] = [];
  await eachInTurn([false, true], async (swapped) => {
    judgements.push({ item, pair, swapped, ...(await judgeOrder(writer, swapped, options)) });
  });
  const [straight, turned] = judgements.flatMap(({ says, weights }) => (says ? [{ says, weights }] : []));
  if (!straight || !turned)
    return { pair: { item, pair, state: 'flagged', outcome: null, consistent: null }, judgements };
  return { pair: { item, pair, state: 'judged', ...settleOrders(straight, turned) }, judgements };
}

/** Asks in one order. If the verdict cannot be read, asks once more and tells the judge what was wrong. */
async function judgeOrder(
  writer: JudgeWriter,
  swapped: boolean,
  { asker, usageOf }: JudgeOptions,
): Promise<Omit<JudgementRow, 'item' | 'pair' | 'swapped'>> {
  const startedMs = performance.now();
  const clock = createWaitClock();
  let tokens: TokenUsage | null = { input: 0, output: 0 };
  let costUsd: number | null = 0;
  let cached = true;
  let problem: string | null = null;
  let answer: string | null = null;
  const pay = ({ costUsd: cost, confirmed, tokens: taken }: AttemptCost): void => {
    costUsd = costUsd === null || cost === null || !confirmed ? null : costUsd + cost;
    if (taken > 0 && !confirmed) tokens = null;
  };
  const account = (asked: number) => ({
    asked,
    tokens,
    costUsd,
    cached,
    latencyMs: performance.now() - startedMs - clock.waitedMs(),
  });
  for (const asked of [1, 2]) {
    const { question } = writer.draft(swapped, problem);
    const outcome = await asker.ask(question, { onSpent: pay, onPlace: clock.onPlace, onSent: clock.onSent });
    if (outcome.kind === 'fault' || !outcome.cached) cached = false;
    if (outcome.kind === 'answer') {
      const usage = outcome.cached ? usageOf(question.hash) : outcome.usage;
      tokens = tokens && usage && { input: tokens.input + usage.input, output: tokens.output + usage.output };
    }
    if (outcome.kind === 'fault') {
      // The server failed too often. The judge is not to blame, so there is no verdict.
      const { message } = outcome.fault;
      return { says: null, weights: null, reason: null, problem: message, answer, ...account(asked) };
    }
    const read = verdictOf(outcome, question.request.maxOutputTokens);
    if (read.kind === 'verdict') {
      const reason = writer.unmask(read.reason);
      const says = preferred(read.says, swapped);
      const weights = weightsIn(outcome.answer.weights, swapped);
      return { says, weights, reason, problem: null, answer: null, ...account(asked) };
    }
    problem = read.problem;
    answer = outcome.answer.text.slice(0, LONGEST_KEPT_ANSWER);
  }
  const said = answer && writer.unmask(answer);
  return { says: null, weights: null, reason: null, problem, answer: said, ...account(2) };
}

function verdictOf(
  { answer }: Extract<Outcome, { kind: 'answer' }>,
  maxOutputTokens: number | null,
): ReadVerdict {
  if (answer.finish === 'refusal') return { kind: 'malformed', problem: 'The judge refused to answer.' };
  const read = readVerdict(answer.text);
  if (read.kind === 'malformed' && answer.finish === 'length')
    return { kind: 'malformed', problem: `The answer was cut off at ${maxOutputTokens} tokens.` };
  return read;
}

const preferred = (says: 'first' | 'second' | 'tie', swapped: boolean): PairOutcome =>
  says === 'tie' ? 'tie' : (says === 'first') === swapped ? 'column' : 'baseline';

function weightsIn(weights: Weights | undefined, swapped: boolean): Judgement['weights'] {
  if (!weights) return null;
  const { first = 0, second = 0, tie = 0 } = weights;
  return { baseline: swapped ? second : first, column: swapped ? first : second, tie };
}

interface JudgingWork {
  readonly run: RunId;
  readonly params: JudgingParams;
  readonly context: JobContext;
}

/**
 * First checks the judge on pairs whose better answer is known. A judge that fails is not asked further. A pair is
 * stored after both orders.
 * @throws JobPause if the budget is reached or the server cannot be asked
 */
export const judgingJob = judgingRuns.askingJob('judgings', async (project, run, context) => {
  const work = { run, params: judgingRuns.require(project.database, run).params, context };
  await notePairs(project.database, work);
  if (await isFitJudge(project, work)) await askMissing(project, work);
  return undefined;
});

/** Adds the pairs that the batch run has answered since. */
async function notePairs(database: WriteDatabase, { run, params, context }: JudgingWork): Promise<void> {
  const { batch, pairs } = params;
  const items = judgedItems(database, batch, params);
  const write = pairWriter(database, run);
  const total = items.length * pairs.length;
  let done = 0;
  for await (const step of sortPairs(database, batch, items, pairs)) {
    context.signal.throwIfAborted();
    write(step);
    done += step.length;
    context.report({ phase: 'sorting pairs of answers', done, total, unit: 'pairs' });
  }
}

/** The pairs of the check have no examples from the dialogues of the batch run. */
const NO_EXAMPLES = { found: [], answers: [] };

/** Checks the judge once in both orders, and stores the result with the run. */
async function isFitJudge(project: Project, { run, params, context }: JudgingWork): Promise<boolean> {
  const { database } = project;
  // Exported prompts are all answered at once, so the judge cannot be checked first.
  if (params.check === 0 || params.elsewhere) return true;
  if (params.checked) return checkOf(params.checked).passed;
  const drawn = itemsOf(database, params.batch, checkedItems(database, params.batch, params));
  const pairs = knownPairs(drawn, params.check, createRandom(params.seed));
  if (pairs.length === 0) return true;
  const writerOf = createWriters(project, params);
  const outcomes: (PairOutcome | null)[] = [];
  const asked = { run, limits: params, model: params.judge, phase: 'checking the judge', unit: 'pairs' };
  await askEach(project, context, asked, pairs, async ({ item, better, worse }, asker) => {
    const writer = writerOf(
      { item, pair: 0 },
      {
        baseline: { answers: worse, examples: NO_EXAMPLES },
        column: { answers: better, examples: NO_EXAMPLES },
      },
    );
    const { pair } = await judgePair({ item, pair: 0 }, writer, {
      asker,
      usageOf: (hash) => answerUsage(database, hash),
    });
    outcomes.push(pair.outcome);
  });
  const count = (outcome: PairOutcome | null): number => outcomes.filter((one) => one === outcome).length;
  const checked = { pairs: pairs.length, right: count('column'), ties: count('tie') };
  updateRunParams(database, run, { ...params, checked });
  return checkOf(checked).passed;
}

async function askMissing(project: Project, { run, params, context }: JudgingWork): Promise<void> {
  const { database } = project;
  const left = pairsToAsk(database, run);
  if (left.length === 0) return;
  const writerOf = createWriters(project, params);
  const before = params.items * params.pairs.length - left.length;
  const phase = 'asking the judge';
  const asked = { run, limits: params, model: params.judge, phase, unit: 'pairs', before };
  const usageOf = (hash: string) => answerUsage(database, hash);
  await askEach<(typeof left)[number], Awaited<ReturnType<typeof judgePair>>>(
    project,
    context,
    asked,
    left,
    async (pair, asker, keep) => keep(await judgePair(pair, writerOf(pair), { asker, usageOf })),
    judgementWriter(database, run),
  );
}

function createWriters({ app: { providers, resources }, database }: Project, params: JudgingParams) {
  const { batch, judge, pairs, promptVersion } = params;
  const { unit } = batchRuns.require(database, batch).params.answering;
  const { text: prompt } = keptPrompt(database, resources, JUDGE_PROMPT, promptVersion);
  const provider = providers.get(judge.provider);
  const turnsOf = turnReader(database, false);
  return (
    { item: at, pair }: Pick<JudgedPairRow, 'item' | 'pair'>,
    given?: Pick<JudgeParts, 'baseline' | 'column'>,
  ): JudgeWriter => {
    const [item] = itemsOf(database, batch, [at]) as [BatchItemRow];
    const answers = given ?? readAnswers(database, batch, at, required(pairs[pair], `pair ${pair}`));
    // Pairs are stored before they are judged, and the rows of their answers are never deleted.
    if (!answers) throw new Error(`An answer to item ${at} of batch run ${batch} is missing.`);
    const turns = turnsOf(item.dialogue);
    return createJudgeWriter({ prompt, judge, provider, unit, item, turns, ...answers });
  };
}
