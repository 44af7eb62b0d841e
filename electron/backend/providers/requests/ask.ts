import type { Random } from '#shared/algorithms/random/random.ts';
import type { KeptAnswer } from '../../store/models/model-answer-table.ts';
import { type ChatAnswer, ModelFault, type ModelProvider, type TokenUsage } from '../model/model.ts';
import type { Budget } from './budget.ts';
import { type AttemptCost, type Ledger, mayBeCharged, type Question } from './ledger.ts';
import type { InLine, Queue } from './queue.ts';
import { AskingStopped, createStopRule } from './stop.ts';
import { BACK_OFF, type BackOff, type Time, waitBefore } from './time.ts';

/** The outcome of a question: an answer, new or cached, or the error of the last attempt. */
export type Outcome =
  | {
      readonly kind: 'answer';
      readonly answer: KeptAnswer & Pick<ChatAnswer, 'toolCalls'>;
      readonly cached: boolean;
      readonly usage: TokenUsage | null;
    }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

export interface Asker {
  /** Asks until there is an answer or no attempt is left. @throws AskingStopped, or the signal's reason if aborted */
  ask(question: Question, watch?: AnswerWatch): Promise<Outcome>;
}

interface AnswerWatch extends Pick<InLine, 'onPlace' | 'onSent'> {
  readonly onText?: (piece: string) => void;
  /** Called before another attempt; the text so far is discarded. */
  readonly onAgain?: () => void;
  /** Called with the cost of each attempt; 0 for a cached answer, or one that another request already waits for. */
  readonly onSpent?: (spent: AttemptCost) => void;
}

interface AskerOptions {
  readonly provider: ModelProvider;
  readonly ledger: Ledger;
  readonly budget: Budget;
  readonly queue: Queue;
  /** True if a person is waiting. Such requests come before the requests of runs. */
  readonly urgent?: boolean;
  readonly signal: AbortSignal;
  readonly time: Time;
  readonly random: Random;
  /** True if the run got an answer earlier. */
  readonly answeredBefore: boolean;
  readonly backOff?: BackOff;
  /** The maximum number of attempts: 5 by default, fewer for interactive requests. */
  readonly mostAttempts?: number;
}

const MOST_ATTEMPTS = 5;
/** A server that asks clients to wait has not failed, so it gets more attempts. */
const MOST_RATE_LIMITED = 12;

export function createAsker(options: AskerOptions): Asker {
  const { provider, ledger, budget, queue, signal, time, random, backOff = BACK_OFF } = options;
  const mostAttempts = options.mostAttempts ?? MOST_ATTEMPTS;
  const rule = createStopRule(options.answeredBefore);
  const stop = new AbortController();
  /** Ends the waiting, but not a request that is already running, because it will be charged anyway. */
  const waiting = AbortSignal.any([signal, stop.signal]);
  const running = new Map<string, Promise<Outcome>>();

  const halt = (reason: AskingStopped): AskingStopped => {
    stop.abort(reason);
    return reason;
  };

  const attemptOnce = async (question: Question, attempt: number, watch?: AnswerWatch): Promise<Outcome> => {
    const reservation = await budget.reserve(ledger.most(question), waiting);
    const started = time.now();
    const settle = (spent: AttemptCost): void => {
      reservation.settle(spent);
      watch?.onSpent?.(spent);
    };
    const failed = (outcome: Parameters<Ledger['failed']>[2]): void =>
      settle(ledger.failed(question, attempt, outcome));
    try {
      const answer = await provider.chat(
        question.request,
        watch?.onText ? { signal, onText: watch.onText } : { signal },
      );
      settle(ledger.answered(question, attempt, answer));
      rule.answered();
      const { usage, latencyMs: _, ...said } = answer;
      return { kind: 'answer', answer: said, cached: false, usage };
    } catch (error) {
      const latencyMs = time.now() - started;
      if (error instanceof ModelFault) {
        const { kind, status, message } = error;
        failed({ outcome: kind, status, message, latencyMs, charged: mayBeCharged(error) });
        return { kind: 'fault', fault: error };
      }
      failed({
        outcome: 'aborted',
        status: null,
        message: signal.aborted ? 'The request was stopped.' : String(error),
        latencyMs,
        charged: true,
      });
      signal.throwIfAborted();
      throw error;
    }
  };

  const attempts = async (question: Question, watch?: AnswerWatch): Promise<Outcome> => {
    // Another request may have got the same answer meanwhile.
    const kept = ledger.kept(question);
    if (kept) return { kind: 'answer', answer: kept, cached: true, usage: null };
    let limited = 0;
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(question, attempt, watch);
      if (outcome.kind === 'answer') return outcome;
      const { fault } = outcome;
      if (fault.kind === 'rate-limited') limited++;
      const last =
        !fault.retryable ||
        limited >= Math.min(MOST_RATE_LIMITED, options.mostAttempts ?? MOST_RATE_LIMITED) ||
        (fault.kind !== 'rate-limited' && attempt - limited >= mostAttempts);
      const stopped = rule.failed(fault, last);
      if (stopped) throw halt(stopped);
      if (last) return outcome;
      // Keeps its place at the server while it waits, so that a server with problems gets no further requests.
      const wait = waitBefore(attempt, fault.retryAfterMs, random, backOff);
      if (fault.kind === 'rate-limited' || fault.retryAfterMs !== null) queue.holdBack(wait);
      else await time.sleep(wait, waiting);
      await queue.passed(waiting);
      watch?.onAgain?.();
    }
  };

  return {
    async ask(question, watch) {
      waiting.throwIfAborted();
      const kept = ledger.kept(question);
      if (kept) return { kind: 'answer', answer: kept, cached: true, usage: null };
      const other = running.get(question.hash);
      if (other) {
        const outcome = await other;
        const own = outcome.kind === 'answer' ? ledger.kept(question) : null;
        return own ? { kind: 'answer', answer: own, cached: true, usage: null } : outcome;
      }
      const { onPlace, onSent } = watch ?? {};
      const inLine: InLine = { urgent: options.urgent ?? false, onPlace, onSent };
      const asking = queue
        .run(waiting, () => attempts(question, watch), inLine)
        .catch((error: unknown) => {
          throw error instanceof AskingStopped ? halt(error) : error;
        });
      running.set(question.hash, asking);
      try {
        return await asking;
      } finally {
        running.delete(question.hash);
      }
    },
  };
}
