/** For a field that comes because somebody asked to write there, as its `ref`. */
export const takeFocus = (field: HTMLElement | null): void => field?.focus();
