import { type ReadVerdict, readVerdict } from '#shared/algorithms/judging/judge-messages.ts';
import type { PairOutcome } from '#shared/contract/judging.ts';
import type { TokenUsage } from '../../providers/model/model.ts';
import type { Asker, Outcome } from '../../providers/requests/ask.ts';
import { eachInTurn } from '../../providers/requests/elsewhere.ts';
import type { Spent } from '../../providers/requests/ledger.ts';
import { createWaitClock } from '../../providers/requests/wait-clock.ts';
import type { JudgedPairRow, JudgementRow } from '../../store/comparing/judging-table.ts';
import type { JudgeWriter } from './judge-request.ts';

interface JudgeOptions {
  readonly asker: Asker;
  /** Returns the original token usage of a kept answer. */
  readonly usageOf: (hash: string) => TokenUsage | null;
}

const LONGEST_KEPT_ANSWER = 2000;

/** Asks about a pair in both orders. @throws AskingStopped if asking must end; the signal's reason if aborted */
export async function judgePair(
  { item, pair }: Pick<JudgedPairRow, 'item' | 'pair'>,
  writer: JudgeWriter,
  options: JudgeOptions,
): Promise<{ readonly pair: JudgedPairRow; readonly judgements: readonly JudgementRow[] }> {
  const judgements: JudgementRow[] = [];
  await eachInTurn([false, true], async (swapped) => {
    judgements.push({ item, pair, swapped, ...(await judgeOrder(writer, swapped, options)) });
  });
  const [straight = null, turned = null] = judgements.map(({ says }) => says);
  if (straight === null || turned === null)
    return { pair: { item, pair, state: 'flagged', outcome: null, consistent: null }, judgements };
  const consistent = straight === turned;
  return {
    pair: { item, pair, state: 'judged', outcome: consistent ? straight : 'tie', consistent },
    judgements,
  };
}

/** Asks in one order; repeats once, with the problem, if the verdict cannot be read. */
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
  const pay = ({ costUsd: cost, confirmed, tokens: taken }: Spent): void => {
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
      // The server failed, not the judge, and it was tried often enough.
      return { says: null, reason: null, problem: outcome.fault.message, answer, ...account(asked) };
    }
    const read = verdictOf(outcome, question.request.maxOutputTokens);
    if (read.kind === 'verdict') {
      const reason = writer.unmask(read.reason);
      return { says: preferred(read.says, swapped), reason, problem: null, answer: null, ...account(asked) };
    }
    problem = read.problem;
    answer = outcome.answer.text.slice(0, LONGEST_KEPT_ANSWER);
  }
  return { says: null, reason: null, problem, answer: answer && writer.unmask(answer), ...account(2) };
}

function verdictOf(
  { answer }: Extract<Outcome, { kind: 'answer' }>,
  maxOutputTokens: number | null,
): ReadVerdict {
  if (answer.finish === 'refusal') return { kind: 'malformed', problem: 'The judge refused to answer.' };
  const read = readVerdict(answer.text);
  if (read.kind === 'malformed' && answer.finish === 'length')
    return { kind: 'malformed', problem: `It was cut off at ${maxOutputTokens} tokens.` };
  return read;
}

const preferred = (says: 'first' | 'second' | 'tie', swapped: boolean): PairOutcome =>
  says === 'tie' ? 'tie' : (says === 'first') === swapped ? 'column' : 'baseline';
