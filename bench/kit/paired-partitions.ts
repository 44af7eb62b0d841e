const GROUPS = 100;
/** Student's t for 99 degrees of freedom, 95 %. */
const T = 1.984;
const percent = (share: number): number => Math.round(1000 * share) / 10;

type Measure = (cells: Float64Array) => number;

/**
 * Returns the V-measure of several groupings with 95 % intervals, and their differences from the first. The intervals
 * leave out a hundredth of the dialogues at a time (jackknife), because drawing dialogues twice makes groups purer.
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
  const measures = sizes.map<Measure>(
    ({ groups }, one) =>
      (sums) =>
        vMeasure(sums.subarray(starts[one], starts[one + 1]), groups.count, classes.count),
  );
  const gains = measures.slice(1).map<Measure>((measure) => (sums) => measure(sums) - measures[0](sums));
  const told = jackknife([...rows.values()], [...measures, ...gains]);
  return { vMeasure: told.slice(0, measures.length), gain: [null, ...told.slice(measures.length)] };
}

function jackknife(rows: readonly Float64Array[], measures: readonly Measure[]): string[] {
  const all = new Float64Array(rows[0]?.length ?? 0);
  const parts = Array.from({ length: Math.min(GROUPS, rows.length) }, () => new Float64Array(all.length));
  for (const [at, row] of rows.entries())
    for (let cell = 0; cell < row.length; cell++) {
      all[cell] += row[cell];
      parts[at % parts.length][cell] += row[cell];
    }
  return measures.map((measure) => {
    const estimate = measure(all);
    const without = parts.map((part) => measure(all.map((count, cell) => count - part[cell])));
    const mean = without.reduce((sum, value) => sum + value, 0) / without.length;
    const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const half = T * Math.sqrt(((without.length - 1) / without.length) * squares);
    return `${percent(estimate)} [${percent(estimate - half)}, ${percent(estimate + half)}]`;
  });
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
function vMeasure(cells: Float64Array, groups: number, classes: number): number {
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
  return sum === 0 ? 0 : (2 * (sum - entropy(cells))) / sum;
}
