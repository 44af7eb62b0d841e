import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { startWebServer } from '../../electron/web/server.ts';
import { afterwards, temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls, writeNeutral } from '../fixtures/dialogues.ts';
import { ended } from '../fixtures/project.ts';
import { connectSocket, cookieOf, startWebShell, type WebShell } from '../fixtures/web-shell.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends a request exactly as written: the address is not normalized, and any header can be set. */
function ask(
  { server }: WebShell,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<Answer> {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers: options.headers },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    asked.on('error', reject);
    asked.end(options.body);
  });
}

/** Messages that the shells could not parse. Only the test that sends some on purpose may leave any. */
const unanswered: string[] = [];
afterAll(() => expect(unanswered).toEqual([]));

async function startShell(): Promise<WebShell & { readonly cookie: string }> {
  const shell = await startWebShell(undefined, (reason) => unanswered.push(reason));
  afterwards(() => shell.server.close());
  return { ...shell, cookie: await cookieOf(shell.server) };
}

let shell: WebShell & { readonly cookie: string };
beforeAll(async () => {
  shell = await startShell();
});

const withCookie = (headers: Record<string, string> = {}): Record<string, string> => ({
  Cookie: shell.cookie,
  ...headers,
});

async function pageOf({ server, cookie }: WebShell & { readonly cookie: string }): Promise<DialogramClient> {
  const websocket = await connectSocket(server, { Cookie: cookie, Origin: server.origin });
  afterwards(() => websocket.close());
  return createORPCClient<DialogramClient>(new RPCLink({ websocket: websocket as unknown as WebSocket }));
}

describe('the one-time token', () => {
  it('is exchanged once for a cookie that no script reads and no other site sends; the address is clean', async () => {
    const fresh = await startWebShell();
    afterwards(() => fresh.server.close());
    const { pathname, search } = new URL(fresh.server.address);
    const first = await ask(fresh, pathname + search);
    expect(first.status).toBe(200);
    expect(first.body).toContain('content="0; url=/"');
    expect(first.body).not.toContain('token');
    const [cookie] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/$/);
    const token = new URLSearchParams(search).get('token') as string;
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(cookie).not.toContain(token);

    const second = await ask(fresh, pathname + search);
    expect(second.status).toBe(403);
    expect(second.headers['set-cookie']).toBeUndefined();
    expect(second.body).toContain('was already used');
    const again = await ask(fresh, pathname + search, { headers: { Cookie: cookie.split(';')[0] } });
    expect(again).toMatchObject({ status: 303, headers: { location: '/' } });
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it.each(['', 'x', 'A'.repeat(32)])(
    'that is wrong (%j) gives nothing, and does not use up the right one',
    async (wrong) => {
      const fresh = await startWebShell();
      afterwards(() => fresh.server.close());
      const refused = await ask(fresh, `/?token=${wrong}`);
      expect(refused.status).toBe(403);
      expect(refused.headers['set-cookie']).toBeUndefined();
      expect(await cookieOf(fresh.server)).toContain('=');
    },
  );

  it('gives cookies that do not conflict between two servers', async () => {
    const other = await startShell();
    expect(other.cookie.split('=')[0]).not.toBe(shell.cookie.split('=')[0]);
    expect((await ask(shell, '/', { headers: { Cookie: `${other.cookie}; ${shell.cookie}` } })).status).toBe(
      200,
    );
    expect((await ask(shell, '/', { headers: { Cookie: other.cookie } })).status).toBe(403);
  });
});

describe('access', () => {
  const places = [
    '/',
    '/index.html',
    '/assets/app.js',
    '/downloads?path=x',
    '/uploads?name=x',
    '/rpc',
    '/nothing',
  ];

  it.each(places)('to %s needs the cookie', async (path) => {
    const cookies = ['', `${shell.cookie}x`, shell.cookie.split('=')[0]];
    for (const headers of cookies.map((cookie) => ({ Cookie: cookie }))) {
      expect((await ask(shell, path, { headers })).status).toBe(403);
      expect((await ask(shell, path, { method: 'POST', headers, body: 'x' })).status).toBe(403);
    }
    expect(existsSync(join(shell.workspace, 'uploads'))).toBe(false);
  });

  it.each([
    ['a foreign name bound to this address', { Host: 'evil.example' }],
    ['a foreign name with the port', { Host: 'evil.example:80' }],
    ['a name that only begins like a local one', { Host: '127.0.0.1.evil.example' }],
    ['another site', { Origin: 'https://evil.example' }],
    ['another port of this machine', { Origin: 'http://127.0.0.1:1' }],
    ['a page without a name', { Origin: 'null' }],
  ])('is refused for %s even with the cookie', async (_, headers) => {
    expect((await ask(shell, '/', { headers: withCookie(headers) })).status).toBe(403);
    const upload = { method: 'POST', headers: withCookie(headers), body: 'x' };
    expect((await ask(shell, '/uploads?name=x', upload)).status).toBe(403);
    const own = { Cookie: shell.cookie, Origin: shell.server.origin, ...headers };
    await expect(connectSocket(shell.server, own)).rejects.toThrow('403');
  });

  it('to a socket needs the cookie, an origin and the right address', async () => {
    const { server, cookie } = shell;
    await expect(connectSocket(server, { Origin: server.origin })).rejects.toThrow('403');
    await expect(connectSocket(server, { Cookie: cookie })).rejects.toThrow('403');
    await expect(connectSocket(server, { Cookie: cookie, Origin: server.origin }, '/other')).rejects.toThrow(
      '403',
    );
    (await connectSocket(server, { Cookie: cookie, Origin: server.origin })).close();
  });

  it('from another machine is impossible: it listens on loopback only', async () => {
    const port = Number(new URL(shell.server.origin).port);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address && !address.internal && address.family === 'IPv4');
    for (const address of others) {
      const outcome = await new Promise((resolve) => {
        const socket = connect({ host: address?.address, port });
        socket.once('connect', () => resolve('connected'));
        socket.once('error', () => resolve('refused'));
      });
      expect(outcome).toBe('refused');
    }
    expect(new URL(shell.server.origin).hostname).toBe('127.0.0.1');
  });
});

