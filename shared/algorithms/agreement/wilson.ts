import type { ShareEstimate } from '../../domain/figures.ts';

const Z95 = 1.959963984540054;

/**
 * Returns Wilson's 95 % score interval (1927), which is right for few trials and for shares near 0 and 1.
 * Throws a RangeError unless 0 ≤ successes ≤ trials, both whole.
 */
export function wilsonInterval(successes: number, trials: number): ShareEstimate {
  if (
    !Number.isSafeInteger(successes) ||
    !Number.isSafeInteger(trials) ||
    successes < 0 ||
    successes > trials
  ) {
    throw new RangeError(
      `${successes} of ${trials} is not a share. Both must be whole numbers, and the first must not be larger than the second.`,
    );
  }
  if (trials === 0) return { successes, trials, share: null, low: 0, high: 1 };
  const share = successes / trials;
  const square = Z95 ** 2;
  const centre = share + square / (2 * trials);
  const half = Z95 * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials ** 2));
  const scale = 1 + square / trials;
  return {
    successes,
    trials,
    share,
    // Without this, rounding could push the ends past the share.
    low: successes === 0 ? 0 : Math.min(share, (centre - half) / scale),
    high: successes === trials ? 1 : Math.max(share, (centre + half) / scale),
  };
}
