import { type ClientLink, createORPCClient, DynamicLink } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { PORT_MESSAGE, type PreloadBridge, WEB_ROUTES } from '#shared/contract/native.ts';

export type ConnectionStatus = 'connecting' | 'connected' | 'lost';

type Link = ClientLink<Record<never, never>>;

/** Thrown for a call that was in flight when the link was lost. The backend may or may not have done it. */
export class ConnectionLost extends Error {
  readonly code = 'CONNECTION_LOST';
  readonly detail = {
    place: null,
    value: null,
    nextStep:
      'Wait until the connection is back. Then check whether your last action was saved, and repeat it if not.',
  };

  constructor() {
    super('The connection was lost before Dialogram answered.');
    this.name = 'ConnectionLost';
  }
}

export interface ConnectionControls {
  linked(link: Link): void;
  lost(): void;
}

/** Returns a connection whose link may be lost and restored. */
export function createConnection() {
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

  const controls: ConnectionControls = {
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
  };

  return {
    /** The same object across reconnects. Calls made while there is no link wait for the next one. */
    client,
    /** Called once; `start` reports each link. */
    open: (start: (controls: ConnectionControls) => void) => start(controls),
    status: () => status,
    /** Returns a function that unsubscribes. */
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const RETRY_MS = [250, 500, 1000, 2000];

export function preloadBridge(): PreloadBridge | null {
  return (globalThis as { readonly dialogram?: PreloadBridge }).dialogram ?? null;
}

export function linkPage(controls: ConnectionControls): void {
  (preloadBridge() ? overPort : overSocket)(controls);
}

/** The preload posts a port at start and each time the backend restarts. */
function overPort({ linked, lost }: ConnectionControls): void {
  let current: MessagePort | null = null;
  window.addEventListener('message', (event) => {
    if (event.source !== window || event.data !== PORT_MESSAGE || !event.ports[0]) return;
    const port = event.ports[0];
    current = port;
    port.addEventListener('close', () => {
      if (current === port) lost();
    });
    port.start();
    linked(new PortLink({ port }));
  });
}

function overSocket({ linked, lost }: ConnectionControls): void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const open = () => {
    clearTimeout(timer);
    const address = new URL(WEB_ROUTES.rpc, window.location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const websocket = new WebSocket(address);
    websocket.addEventListener('open', () => {
      attempt = 0;
      linked(new SocketLink({ websocket: forgiving(websocket) }));
    });
    websocket.addEventListener('close', () => {
      lost();
      timer = setTimeout(open, RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]);
    });
  };

  window.addEventListener('online', () => {
    if (timer) open();
  });
  open();
}

/** Drops messages to a closed socket. Otherwise the link would throw where nobody can catch it. */
function forgiving(websocket: WebSocket): ConstructorParameters<typeof SocketLink>[0]['websocket'] {
  return {
    get readyState() {
      return websocket.readyState === WebSocket.CONNECTING ? WebSocket.CONNECTING : WebSocket.OPEN;
    },
    addEventListener: websocket.addEventListener.bind(websocket),
    removeEventListener: websocket.removeEventListener.bind(websocket),
    send(data) {
      if (websocket.readyState === WebSocket.OPEN) websocket.send(data);
    },
  };
}