describe('headers', () => {
  it.each([
    ['the page', '/', true],
    ['a script', '/assets/app.js', true],
    ['a refusal', '/', false],
    ['nothing', '/nothing', true],
  ])('of %s are complete', async (_, path, allowed) => {
    const { headers } = await ask(shell, path, allowed ? { headers: withCookie() } : {});
    const policy = headers['content-security-policy'] as string;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('files of the page', () => {
  it('have the right content type', async () => {
    expect(await ask(shell, '/', { headers: withCookie() })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: expect.stringContaining('Dialogram'),
    });
    const script = await ask(shell, '/assets/app.js', { headers: withCookie() });
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/..\\secret.txt',
    '//secret.txt',
    '/index.html%00.js',
    '/assets',
    'file:///etc/passwd',
  ])('%s reaches nothing outside them', async (path) => {
    const { status, body } = await ask(shell, path, { headers: withCookie() });
    expect(status).not.toBe(200);
    expect(body).not.toContain('beside the page');
  });
});

describe('uploads', () => {
  const upload = (name: string, body: string | Buffer = 'words') =>
    ask(shell, `/uploads?name=${encodeURIComponent(name)}`, { method: 'POST', headers: withCookie(), body });
  const folder = () => join(shell.workspace, 'uploads');

  it('store the bytes in the workspace and return the path', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    const { status, body } = await upload('calls é.jsonl', bytes);
    expect(status).toBe(200);
    const { path } = JSON.parse(body);
    expect(path).toBe(join(folder(), 'calls é.jsonl'));
    expect(readFileSync(path)).toEqual(bytes);
  });

  it.each([
    ['../../escape.csv', 'escape.csv'],
    ['/etc/cron.d/job', 'job'],
    ['..\\..\\windows.csv', 'windows.csv'],
    ['.bashrc', 'bashrc'],
    ['..', 'upload'],
    ['', 'upload'],
    ['a\u0000b:c*.csv', 'a_b_c_.csv'],
    ['x'.repeat(400), 'x'.repeat(200)],
    [`${'字'.repeat(80)}.csv`, `${'字'.repeat(80)}.csv`],
    [`${'字'.repeat(120)}.csv`, `${'字'.repeat(83)}.csv`],
  ])('turn %j into a plain name in one folder', async (name, saved) => {
    const { status, body } = await upload(name);
    expect(status).toBe(200);
    expect(JSON.parse(body).path).toBe(join(folder(), saved));
    expect(readdirSync(join(shell.workspace, '..')).includes('escape.csv')).toBe(false);
  });

  it('that break off leave nothing, and keep the existing file', async () => {
    await upload('kept.csv', 'whole');
    const before = readdirSync(folder()).sort();
    const { port } = new URL(shell.server.origin);
    await new Promise<void>((resolve) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path: '/uploads?name=kept.csv',
        method: 'POST',
        headers: withCookie({ 'Content-Length': '1000' }),
      });
      asked.on('error', () => resolve());
      asked.write('half');
      // Wait until the server has started to write the file.
      const begun = setInterval(() => {
        if (!readdirSync(folder()).some((name) => name.endsWith('.part'))) return;
        clearInterval(begun);
        asked.destroy();
      }, 5);
    });
    await expect.poll(() => readdirSync(folder()).sort()).toEqual(before);
    expect(readFileSync(join(folder(), 'kept.csv'), 'utf8')).toBe('whole');
  });

  it('never replace an existing project', async () => {
    const client = await pageOf(shell);
    const project = await client.projects.create({ path: join(folder(), 'open') });
    const before = readFileSync(project.path);
    const name = 'open.dialogram-wal';
    const { status, body } = await upload(name);
    expect(status).toBe(400);
    expect(JSON.parse(body).error).toMatchObject({
      code: 'INVALID',
      detail: { place: join(folder(), name) },
    });
    expect(JSON.parse((await upload('open.dialogram')).body).path).toBe(join(folder(), 'open 2.dialogram'));
    expect(readFileSync(project.path)).toEqual(before);
    await client.projects.close();
  });

  it('do not follow a link out of the workspace', async () => {
    const linked = await startShell();
    const outside = temporaryFolder('outside');
    symlinkSync(outside, join(linked.workspace, 'uploads'));
    const { status, body } = await ask(linked, '/uploads?name=x.csv', {
      method: 'POST',
      headers: { Cookie: linked.cookie },
      body: 'x',
    });
    expect(status).toBe(403);
    expect(JSON.parse(body).error).toMatchObject({ code: 'CANNOT_WRITE' });
    expect(readdirSync(outside)).toEqual([]);
  });
});

