/** Throws a RangeError unless there is one offset more than rows, from 0 to `end`, never falling. */
export function checkOffsets(name: string, offsets: Int32Array, rowCount: number, end: number): void {
  if (offsets.length !== rowCount + 1) {
    throw new RangeError(`${name} has ${offsets.length} entries; expected ${rowCount + 1}.`);
  }
  for (let row = 0; row <= rowCount; row++) {
    const least = row === 0 ? 0 : offsets[row - 1];
    const most = row === 0 ? 0 : end;
    if (offsets[row] < least || offsets[row] > most) {
      throw new RangeError(`${name}[${row}] is ${offsets[row]}; expected ${least} to ${most}.`);
    }
  }
  if (offsets[rowCount] !== end) {
    throw new RangeError(`${name} ends at ${offsets[rowCount]}; expected ${end}.`);
  }
}
