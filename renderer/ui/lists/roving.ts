/** Options for moving through a list with arrow keys. Menus, lists and tabs share this code. */

interface RovingOptions {
  /** The arrow keys that count: up and down for lists, left and right for tabs. */
  readonly axis: 'vertical' | 'horizontal';
  /** True to continue at the start after the end. */
  readonly wrap?: boolean;
  /** Rows that Page Up and Page Down move by. */
  readonly page?: number;
}

/**
 * Returns the index that a key leads to, or null if the key does not move.
 * @param index the current one; -1 for none
 */
export function nextIndex(key: string, index: number, count: number, options: RovingOptions): number | null {
  if (count === 0) return null;
  const [back, forward] =
    options.axis === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const clamp = (value: number) => Math.min(count - 1, Math.max(0, value));
  switch (key) {
    case forward:
      return index + 1 < count ? index + 1 : options.wrap ? 0 : count - 1;
    case back:
      return index > 0 ? index - 1 : options.wrap ? count - 1 : 0;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return options.page ? clamp(index + options.page) : null;
    case 'PageUp':
      return options.page ? clamp(index - options.page) : null;
    default:
      return null;
  }
}