describe('downloads', () => {
  const download = (path: string) =>
    ask(shell, `/downloads?path=${encodeURIComponent(path)}`, { headers: withCookie() });

  it('send a file of the workspace as a download, never as a page', async () => {
    writeFileSync(join(shell.workspace, 'näme.svg'), '<svg/>');
    const { status, headers, body } = await download('näme.svg');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''n%C3%A4me.svg",
      'x-content-type-options': 'nosniff',
    });
    expect(body).toBe('<svg/>');
  });

  it.each(['../page/secret.txt', '/etc/passwd', 'link-out', 'folder-out/secret.txt', 'link-to-nothing'])(
    'reject %s, which is outside',
    async (path) => {
      const outside = temporaryFolder('outside');
      writeFileSync(join(outside, 'secret.txt'), 'secret');
      for (const [name, target] of [
        ['link-out', join(outside, 'secret.txt')],
        ['folder-out', outside],
        ['link-to-nothing', join(outside, 'nothing')],
      ]) {
        if (!readdirSync(shell.workspace).includes(name)) symlinkSync(target, join(shell.workspace, name));
      }
      const { status, body } = await download(path);
      expect(status).toBe(403);
      expect(JSON.parse(body).error.code).toBe('CANNOT_READ');
    },
  );

  it('say what does not exist', async () => {
    mkdirSync(join(shell.workspace, 'a-folder'), { recursive: true });
    for (const path of ['missing.svg', 'a-folder', '']) expect((await download(path)).status).toBe(404);
  });
});

