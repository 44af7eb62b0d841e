/** Returns the values in ascending order of key (0 … keyCount-1); equal keys keep their order. */
export function countingSort(
  values: Int32Array,
  keyCount: number,
  keyOf: (value: number) => number,
): Int32Array {
  const offsets = new Int32Array(keyCount + 1);
  for (const value of values) offsets[keyOf(value) + 1]++;
  for (let key = 0; key < keyCount; key++) offsets[key + 1] += offsets[key];
  const sorted = new Int32Array(values.length);
  for (const value of values) sorted[offsets[keyOf(value)]++] = value;
  return sorted;
}

export function range(start: number, end: number): Int32Array {
  const values = new Int32Array(end - start);
  for (let index = 0; index < values.length; index++) values[index] = start + index;
  return values;
}
