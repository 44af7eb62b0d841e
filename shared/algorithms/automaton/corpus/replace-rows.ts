/**
 * Replaces rows of an array, where row r is `values[offsets[r] … offsets[r+1]-1]`. Copies the others in blocks. Returns
 * the same offsets if no row has another length.
 */
export function replaceRows(
  offsets: Int32Array,
  values: Int32Array,
  rows: ReadonlyMap<number, readonly number[]>,
): { readonly offsets: Int32Array; readonly values: Int32Array } {
  const lengthOf = (row: number): number => offsets[row + 1]! - offsets[row]!;
  const changed = [...rows].sort(([left], [right]) => left - right);
  const added = changed.reduce((sum, [row, own]) => sum + own.length - lengthOf(row), 0);
  const isMoved = changed.some(([row, own]) => own.length !== lengthOf(row));
  const newOffsets = isMoved ? offsets.slice() : offsets;
  const newValues = new Int32Array(values.length + added);
  let from = 0;
  let shift = 0;
  const copyUntil = (row: number): void => {
    newValues.set(values.subarray(offsets[from], offsets[row]), offsets[from]! + shift);
    if (shift !== 0) for (let at = from; at <= row; at++) newOffsets[at]! += shift;
  };
  for (const [row, own] of changed) {
    copyUntil(row);
    newValues.set(own, offsets[row]! + shift);
    shift += own.length - lengthOf(row);
    from = row + 1;
  }
  copyUntil(offsets.length - 1);
  return { offsets: newOffsets, values: newValues };
}
