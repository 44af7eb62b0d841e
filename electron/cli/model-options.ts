import type { Arguments } from './arguments.ts';

/** Returns true if prompts are answered elsewhere; see `prompts`. */
export const elsewhereOf = (given: Arguments): { readonly elsewhere?: true } =>
  given.named.has('elsewhere') ? { elsewhere: true } : {};

interface Limits {
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
}

/** Only the given limits, so the others stay unchanged. */
export function limitsOf(given: Arguments): Limits {
  const limits = {
    budgetUsd: given.amount('budget'),
    budgetTokens: given.integer('budget-tokens', 1),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
}

/** `--temperature`: null leaves it to the server; 0 if the option was not given. */
export const temperatureOf = (given: Arguments): number | null =>
  given.text('temperature') === 'default' ? null : (given.amount('temperature') ?? 0);
