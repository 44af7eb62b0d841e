import { describe, expect, it } from 'vitest';
import { createChanges } from './project.ts';

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('createChanges', () => {
  it('tells topics that change together together, each once', async () => {
    const changes = createChanges();
    const stream = changes.stream();
    const first = stream.next();
    changes.announce('jobs', 'tags');
    changes.announce('tags', 'runs');
    expect(await first).toEqual({ value: { topics: ['jobs', 'tags', 'runs'] }, done: false });
    const second = stream.next();
    changes.announce('corpus');
    expect(await second).toEqual({ value: { topics: ['corpus'] }, done: false });
    await stream.return();
  });

  it('keeps what changes while the reader is busy', async () => {
    const changes = createChanges();
    const stream = changes.stream();
    const first = stream.next();
    changes.announce('jobs');
    await first;
    changes.announce('tags');
    await settled();
    changes.announce('corpus');
    expect((await stream.next()).value).toEqual({ topics: ['tags', 'corpus'] });
    await stream.return();
  });

  it('forgets a reader that leaves the loop', async () => {
    const changes = createChanges();
    const reading = (async () => {
      for await (const change of changes.stream()) return change;
      return null;
    })();
    expect(changes.readers()).toBe(1);
    changes.announce('tags');
    expect(await reading).toEqual({ topics: ['tags'] });
    expect(changes.readers()).toBe(0);
  });

  it.each(['before it is read', 'while it waits'] as const)(
    'ends a stream that is aborted %s',
    async (when) => {
      const changes = createChanges();
      const abort = new AbortController();
      if (when === 'before it is read') abort.abort();
      const next = changes.stream(abort.signal).next();
      await settled();
      abort.abort();
      expect(await next).toEqual({ value: undefined, done: true });
      expect(changes.readers()).toBe(0);
    },
  );

  it('ends every stream at the end, also later ones', async () => {
    const changes = createChanges();
    const waiting = [changes.stream().next(), changes.stream(new AbortController().signal).next()];
    await settled();
    changes.end();
    for (const next of [...waiting, changes.stream().next()]) expect((await next).done).toBe(true);
    expect(changes.readers()).toBe(0);
  });
});
