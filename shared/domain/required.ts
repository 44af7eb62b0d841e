/**
 * Returns a value that must exist, such as an entry of a known key.
 * @param what the name of the value in the error, as in "There is no state 7."
 * @throws RangeError if it is missing, which is a bug
 */
export function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new RangeError(`There is no ${what}.`);
  return value;
}
