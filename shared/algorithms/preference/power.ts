/** Probability that a true winner is found; the usual level. */
const POWER = 0.8;
/** Two-sided error level of the test against one half. */
const LEVEL = 0.05;

/** Returns the probabilities of 0 … `trials` successes. */
function binomial(trials: number, share: number): number[] {
  const odds = share / (1 - share);
  const chances = [(1 - share) ** trials];
  for (let k = 1; k <= trials; k++) chances.push(chances[k - 1]! * ((trials - k + 1) / k) * odds);
  return chances;
}

/** Returns the probability of at least `least` successes. */
const tail = (chances: readonly number[], least: number): number =>
  chances.slice(least).reduce((sum, chance) => sum + chance, 0);

/**
 * Returns the smallest win rate, in whole percent, that this number of decided votes tells from a coin in four
 * of five series, by the exact two-sided binomial test at 5 %. Null if none does.
 */
export function detectableWinRate(votes: number): number | null {
  const coin = binomial(votes, 0.5);
  const critical = coin.findIndex((_, least) => tail(coin, least) <= LEVEL / 2);
  if (critical < 0) return null;
  for (let percent = 51; percent < 100; percent++)
    if (tail(binomial(votes, percent / 100), critical) >= POWER) return percent;
  return null;
}
