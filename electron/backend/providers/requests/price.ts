import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ModelPriceSource } from '#shared/contract/model-tagging.ts';
import { reachOfBaseUrl } from '../model/base-url.ts';
import type { KeptProvider } from '../model/provider-settings.ts';

const listSchema = z.object({
  asOf: z.string(),
  hosts: z.record(
    z.string(),
    z.record(z.string(), z.object({ inputUsd: z.number().min(0), outputUsd: z.number().min(0) })),
  ),
});

/** Removes the date from a model's name, because "gpt-4o-mini-2024-07-18" is billed as "gpt-4o-mini". */
const withoutDate = (model: string): string => model.replace(/-\d{4}-\d{2}-\d{2}$/, '');

/** Returns the price from the person, the app's table, or zero on this machine. Null, never 0, if unknown. */
export function priceOf(
  provider: Pick<KeptProvider, 'baseUrl' | 'prices'>,
  model: string,
  resources: string,
): ModelPriceSource | null {
  const entered = provider.prices[model] ?? provider.prices[withoutDate(model)];
  if (entered) return { ...entered, source: 'person', asOf: null };
  if (reachOfBaseUrl(provider.baseUrl) === 'loopback') {
    return { inputUsd: 0, outputUsd: 0, source: 'local', asOf: null };
  }
  const { asOf, hosts } = readList(resources);
  const listed = hosts[new URL(provider.baseUrl).hostname]?.[withoutDate(model)];
  return listed ? { ...listed, source: 'list', asOf } : null;
}

function readList(resources: string): z.infer<typeof listSchema> {
  try {
    return listSchema.parse(JSON.parse(readFileSync(join(resources, 'prices.json'), 'utf8')));
  } catch (error) {
    // A damaged table counts as empty. A missing price is reported when it is needed.
    console.warn(`The table of prices in ${resources} could not be read: ${String(error)}`);
    return { asOf: '', hosts: {} };
  }
}

export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Batch files cost half of the normal price. */
export const PROVIDER_BATCH_SHARE = 0.5;

/** @returns null, never 0, if the price is unknown */
export function costOf(price: ModelPrice | null, tokens: Tokens): number | null {
  if (price === null) return null;
  return (tokens.input * price.inputUsd + tokens.output * price.outputUsd) / 1e6;
}

export function costsOf(price: ModelPrice | null, most: Tokens, likely: Tokens) {
  const [dearest, likeliest] = [costOf(price, most), costOf(price, likely)];
  return {
    tokens: { most: most.input + most.output, likely: likely.input + likely.output },
    costUsd: dearest === null || likeliest === null ? null : { most: dearest, likely: likeliest },
  };
}
