/** Runs of taken rows in each column of a grid: sorted, apart by at least one free row. */
export class OccupiedRows {
  private readonly columns: { low: number; high: number }[][] = [];

  /** True if all rows low … high of the column are free. */
  isFree(column: number, low: number, high: number): boolean {
    return !(this.columns[column] ?? []).some((run) => run.low <= high && run.high >= low);
  }

  /** Takes rows low … high (inclusive) of a column, merging them with the runs they touch. */
  take(column: number, low: number, high: number): void {
    while (this.columns.length <= column) this.columns.push([]);
    const runs = this.columns[column];
    let first = 0;
    while (first < runs.length && runs[first].high < low - 1) first++;
    let last = first;
    let mergedLow = low;
    let mergedHigh = high;
    while (last < runs.length && runs[last].low <= high + 1) {
      mergedLow = Math.min(mergedLow, runs[last].low);
      mergedHigh = Math.max(mergedHigh, runs[last].high);
      last++;
    }
    runs.splice(first, last - first, { low: mergedLow, high: mergedHigh });
  }

  /**
   * The shift nearest to 0 that puts a rigid block on free rows (ties: downwards).
   * @param column column of the block's first level
   * @param tops,bottoms first and last row of the block on each level
   */
  nearestShift(column: number, tops: readonly number[], bottoms: readonly number[]): number {
    const forbidden: { low: number; high: number }[] = [];
    for (let level = 0; level < tops.length; level++) {
      for (const run of this.columns[column + level] ?? []) {
        forbidden.push({ low: run.low - bottoms[level], high: run.high - tops[level] });
      }
    }
    forbidden.sort((first, second) => first.low - second.low);
    let down = 0;
    for (const span of forbidden) if (span.low <= down && span.high >= down) down = span.high + 1;
    forbidden.sort((first, second) => second.high - first.high);
    let up = 0;
    for (const span of forbidden) if (span.low <= up && span.high >= up) up = span.low - 1;
    return down <= -up ? down : up;
  }
}
