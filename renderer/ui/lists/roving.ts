/** How arrow keys move through a list: pure, so that menus, lists and tabs all behave alike. */

interface RovingOptions {
  /** Which arrow keys count; a list listens to up and down, tabs to left and right. */
  readonly axis: 'vertical' | 'horizontal';
  /** At the end go on at the start. */
  readonly wrap?: boolean;
  /** Rows that Page Up and Page Down move by. */
  readonly page?: number;
}

/**
 * The index that a key leads to, or null where the key does not move.
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
