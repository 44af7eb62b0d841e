import { bootstrap, type Statistic } from '../../shared/algorithms/metrics/bootstrap.ts';
import type { Estimate } from '../../shared/domain/figures.ts';

const RESAMPLES = 500;
const percent = (share: number): number => Math.round(1000 * share) / 10;
const told = ({ estimate, lower, upper }: Estimate): string | null =>
  estimate === null ? null : `${percent(estimate)} [${percent(lower ?? 0)}, ${percent(upper ?? 0)}]`;

/**
 * Returns the V-measure of several groupings with 95 % intervals, and their differences from the first, by resampling
 * the same dialogues.
 * @param dialogues the dialogue of each item
 */
export function vMeasuresOf(
  truth: readonly string[],
  dialogues: readonly (string | number)[],
  groupings: readonly ArrayLike<number>[],
) {
  const classes = numbered(truth);
  const sizes = groupings.map((groups) => ({ groups: numbered(Array.from(groups)) }));
  const starts = [0];
  for (const { groups } of sizes) starts.push((starts.at(-1) ?? 0) + groups.count * classes.count);
  const rows = new Map<string | number, Float64Array>();
  for (const [at, dialogue] of dialogues.entries()) {
    const row = rows.get(dialogue) ?? new Float64Array(starts.at(-1) ?? 0);
    rows.set(dialogue, row);
    for (const [one, { groups }] of sizes.entries())
      row[starts[one] + groups.of[at] * classes.count + classes.of[at]]++;
  }
  const measures = sizes.map<Statistic>(
    ({ groups }, one) =>
      (sums) =>
        vMeasure(sums.subarray(starts[one], starts[one + 1]), groups.count, classes.count),
  );
  const gains = measures.slice(1).map<Statistic>((measure) => (sums) => {
    const [own, first] = [measure(sums), measures[0](sums)];
    return own === null || first === null ? null : own - first;
  });
  const estimates = bootstrap([...rows.values()], [...measures, ...gains], { seed: 1, resamples: RESAMPLES });
  return {
    vMeasure: estimates.slice(0, measures.length).map(told),
    gain: [null, ...estimates.slice(measures.length).map(told)],
  };
}

function numbered(values: readonly (string | number)[]) {
  const ids = new Map<string | number, number>();
  const of = values.map((value) => {
    if (!ids.has(value)) ids.set(value, ids.size);
    return ids.get(value) as number;
  });
  return { of, count: ids.size };
}

/** Twice the mutual information, divided by the sum of both entropies. */
function vMeasure(cells: Float64Array, groups: number, classes: number): number | null {
  const byGroup = new Float64Array(groups);
  const byClass = new Float64Array(classes);
  let all = 0;
  for (let group = 0; group < groups; group++)
    for (let one = 0; one < classes; one++) {
      const count = cells[group * classes + one];
      byGroup[group] += count;
      byClass[one] += count;
      all += count;
    }
  const entropy = (counts: Float64Array): number =>
    counts.reduce((sum, count) => (count === 0 ? sum : sum - (count / all) * Math.log(count / all)), 0);
  const sum = entropy(byGroup) + entropy(byClass);
  return sum === 0 ? null : (2 * (sum - entropy(cells))) / sum;
}
