/**
 * A value that must exist: an item at a counted place, or an entry of a key that was set.
 * @param what names the value, as in "There is no state 7."
 * @throws RangeError if it is missing, which is a bug in the program, not in its input
 */
export function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new RangeError(`There is no ${what}.`);
  return value;
}
