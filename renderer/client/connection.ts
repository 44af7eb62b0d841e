import type { ClientLink } from '@orpc/client';
import { createORPCClient, DynamicLink } from '@orpc/client';
import type { DialogramClient } from '#shared/contract/contract.ts';

export type ConnectionStatus = 'connecting' | 'connected' | 'lost';

type Link = ClientLink<Record<never, never>>;

/** The page's connection to the backend, the same for every shell. */
export interface Connection {
  /** The same object across reconnects. Calls made without a link wait for one. */
  readonly client: DialogramClient;
  status(): ConnectionStatus;
  /** Calls the listener on each change of the status. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** Thrown for a call that was in flight when the link was lost. The backend may or may not have done it. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
  readonly detail = {
    place: null,
    value: null,
    nextStep: 'Wait until the connection is back. Then check whether it was done, and try again if not.',
  };

  constructor() {
    super('The connection to Dialogram was lost before it answered.');
    this.name = 'ConnectionLost';
  }
}

/** The callbacks through which a shell's connector reports to the connection. */
export interface ConnectionControls {
  linked(link: Link): void;
  lost(): void;
}

/** Returns a connection whose link may come and go. `start` is called once and reports links. */
export function createConnection(start: (controls: ConnectionControls) => void): Connection {
  let status: ConnectionStatus = 'connecting';
  let link: Link | null = null;
  let waiting: (() => void)[] = [];
  const listeners = new Set<() => void>();

  const setStatus = (next: ConnectionStatus) => {
    if (status === next) return;
    status = next;
    for (const listener of listeners) listener();
  };

  const linkOnceThere = (signal: AbortSignal | undefined): Promise<Link> =>
    new Promise((resolve, reject) => {
      const attempt = () => {
        if (signal?.aborted) reject(signal.reason);
        else if (link) resolve(link);
        else waiting.push(attempt);
      };
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      attempt();
    });

  const client = createORPCClient<DialogramClient>(
    new DynamicLink((options) => linkOnceThere(options.signal)),
  );

  start({
    linked(next) {
      const watched: Link = {
        async call(path, input, options) {
          try {
            return await next.call(path, input, options);
          } catch (error) {
            throw link === watched || options.signal?.aborted ? error : new ConnectionLost();
          }
        },
      };
      link = watched;
      setStatus('connected');
      const ready = waiting;
      waiting = [];
      for (const attempt of ready) attempt();
    },
    lost() {
      link = null;
      setStatus('lost');
    },
  });

  return {
    client,
    status: () => status,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
