/** The state with the most of a figure, the start left out; null where there is none. */
export function topState(values: readonly number[]): number | null {
  let top: number | null = null;
  for (const [state, value] of values.entries())
    if (state > 0 && value > (top === null ? 0 : (values[top] ?? 0))) top = state;
  return top;
}
