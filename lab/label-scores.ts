/** Accuracy of the predictions of a label, 0 … 100; null if nothing was predicted. */
interface LabelScores {
  readonly count: number;
  readonly accuracy: number | null;
  /** F1 of every true label, weighted by how often it is true: scikit-learn's `f1_score(average="weighted")`. */
  readonly f1: number | null;
}

export function scoreLabels(
  pairs: Iterable<readonly [predicted: string | null, truth: string]>,
): LabelScores {
  const labels = new Map<string, { truth: number; predicted: number; both: number }>();
  const of = (label: string) => {
    const known = labels.get(label);
    if (known) return known;
    const made = { truth: 0, predicted: 0, both: 0 };
    labels.set(label, made);
    return made;
  };
  let count = 0;
  let right = 0;
  for (const [predicted, truth] of pairs) {
    count++;
    of(truth).truth++;
    if (predicted !== null) of(predicted).predicted++;
    if (predicted !== truth) continue;
    right++;
    of(truth).both++;
  }
  if (count === 0) return { count, accuracy: null, f1: null };
  let sum = 0;
  for (const { truth, predicted, both } of labels.values())
    sum += (truth * 2 * both) / Math.max(1, truth + predicted);
  return { count, accuracy: (100 * right) / count, f1: (100 * sum) / count };
}
