/**
 * A value that must be there: an item at a place that was counted before, an entry of a key that was set before.
 * @param what names the value, as in "There is no state 7."
 * @throws RangeError if it is missing, which is a fault of the program and not of its input
 */
export function known<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new RangeError(`There is no ${what}.`);
  return value;
}
