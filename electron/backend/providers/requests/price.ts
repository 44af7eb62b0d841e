/** US dollars a million tokens. */
export interface ModelPrice {
  readonly inputUsd: number;
  readonly outputUsd: number;
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Batch files cost half. */
export const PROVIDER_BATCH_SHARE = 0.5;

/** @returns null if the price is unknown, never 0 for it */
export function costOf(price: ModelPrice | null, tokens: Tokens): number | null {
  if (price === null) return null;
  return (tokens.input * price.inputUsd + tokens.output * price.outputUsd) / 1e6;
}

/** Returns the tokens and cost of requests: at most, and likely. */
export function costsOf(price: ModelPrice | null, most: Tokens, likely: Tokens) {
  const [dearest, likeliest] = [costOf(price, most), costOf(price, likely)];
  return {
    tokens: { most: most.input + most.output, likely: likely.input + likely.output },
    costUsd: dearest === null || likeliest === null ? null : { most: dearest, likely: likeliest },
  };
}
