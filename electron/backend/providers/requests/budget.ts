import { costText, formatCount } from '#shared/domain/figure-text.ts';
import { AskingStopped } from './stop.ts';

export interface Spending {
  readonly costUsd: number | null;
  readonly tokens: number;
}

export interface BudgetLimits {
  readonly usd: number | null;
  /** Input and output tokens together. */
  readonly tokens: number | null;
}

export interface Reservation {
  settle(used: Spending): void;
}

export type Budget = ReturnType<typeof createBudget>;

/** Dollars are sums of many small fractions, so smaller differences than this are ignored. */
const CENT_DUST = 1e-9;

export function createBudget(limits: BudgetLimits, before: Spending) {
  let usd = before.costUsd ?? 0;
  let tokens = before.tokens;
  let reservedUsd = 0;
  let reservedTokens = 0;
  let running = 0;
  let wake: (() => void)[] = [];
  // Reservations are made in order, so that small requests cannot overtake a large one forever.
  let turn: Promise<unknown> = Promise.resolve();

  const fits = (most: Spending): boolean =>
    (limits.usd === null || usd + reservedUsd + (most.costUsd ?? 0) <= limits.usd + CENT_DUST) &&
    (limits.tokens === null || tokens + reservedTokens + most.tokens <= limits.tokens);

  const changed = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = (): void => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      wake.push(() => {
        signal.removeEventListener('abort', leave);
        resolve();
      });
    });

  const takeRoom = async (most: Spending, signal: AbortSignal): Promise<Reservation> => {
    signal.throwIfAborted();
    if (limits.usd !== null && most.costUsd === null) {
      throw new AskingStopped(
        'budget',
        'The price of this model is unknown, so a budget in dollars does not work.',
      );
    }
    while (!fits(most)) {
      if (running === 0) throw new AskingStopped('budget', reached(limits, { costUsd: usd, tokens }, most));
      await changed(signal);
    }
    running++;
    reservedUsd += most.costUsd ?? 0;
    reservedTokens += most.tokens;
    let settled = false;
    return {
      settle(used) {
        if (settled) return;
        settled = true;
        running--;
        reservedUsd = running === 0 ? 0 : reservedUsd - (most.costUsd ?? 0);
        reservedTokens -= most.tokens;
        usd += used.costUsd ?? 0;
        tokens += used.tokens;
        const waiting = wake;
        wake = [];
        for (const notify of waiting) notify();
      },
    };
  };

  return {
    /**
     * Reserves the upper bound of a request, or waits for running requests. @throws AskingStopped "budget" if the bound
     * can never fit
     */
    reserve(most: Spending, signal: AbortSignal) {
      const result = turn.then(() => takeRoom(most, signal));
      turn = result.catch(() => {});
      return result;
    },
    book(used: Spending) {
      usd += used.costUsd ?? 0;
      tokens += used.tokens;
    },
    spent: () => ({ costUsd: usd, tokens }),
    left: () => ({
      usd: limits.usd === null ? null : Math.max(0, limits.usd - usd - reservedUsd),
      tokens: limits.tokens === null ? null : Math.max(0, limits.tokens - tokens - reservedTokens),
    }),
  };
}

function reached(limits: BudgetLimits, spent: Spending, most: Spending): string {
  if (limits.usd !== null && (spent.costUsd ?? 0) + (most.costUsd ?? 0) > limits.usd) {
    return `The budget of ${costText(limits.usd)} is reached: ${costText(spent.costUsd ?? 0)} is spent, and the next request may cost up to ${costText(most.costUsd ?? 0)}.`;
  }
  return `The budget of ${formatCount(limits.tokens ?? 0)} tokens is reached: ${formatCount(spent.tokens)} tokens are used, and the next request may use up to ${formatCount(most.tokens)}.`;
}