describe('the contract over the socket', () => {
  it('reads and writes in the workspace only', async () => {
    const client = await pageOf(shell);
    const outside = temporaryFolder('outside');
    const file = writeNeutral(outside, 'calls.jsonl', supportCalls(3));
    if (!existsSync(join(shell.workspace, 'way-out'))) symlinkSync(outside, join(shell.workspace, 'way-out'));
    for (const path of [join(outside, 'p'), '../p', 'way-out/p']) {
      await expect(client.projects.create({ path })).rejects.toMatchObject({ code: 'CANNOT_WRITE' });
      await expect(client.projects.open({ path: `${path}.dialogram` })).rejects.toMatchObject({
        code: 'CANNOT_WRITE',
      });
    }
    await client.projects.create({ path: 'inside' });
    for (const path of [file, 'way-out/calls.jsonl']) {
      await expect(client.corpus.import({ paths: [path] })).rejects.toMatchObject({ code: 'CANNOT_READ' });
      await expect(client.corpus.preview({ path })).rejects.toMatchObject({ code: 'CANNOT_READ' });
    }
    const { job } = await client.corpus.import({
      paths: [writeNeutral(shell.workspace, 'calls.jsonl', supportCalls(3))],
    });
    expect((await ended(client, job)).state).toBe('done');
    await expect(client.automata.export({ to: 'dot', out: join(outside, 'a.dot') })).rejects.toMatchObject({
      code: 'CANNOT_WRITE',
    });
    expect(readdirSync(outside)).toEqual(['calls.jsonl']);
    await client.projects.close();
  });

  it('continues for others if a page sends nonsense', async () => {
    const client = await pageOf(shell);
    const { server, cookie } = shell;
    const rude = await connectSocket(server, { Cookie: cookie, Origin: server.origin });
    for (const message of ['no json', '{}', '{"i":1,"p":{"u":7}}', Buffer.from([255, 0, 255])])
      rude.send(message);
    const gone = new Promise((resolve) => rude.once('close', resolve));
    // Over the limit of one message: the socket is closed.
    rude.send(Buffer.alloc(65 * 1024 * 1024));
    await gone;
    expect((await client.system.info()).shell).toBe('browser');
    await vi.waitUntil(() => unanswered.length === 4, 600_000);
    expect(unanswered.splice(0).join()).toMatch(/JSON/);
  });
});

describe('the server stays up', () => {
  const raw = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: Number(new URL(shell.server.origin).port) });
      let answer = '';
      socket.on('data', (part) => {
        answer += part.toString();
      });
      socket.on('error', () => resolve(answer));
      socket.on('close', () => resolve(answer));
      socket.write(text);
    });
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAA\r\n';

  it.each(['//', 'http://[', '/rpc', '\\\\'])('after an upgrade of %j by a stranger', async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[03]/);
    expect((await ask(shell, '/', { headers: withCookie() })).status).toBe(200);
  });

  it('after invalid addresses', async () => {
    for (const path of ['//', 'http://[', '/%', '/%ff', '*']) {
      expect((await ask(shell, path, { headers: withCookie() })).status).toBeGreaterThanOrEqual(400);
    }
    expect((await ask(shell, '/', { headers: withCookie() })).status).toBe(200);
  });

  it('after a stranger who resets the connection', async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      await new Promise<void>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port: Number(new URL(shell.server.origin).port) }, () => {
          socket.write(`GET /rpc HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade}\r\n`);
          socket.resetAndDestroy();
          resolve();
        });
      });
    }
    expect((await ask(shell, '/', { headers: withCookie() })).status).toBe(200);
  });

  it('and says so if its port is taken, or uses another if any will do', async () => {
    const port = Number(new URL(shell.server.origin).port);
    const options = {
      port,
      workspace: temporaryFolder(),
      settingsFolder: null,
      pageFolder: shell.pageFolder,
      version: '0',
    };
    await expect(startWebServer(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const other = await startWebServer({ ...options, orAnyPort: true });
    expect(Number(new URL(other.origin).port)).not.toBe(port);
    expect((await fetch(other.address, { redirect: 'manual' })).status).toBe(200);
    await other.close();
  });
});
