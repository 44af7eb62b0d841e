/** F1 of two bags of dialogue acts, each act as often as it occurs; 0 … 1. */
export function actBagF1(candidate: readonly string[], truth: readonly string[]): number {
  const left = new Map<string, number>();
  for (const act of truth) left.set(act, (left.get(act) ?? 0) + 1);
  let shared = 0;
  for (const act of candidate) {
    const count = left.get(act) ?? 0;
    if (count === 0) continue;
    left.set(act, count - 1);
    shared++;
  }
  return shared === 0 ? 0 : (2 * shared) / (candidate.length + truth.length);
}
