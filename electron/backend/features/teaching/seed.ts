/** A fixed seed, so that the same answers always give the same moves. */
export const SEED = 1;
