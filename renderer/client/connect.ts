import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import { PORT_MESSAGE, type PreloadBridge, WEB_ROUTES } from '#shared/contract/native.ts';
import { type Connection, type ConnectionControls, createConnection } from './connection.ts';

const RETRY_MS = [250, 500, 1000, 2000];

/** What the preload script put on the window; absent in a browser. */
export function preloadBridge(): PreloadBridge | null {
  return (window as { readonly dialogram?: PreloadBridge }).dialogram ?? null;
}

/** Opens the way to the backend that this shell offers: the preload's port, else a WebSocket. */
export function connect(): Connection {
  return createConnection(preloadBridge() ? overPort : overSocket);
}

/** The preload posts a port at start and again whenever the backend has been started anew. */
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

/** Tries again, less and less often, for as long as the page is open; at once when the network is back. */
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
 * The socket as the link sees it. On a socket that has closed the link would throw where nobody can catch it,
 * when a stream that was open is left; there is nothing more to say on it, so it is not said.
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
