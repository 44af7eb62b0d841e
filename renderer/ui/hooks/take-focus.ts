/** Focuses a field when it appears. Use it as `ref` for a field that the person asked for. */
export const takeFocus = (field: HTMLElement | null): void => field?.focus();
