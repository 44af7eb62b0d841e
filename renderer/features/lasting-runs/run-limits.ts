import type { RunLimits } from '#shared/contract/lasting-runs.ts';

/** The limits of a run that asks models, as typed. */
export interface LimitsForm {
  readonly budgetUsd: string;
  readonly budgetTokens: string;
}

export const START_LIMITS: LimitsForm = { budgetUsd: '', budgetTokens: '' };
const LEAST_USD = 0.000001;
const MOST_USD = 1_000_000;

export function formOf({ budgetUsd, budgetTokens }: RunLimits): LimitsForm {
  return {
    budgetUsd: budgetUsd === null ? '' : String(budgetUsd),
    budgetTokens: budgetTokens === null ? '' : String(budgetTokens),
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** Parses a number within bounds, with a decimal point or comma; null if it is invalid. */
export function numberIn(text: string, least: number, most: number): number | null {
  const value = Number(text.replace(',', '.'));
  return !isEmpty(text) && value >= least && value <= most ? value : null;
}

/** Parses a whole number within bounds; null if it is invalid. */
export function wholeIn(text: string, least: number, most: number): number | null {
  const value = Number(text);
  return !isEmpty(text) && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** Returns an error message for each field; null if it is valid. */
export function limitFaults({ budgetUsd, budgetTokens }: LimitsForm) {
  return {
    budgetUsd:
      isEmpty(budgetUsd) || numberIn(budgetUsd, LEAST_USD, MOST_USD) !== null
        ? null
        : 'More than 0, or empty for no limit.',
    budgetTokens:
      isEmpty(budgetTokens) || wholeIn(budgetTokens, 1, Number.MAX_SAFE_INTEGER) !== null
        ? null
        : 'A whole number of 1 or more, or empty for no limit.',
  };
}

/** Returns null if a field is invalid. */
export function limitsOf(form: LimitsForm): RunLimits | null {
  if (Object.values(limitFaults(form)).some((fault) => fault !== null)) return null;
  return {
    budgetUsd: numberIn(form.budgetUsd, LEAST_USD, MOST_USD),
    budgetTokens: wholeIn(form.budgetTokens, 1, Number.MAX_SAFE_INTEGER),
  };
}
