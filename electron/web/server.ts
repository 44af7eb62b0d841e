import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import { translateError } from '#backend/errors.ts';
import { type FileAccess, onlyWithin } from '#backend/files.ts';
import { findPageFile, PAGE_HEADERS } from '#backend/machine/built-page.ts';
import { isLocalHost, sameSecret } from '#backend/machine/local-requests.ts';
import { loggedError, openLog } from '#backend/machine/log.ts';
import { beginOutput, fittingName, outputTarget } from '#backend/output/target.ts';
import { memoryKeys } from '#backend/providers/model/keys.ts';
import { type LineEnd, lineOfNodePort, relay } from '#backend/thread/relay.ts';
import { type BackendThread, createRestartLimit, startBackendThread } from '#backend/thread/start-thread.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { WEB_ROUTES } from '#shared/contract/native.ts';

function createGuard() {
  let token: string | null = randomBytes(24).toString('base64url');
  const secret = randomBytes(24).toString('base64url');
  // Cookies ignore ports: two servers on one machine need two names.
  const cookieName = `dialogram-${randomBytes(4).toString('hex')}`;
  return {
    token: (): string => token ?? '',
    /** Exchanges a token, which works once, for a cookie; otherwise null. */
    exchange(given: string): string | null {
      if (token === null || !sameSecret(given, token)) return null;
      token = null;
      return `${cookieName}=${secret}; HttpOnly; SameSite=Strict; Path=/`;
    },
    hostAllowed: isLocalHost,
    /** A browser sends the page's origin in Origin. If it is missing (a plain GET), the cookie decides. */
    originAllowed(request: IncomingMessage): boolean {
      const { origin, host } = request.headers;
      if (origin === undefined) return true;
      return origin === `http://${host}`;
    },
    cookieAllowed(request: IncomingMessage): boolean {
      const cookies = (request.headers.cookie ?? '').split(/;\s*/);
      return cookies.some((cookie) => {
        const at = cookie.indexOf('=');
        return at > 0 && cookie.slice(0, at) === cookieName && sameSecret(cookie.slice(at + 1), secret);
      });
    },
  };
}

function plainName(name: string): string {
  const plain = basename(name.replaceAll('\\', '/'))
    .replace(/[\p{Cc}<>:"|?*]/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 200);
  const ending = extname(plain);
  return plain === '' ? 'upload' : fittingName(basename(plain, ending), ending);
}

/** Saves an upload completely or not at all. An uploaded project gets a new name, because the old one may be open. */
async function receiveUpload(
  request: IncomingMessage,
  name: string,
  files: FileAccess,
): Promise<{ path: string }> {
  const folder = files.forWriting('uploads');
  const path = join(folder, plainName(name));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const output = beginOutput(outputTarget(path, extname(path) === '.dialogram' ? 'number' : 'replace', []));
  try {
    await pipeline(request, createWriteStream(output.temporary));
    return { path: output.finish().path };
  } catch (error) {
    output.discard();
    throw translateError(error, path);
  }
}

/** Sends a file of the workspace as a download; a browser never shows it as a page. */
async function sendDownload(response: ServerResponse, path: string, files: FileAccess): Promise<void> {
  const place = files.forReading(path);
  if (!existsSync(place) || !statSync(place).isFile()) {
    throw new DialogramError('NOT_FOUND', `There is no file at ${path}.`, { place: path });
  }
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': statSync(place).size,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(place))}`,
  });
  await pipeline(createReadStream(place), response);
}

async function sendPageFile(response: ServerResponse, root: string, pathname: string): Promise<boolean> {
  const file = findPageFile(root, pathname);
  if (!file) return false;
  response.writeHead(200, {
    'Content-Type': file.contentType,
    'Content-Length': file.bytes,
    'Cache-Control': file.immutable ? 'max-age=31536000, immutable' : 'no-cache',
  });
  await pipeline(createReadStream(file.place), response);
  return true;
}

interface WebServerOptions {
  readonly port: number;
  /** True to use any free port if `port` is in use. */
  readonly orAnyPort?: boolean;
  readonly workspace: string;
  readonly settingsFolder: string | null;
  readonly pageFolder: string;
  readonly version: string;
  readonly onEntered?: () => void;
  /** Called for unreadable messages; by default they go to standard error. */
  readonly onUnanswered?: (reason: string) => void;
}

export type WebServer = Awaited<ReturnType<typeof startWebServer>>;

const HTTP_STATUS: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  INVALID: 400,
  CANNOT_READ: 403,
  CANNOT_WRITE: 403,
  DISK_FULL: 507,
};

