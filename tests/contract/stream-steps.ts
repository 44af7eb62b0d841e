import { expect, it } from 'vitest';
import type { TurnId } from '#shared/domain/ids.ts';
import type { Suite } from './contract-suite.ts';
import type { Page } from './transport.ts';

async function change({ client }: Page): Promise<void> {
  await client.tagging.addTag({ turn: 1 as TurnId, tag: 'passing' });
  await client.tagging.undo();
}

/** Returns how many messages one change causes. */
async function messagesOfChange(page: Page): Promise<number> {
  // Messages that were in flight before do not count.
  await page.client.system.info();
  const before = page.received() ?? 0;
  await change(page);
  // One more answer, so that earlier events have arrived.
  await page.client.system.info();
  return (page.received() ?? 0) - before;
}

const ANSWERS = 3;

export function describeStreams(suite: Suite): void {
  it('reports changes until the reader leaves the loop', async () => {
    const { page } = suite;
    const stream = await page.client.projects.changes();
    const reading = (async () => {
      for await (const { topics } of stream) return topics;
      return [];
    })();
    await change(page);
    expect(await reading).toEqual(expect.arrayContaining(['tags', 'automata']));
    if (page.received() !== null) expect(await messagesOfChange(page)).toBe(ANSWERS);
  });

  it('sends nothing after the call was aborted', async () => {
    const { page } = suite;
    const abort = new AbortController();
    const stream = await page.client.projects.changes(undefined, { signal: abort.signal });
    const reading = (async () => {
      let changes = 0;
      try {
        for await (const _ of stream) changes++;
      } catch (error) {
        if (!abort.signal.aborted) throw error;
      }
      return changes;
    })();
    const whileRead = await messagesOfChange(page);
    if (page.received() !== null) expect(whileRead).toBeGreaterThan(ANSWERS);
    abort.abort();
    expect(await reading).toBeGreaterThan(0);
    if (page.received() !== null) expect(await messagesOfChange(page)).toBe(ANSWERS);
  });

  it('ends when the project closes', async () => {
    const { client } = await suite.openPage();
    await client.projects.create({ path: 'streaming' });
    const stream = await client.projects.changes();
    const last = (async () => {
      for await (const _ of stream);
      return 'ended';
    })();
    await client.projects.close();
    expect(await last).toBe('ended');
  });
}
