import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { PORT_MESSAGE, type PreloadBridge, WEB_ROUTES } from '#shared/contract/native.ts';
import { type Connection, type ConnectionControls, createConnection } from './connection.ts';

const RETRY_MS = [250, 500, 1000, 2000];

/** Returns the bridge that the preload script put on the window; null in a browser. */
export function preloadBridge(): PreloadBridge | null {
  return (window as { readonly dialogram?: PreloadBridge }).dialogram ?? null;
}

/** Connects to the backend through the preload's port, or else through a WebSocket. */
export function connect(): Connection {
  return createConnection(preloadBridge() ? overPort : overSocket);
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

/** Retries with growing pauses while the page is open, and at once when the network is back. */
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

/**
 * Wraps the socket for the link. If a stream is left after the socket closed, the link would throw where
 * nobody can catch it; messages to a closed socket are dropped instead.
 */
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