/** The browser shell: the built page and the contract over a WebSocket, on loopback, behind a one-time token. */
export async function startWebServer(options: WebServerOptions) {
  const files = onlyWithin(options.workspace);
  const guard = createGuard();
  let backend: BackendThread | null = null;
  const mayRestart = createRestartLimit();
  // A browser has no key store: keys live as long as this process, even if the thread is restarted.
  const keys = memoryKeys();
  const log = openLog(options.settingsFolder);
  const startThread = (): BackendThread => {
    const thread = startBackendThread(
      {
        shell: 'browser',
        version: options.version,
        settingsFolder: options.settingsFolder,
        files: { reach: 'workspace', workspace: files.workspace },
      },
      keys,
      options.onUnanswered,
    );
    thread.onCrash((error) => {
      const restarted = mayRestart();
      log.write({ event: 'backend-ended', restarted, error: loggedError(error) });
      if (restarted) {
        // Its pages' sockets close with their ports and reconnect.
        console.error('The backend stopped and is restarting:', error);
        backend = startThread();
      } else {
        console.error('The backend stopped several times. Quit Dialogram and start it again:', error);
        backend = null;
      }
    });
    return thread;
  };

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(PAGE_HEADERS)) response.setHeader(name, value);
    answer(request, response, { guard, files, ...options }).catch((error: unknown) => {
      fail(response, error);
    });
  });

  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener the reset of a refused connection would end the process.
    socket.on('error', () => socket.destroy());
    const allowed =
      urlOf(request)?.pathname === WEB_ROUTES.rpc &&
      guard.hostAllowed(request) &&
      request.headers.origin !== undefined &&
      guard.originAllowed(request) &&
      guard.cookieAllowed(request);
    const thread = backend;
    if (!allowed || !thread) {
      const status = allowed ? '503 Service Unavailable' : '403 Forbidden';
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      relay(lineOfWebSocket(webSocket), lineOfNodePort(thread.connect()));
    });
  });

  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(options.port).catch((error: unknown) => {
    if (!options.orAnyPort) throw error;
    return listen(0);
  });
  // After that, so that a taken port leaves no thread behind.
  backend = startThread();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    address: `${origin}/?token=${guard.token()}`,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await backend?.stop();
    },
  };
}

/** Returns the requested address; null if it is not ours, such as "//" or "http://elsewhere/". */
function urlOf(request: IncomingMessage): URL | null {
  const path = request.url ?? '';
  return /^\/(?![\\/])/.test(path) ? URL.parse(path, 'http://localhost') : null;
}

function lineOfWebSocket(socket: WebSocket): LineEnd {
  return {
    send: (message) => socket.send(message as string | Uint8Array),
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => listener(isBinary ? data : data.toString()));
    },
    onClose: (listener) => {
      socket.on('close', listener);
      socket.on('error', listener);
    },
    close: () => socket.close(),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  shell: {
    readonly guard: ReturnType<typeof createGuard>;
    readonly files: FileAccess;
    readonly pageFolder: string;
    readonly onEntered?: () => void;
  },
): Promise<void> {
  const { guard, files, pageFolder, onEntered } = shell;
  const url = urlOf(request);
  if (url === null) {
    plain(response, 400, 'This is not an address.');
    return;
  }
  if (!guard.hostAllowed(request) || !guard.originAllowed(request)) {
    plain(response, 403, "Only Dialogram's own page can use this address.");
    return;
  }
  const token = url.searchParams.get('token');
  if (token !== null && url.pathname === '/' && request.method === 'GET') {
    const cookie = guard.exchange(token);
    if (cookie !== null) {
      onEntered?.();
      // A page, not a redirect: coming from a file, the redirect would not carry the cookie, which is for this site's
      // pages only.
      response.writeHead(200, { 'Set-Cookie': cookie, 'Content-Type': 'text/html; charset=utf-8' });
      response.end(TO_THE_PAGE);
      return;
    }
    // The link was used before; if the cookie from then still exists, it continues.
    if (guard.cookieAllowed(request)) {
      response.writeHead(303, { Location: '/' });
      response.end();
      return;
    }
  }
  if (!guard.cookieAllowed(request)) {
    plain(
      response,
      403,
      'This link was already used, or the server was restarted. Restart Dialogram and open the new address.',
    );
    return;
  }
  if (request.method === 'POST' && url.pathname === WEB_ROUTES.uploads) {
    const saved = await receiveUpload(request, url.searchParams.get('name') ?? '', files);
    json(response, 200, saved);
    return;
  }
  if (request.method === 'GET' && url.pathname === WEB_ROUTES.downloads) {
    await sendDownload(response, url.searchParams.get('path') ?? '', files);
    return;
  }
  if (request.method === 'GET' && (await sendPageFile(response, pageFolder, url.pathname))) return;
  plain(response, 404, 'There is nothing at this address.');
}

const TO_THE_PAGE =
  '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=/"><title>Dialogram</title>';

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(value));
}

function fail(response: ServerResponse, error: unknown): void {
  // The client may be gone, as in the middle of an upload.
  if (response.headersSent || response.req.socket.destroyed) {
    response.destroy();
    return;
  }
  if (error instanceof DialogramError) {
    json(response, HTTP_STATUS[error.code] ?? 400, {
      error: { code: error.code, message: error.message, detail: error.detail },
    });
    return;
  }
  console.error(error);
  json(response, 500, {
    error: { code: 'INTERNAL', message: 'The file could not be processed.', detail: null },
  });
}
