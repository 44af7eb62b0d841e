const MOST = 3;
const WITHIN_MS = 60_000;

/**
 * Says whether a backend that stopped may be started again: not one that keeps stopping, which would go on for
 * ever without anyone being told.
 * @param now a clock in milliseconds
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
