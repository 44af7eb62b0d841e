/**
 * Works on items, so many at a time, until `take` gives null. Once one piece of work fails no further item is taken;
 * what is under way ends by itself.
 * @throws what failed first, after all else has ended
 */
export async function inParallel<Item>(
  count: number,
  take: () => Item | null,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failed = false;
  let failure: unknown;
  const worker = async (): Promise<void> => {
    for (let item = failed ? null : take(); item !== null; item = failed ? null : take()) {
      try {
        await work(item);
      } catch (error) {
        if (!failed) failure = error;
        failed = true;
      }
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  if (failed) throw failure;
}
