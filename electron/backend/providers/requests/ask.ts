import type { Random } from '#shared/algorithms/random/random.ts';
import type { KeptAnswer } from '../../store/model-answer-table.ts';
import { ModelFault, type ModelProvider } from '../model/model.ts';
import { BACK_OFF, type BackOff, waitBefore } from './back-off.ts';
import type { Budget } from './budget.ts';
import { type Ledger, mayBeCharged, type Question } from './ledger.ts';
import { createPace } from './pace.ts';
import { AskingStopped, createStopRule } from './stop.ts';
import type { Time } from './time.ts';

/** What became of a question: an answer, new or kept, or the fault of the last attempt. */
export type Outcome =
  | { readonly kind: 'answer'; readonly answer: KeptAnswer; readonly cached: boolean }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

export interface Asker {
  /**
   * Asks until there is an answer or no attempt is left.
   * @throws AskingStopped where nothing further should be asked; the signal's reason where it is aborted
   */
  ask(question: Question): Promise<Outcome>;
}

export interface AskerOptions {
  readonly provider: ModelProvider;
  readonly ledger: Ledger;
  readonly budget: Budget;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly time: Time;
  readonly random: Random;
  /** The run was answered at least once before. */
  readonly answeredBefore: boolean;
  readonly backOff?: BackOff;
}

const MOST_ATTEMPTS = 5;
/** Being told to wait is no failure of the request; it may be told so more often. */
const MOST_RATE_LIMITED = 12;

export function createAsker(options: AskerOptions): Asker {
  const { provider, ledger, budget, signal, time, random, backOff = BACK_OFF } = options;
  const rule = createStopRule(options.answeredBefore);
  const stop = new AbortController();
  /** Ends waiting, not what is under way: that is paid for. */
  const waiting = AbortSignal.any([signal, stop.signal]);
  const pace = createPace(options.concurrency, time);
  const underWay = new Map<string, Promise<Outcome>>();

  const halt = (reason: AskingStopped): AskingStopped => {
    stop.abort(reason);
    return reason;
  };

  /** One attempt: room in the budget, the request, the account. */
  const attemptOnce = async (question: Question, attempt: number): Promise<Outcome> => {
    const reservation = await budget.reserve(ledger.most(question), waiting);
    const started = time.now();
    const failed = (outcome: Parameters<Ledger['failed']>[2]): void => {
      reservation.settle(ledger.failed(question, attempt, outcome));
    };
    try {
      const answer = await provider.chat(question.request, { signal });
      reservation.settle(ledger.answered(question, attempt, answer));
      rule.answered();
      return { kind: 'answer', answer: { text: answer.text, finish: answer.finish }, cached: false };
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
        message: signal.aborted ? 'Stopped while it was under way.' : String(error),
        latencyMs,
        charged: true,
      });
      signal.throwIfAborted();
      throw error;
    }
  };

  const attempts = async (question: Question): Promise<Outcome> => {
    // What was asked meanwhile by others is there now.
    const kept = ledger.kept(question);
    if (kept) return { kind: 'answer', answer: kept, cached: true };
    let limited = 0;
    for (let attempt = 1; ; attempt++) {
      const outcome = await attemptOnce(question, attempt);
      if (outcome.kind === 'answer') return outcome;
      const { fault } = outcome;
      if (fault.kind === 'rate-limited') limited++;
      const last =
        !fault.retryable ||
        limited >= MOST_RATE_LIMITED ||
        (fault.kind !== 'rate-limited' && attempt - limited >= MOST_ATTEMPTS);
      const stopped = rule.failed(fault, last);
      if (stopped) throw halt(stopped);
      if (last) return outcome;
      // It keeps its place while it waits: a server in trouble is not sent the next ones instead.
      const wait = waitBefore(attempt, fault.retryAfterMs, random, backOff);
      if (fault.kind === 'rate-limited' || fault.retryAfterMs !== null) pace.holdBack(wait);
      else await time.sleep(wait, waiting);
      await pace.passed(waiting);
    }
  };

  return {
    async ask(question) {
      waiting.throwIfAborted();
      const kept = ledger.kept(question);
      if (kept) return { kind: 'answer', answer: kept, cached: true };
      const other = underWay.get(question.hash);
      if (other) {
        const outcome = await other;
        const own = outcome.kind === 'answer' ? ledger.kept(question) : null;
        return own ? { kind: 'answer', answer: own, cached: true } : outcome;
      }
      const asking = pace
        .run(waiting, () => attempts(question))
        .catch((error: unknown) => {
          throw error instanceof AskingStopped ? halt(error) : error;
        });
      underWay.set(question.hash, asking);
      try {
        return await asking;
      } finally {
        underWay.delete(question.hash);
      }
    },
  };
}
