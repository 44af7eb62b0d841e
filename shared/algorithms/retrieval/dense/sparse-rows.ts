/** Compressed rows of (column, value) pairs: row i is `offsets[i] … offsets[i+1]-1`, columns ascending, distinct. */
export interface SparseRows {
  readonly rowCount: number;
  readonly columnCount: number;
  /** length = rows + 1 */
  readonly offsets: Int32Array;
  readonly columns: Int32Array;
  readonly values: Float32Array;
}

/** Counts how often each row has each column. Leaves out negative columns (words that training never saw). */
export function countRows(
  rowCount: number,
  columnCount: number,
  columnsOf: (row: number) => ArrayLike<number>,
): SparseRows {
  const offsets = new Int32Array(rowCount + 1);
  let columns = new Int32Array(1024);
  let values = new Float32Array(1024);
  let length = 0;
  for (let row = 0; row < rowCount; row++) {
    const given = columnsOf(row);
    const sorted = sortedCopy(given);
    if (length + given.length > columns.length) {
      const capacity = 2 * (length + given.length);
      columns = grown(columns, new Int32Array(capacity));
      values = grown(values, new Float32Array(capacity));
    }
    for (let at = 0; at < given.length; at++) {
      if (sorted[at] < 0) continue;
      if (length > offsets[row] && columns[length - 1] === sorted[at]) {
        values[length - 1]++;
      } else {
        columns[length] = sorted[at];
        values[length] = 1;
        length++;
      }
    }
    offsets[row + 1] = length;
  }
  return {
    rowCount,
    columnCount,
    offsets,
    columns: columns.slice(0, length),
    values: values.slice(0, length),
  };
}

/** Scratch space for the row being sorted. A new array for each of a million rows would take half of the time. */
let sorted = new Int32Array(256);

/** Returns an array that begins with the sorted numbers. Uses insertion sort, because most rows are short. */
function sortedCopy(numbers: ArrayLike<number>): Int32Array {
  const { length } = numbers;
  if (length > sorted.length) sorted = new Int32Array(2 * length);
  if (length > 64) {
    sorted.set(numbers);
    sorted.subarray(0, length).sort();
    return sorted;
  }
  for (let at = 0; at < length; at++) {
    const value = numbers[at];
    let slot = at;
    for (; slot > 0 && sorted[slot - 1] > value; slot--) sorted[slot] = sorted[slot - 1];
    sorted[slot] = value;
  }
  return sorted;
}

function grown<Numbers extends Int32Array | Float32Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

export function columnFrequencies(rows: SparseRows): Int32Array {
  const frequencies = new Int32Array(rows.columnCount);
  for (const column of rows.columns) frequencies[column]++;
  return frequencies;
}
