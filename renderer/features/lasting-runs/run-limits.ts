import type { RunLimits } from '#shared/contract/lasting-runs.ts';

/** What a run that asks models may take, as it is typed. Pure. */
export interface LimitsForm {
  readonly budgetUsd: string;
  readonly budgetTokens: string;
  readonly concurrency: string;
}

export const START_LIMITS: LimitsForm = { budgetUsd: '', budgetTokens: '', concurrency: '4' };
const LEAST_USD = 0.000001;
const MOST_USD = 1_000_000;

/** Limits as they would be typed. */
export function formOf({ budgetUsd, budgetTokens, concurrency }: RunLimits): LimitsForm {
  return {
    budgetUsd: budgetUsd === null ? '' : String(budgetUsd),
    budgetTokens: budgetTokens === null ? '' : String(budgetTokens),
    concurrency: String(concurrency),
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** A number within bounds, with a decimal point or comma, or null. */
export function numberIn(text: string, least: number, most: number): number | null {
  const value = Number(text.replace(',', '.'));
  return !isEmpty(text) && value >= least && value <= most ? value : null;
}

/** A whole number within bounds, or null. */
export function wholeIn(text: string, least: number, most: number): number | null {
  const value = Number(text);
  return !isEmpty(text) && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** What is wrong with each field, as a sentence; null where nothing is. */
export function limitFaults({ budgetUsd, budgetTokens, concurrency }: LimitsForm) {
  return {
    budgetUsd:
      isEmpty(budgetUsd) || numberIn(budgetUsd, LEAST_USD, MOST_USD) !== null
        ? null
        : 'More than 0, or empty for no limit.',
    budgetTokens:
      isEmpty(budgetTokens) || wholeIn(budgetTokens, 1, Number.MAX_SAFE_INTEGER) !== null
        ? null
        : 'A whole number of 1 or more, or empty for no limit.',
    concurrency: wholeIn(concurrency, 1, 64) === null ? 'A whole number from 1 to 64.' : null,
  };
}

/** @returns null where a field is wrong */
export function limitsOf(form: LimitsForm): RunLimits | null {
  const concurrency = wholeIn(form.concurrency, 1, 64);
  if (concurrency === null || Object.values(limitFaults(form)).some((fault) => fault !== null)) return null;
  return {
    budgetUsd: numberIn(form.budgetUsd, LEAST_USD, MOST_USD),
    budgetTokens: wholeIn(form.budgetTokens, 1, Number.MAX_SAFE_INTEGER),
    concurrency,
  };
}
