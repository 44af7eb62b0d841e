const MOST = 3;
const WITHIN_MS = 60_000;

/**
 * Returns a function that tells if a stopped backend may be restarted. If it stops again and again, it may
 * not.
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
