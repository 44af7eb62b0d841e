import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { type LineEnd, lineOfNodePort, relay } from './relay.ts';

function endInHand() {
  const sent: unknown[] = [];
  const listeners: { message: ((message: unknown) => void)[]; close: (() => void)[] } = {
    message: [],
    close: [],
  };
  let closed = 0;
  const end: LineEnd = {
    send: (message) => sent.push(message),
    onMessage: (listener) => listeners.message.push(listener),
    onClose: (listener) => listeners.close.push(listener),
    close: () => {
      closed++;
    },
  };
  return {
    end,
    sent,
    say(message: unknown): void {
      for (const listener of listeners.message) listener(message);
    },
    hangUp(): void {
      for (const listener of listeners.close) listener();
    },
    closed: () => closed,
  };
}

describe('relay', () => {
  it('passes messages on in both directions, in order and as they are', () => {
    const [one, other] = [endInHand(), endInHand()];
    relay(one.end, other.end);
    const bytes = new Uint8Array([1, 2]);
    one.say('a');
    one.say(bytes);
    other.say('b');
    expect(other.sent).toEqual(['a', bytes]);
    expect(other.sent[1]).toBe(bytes);
    expect(one.sent).toEqual(['b']);
  });

  it.each([0, 1])('closes both ends once when end %i hangs up, and passes nothing more', (which) => {
    const ends = [endInHand(), endInHand()];
    relay(ends[0].end, ends[1].end);
    ends[which].hangUp();
    ends[1 - which].hangUp();
    expect(ends.map((end) => end.closed())).toEqual([1, 1]);
    ends[0].say('late');
    expect(ends[1].sent).toEqual([]);
  });

  it('joins ports of Node', async () => {
    const [left, right] = [new MessageChannel(), new MessageChannel()];
    relay(lineOfNodePort(left.port2), lineOfNodePort(right.port1));
    const arrived = new Promise((resolve) => right.port2.once('message', resolve));
    left.port1.postMessage({ through: ['both'] });
    expect(await arrived).toEqual({ through: ['both'] });
    const closed = new Promise<void>((resolve) => right.port2.once('close', resolve));
    left.port1.close();
    await closed;
  });
});
