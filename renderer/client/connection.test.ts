import { describe, expect, it } from 'vitest';
import { type ConnectionControls, ConnectionLost, createConnection } from './connect.ts';

function start() {
  let controls: ConnectionControls | undefined;
  const connection = createConnection();
  connection.open((given) => {
    controls = given;
  });
  if (!controls) throw new Error('not started');
  return { connection, controls };
}

const answering = (answer: unknown) => ({ call: async () => answer });

describe('createConnection', () => {
  it('lets a call wait for the link', async () => {
    const { connection, controls } = start();
    const answer = connection.client.projects.current();
    expect(connection.status()).toBe('connecting');
    controls.linked(answering('here'));
    expect(await answer).toBe('here');
    expect(connection.status()).toBe('connected');
  });

  it('uses the new link after a loss', async () => {
    const { connection, controls } = start();
    controls.linked(answering('first'));
    controls.lost();
    const answer = connection.client.projects.current();
    controls.linked(answering('second'));
    expect(await answer).toBe('second');
  });

  it('fails a call in flight with ConnectionLost', async () => {
    const { connection, controls } = start();
    let fail: (reason: Error) => void = () => undefined;
    controls.linked({
      call: () =>
        new Promise((_, reject) => {
          fail = reject;
        }),
    });
    const answer = connection.client.projects.current();
    await Promise.resolve();
    await Promise.resolve();
    controls.lost();
    fail(new Error('socket closed'));
    await expect(answer).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('stops waiting when the caller aborts', async () => {
    const { connection } = start();
    const caller = new AbortController();
    const answer = connection.client.projects.current(undefined, { signal: caller.signal });
    caller.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
  });

  it('reports each change of status once', () => {
    const { connection, controls } = start();
    const seen: string[] = [];
    const stop = connection.subscribe(() => seen.push(connection.status()));
    controls.linked(answering(1));
    controls.linked(answering(2));
    controls.lost();
    stop();
    controls.linked(answering(3));
    expect(seen).toEqual(['connected', 'lost']);
  });
});
