/** Returns a value that must exist. A RangeError, with `what` as the value's name, is a bug. */
export function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new RangeError(`There is no ${what}.`);
  return value;
}
