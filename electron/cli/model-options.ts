import { amount, integer, text, type Values } from './arguments.ts';

/** What a run that asks a model may spend. */
export const LIMIT_OPTIONS = {
  budget: { type: 'string' },
  'budget-tokens': { type: 'string' },
  concurrency: { type: 'string' },
} as const;

interface Limits {
  readonly budgetUsd?: number;
  readonly budgetTokens?: number;
  readonly concurrency?: number;
}

/** Only the limits that were given, so that the others stay as they are. */
export function limitsOf(values: Values, command: string): Limits {
  const given = {
    budgetUsd: amount(values, 'budget', command),
    budgetTokens: integer(values, 'budget-tokens', command, 1),
    concurrency: integer(values, 'concurrency', command, 1),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
}

/** `--temperature`: null leaves it to the server; 0 where the option was not given. */
export const temperatureOf = (values: Values, command: string): number | null =>
  text(values, 'temperature') === 'default' ? null : (amount(values, 'temperature', command) ?? 0);
