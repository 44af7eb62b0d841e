import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../../../../tests/fixtures/virtual-time.ts';
import { createQueue } from './queue.ts';

function line(capacity: number | (() => Promise<number>)) {
  const queue = createQueue(capacity, virtualTime());
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, options: { urgent?: boolean; signal?: AbortSignal } = {}) => {
    const done = queue.run(
      options.signal ?? new AbortController().signal,
      () =>
        new Promise<void>((resolve) => {
          ends.set(name, resolve);
        }),
      {
        urgent: options.urgent ?? false,
        onPlace: (place) => events.push(`${name} ${place}`),
        onSent: () => events.push(`${name} sent`),
      },
    );
    done.catch(() => events.push(`${name} left`));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    for (let times = 0; times < 3; times++) await turn();
  };
  const told = async (): Promise<string[]> => {
    for (let times = 0; times < 3; times++) await turn();
    return events.splice(0);
  };
  return { queue, ask, end, told };
}

describe('the line of requests to a server', () => {
  it('sends as many as the server takes and tells the others their place', async () => {
    const { ask, end, told } = line(() => Promise.resolve(1));
    for (const name of ['a', 'b', 'c', 'd']) ask(name);
    expect((await told()).sort()).toEqual(['a sent', 'b 1', 'c 2', 'd 3']);
    await end('a');
    expect((await told()).sort()).toEqual(['b sent', 'c 1', 'd 2']);
  });

  it('lets a person go before runs, but not before another person', async () => {
    const { ask, end, told } = line(1);
    ask('run 1');
    ask('run 2');
    ask('person 1', { urgent: true });
    ask('person 2', { urgent: true });
    await told();
    const order: string[] = [];
    for (const name of ['run 1', 'person 1', 'person 2']) {
      await end(name);
      order.push(...(await told()).filter((event) => event.endsWith('sent')));
    }
    expect(order).toEqual(['person 1 sent', 'person 2 sent', 'run 2 sent']);
  });

  it('closes up when a request leaves the line', async () => {
    const { ask, told } = line(1);
    const leaving = new AbortController();
    ask('a');
    ask('b', { signal: leaving.signal });
    ask('c');
    await told();
    leaving.abort();
    expect((await told()).sort()).toEqual(['b left', 'c 1']);
  });
});
