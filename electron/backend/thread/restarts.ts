const MOST = 3;
const WITHIN_MS = 60_000;

/**
 * Returns a function that tells whether a stopped backend may be restarted: not one that keeps stopping, which would
 * restart for ever without anyone noticing.
 * @param now a clock in ms
 */
export function createRestartLimit(now: () => number = () => performance.now()): () => boolean {
  let recent: number[] = [];
  return () => {
    const at = now();
    recent = recent.filter((time) => at - time < WITHIN_MS);
    recent.push(at);
    return recent.length <= MOST;
  };
}
