/** US dollars a million tokens. */
export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

/** Batch files cost half. */
export const PROVIDER_BATCH_SHARE = 0.5;

/** @returns null where the price is unknown, never 0 for it */
export function costOf(
  price: ModelPrice | null,
  tokens: { readonly input: number; readonly output: number },
): number | null {
  if (price === null) return null;
  return (tokens.input * price.inputUsd + tokens.output * price.outputUsd) / 1e6;
}
