/** A fixed seed, so that teaching again with the same answers gives the same moves. */
export const SEED = 1;
