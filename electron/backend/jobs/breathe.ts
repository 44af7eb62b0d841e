/** Lets other work of the thread run. Call it after each small chunk of a computation. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
