/**
 * Lets other work of the thread run. A job that computes calls it after each small chunk, so that the contract stays
 * responsive.
 */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
