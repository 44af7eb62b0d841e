import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Session } from 'electron';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../tests/fixtures/cleanup.ts';
import { answerPage, decidePermissions, PAGE_SCHEME, PAGE_URL } from './page.ts';

let folder: string;

beforeAll(() => {
  const outside = temporaryFolder('page');
  folder = join(outside, 'renderer');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets', 'index-1.js'), 'export {};');
  writeFileSync(join(outside, 'secret.txt'), 'secret');
});

const ask = (url: string, method = 'GET'): Promise<Response> => answerPage({ url, method }, folder);

describe('the scheme of the page', () => {
  it('is a standard, secure one that may not read the disk', () => {
    expect(PAGE_SCHEME).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true },
    });
  });

  it.each([
    [PAGE_URL, 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://dialogram/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://dialogram/assets/index-1.js', 'text/javascript; charset=utf-8', 'export {};'],
  ])('has %s', async (url, type, text) => {
    const response = await ask(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe(type);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(await response.text()).toBe(text);
  });

  it.each([
    'app://dialogram/../secret.txt',
    'app://dialogram/..%2fsecret.txt',
    'app://dialogram/%2e%2e/secret.txt',
    'app://dialogram/assets',
    'app://dialogram/none.js',
    'app://other/index.html',
  ])('has no %s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });

  it('is only read', async () => {
    expect((await ask(PAGE_URL, 'POST')).status).toBe(404);
  });
});

describe('permissions', () => {
  type Request = Parameters<NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>>;
  let asked: (permission: Request[1], requestingUrl: string) => boolean;
  let lookedUp: (permission: string, origin: string) => boolean;

  beforeAll(() => {
    decidePermissions({
      setPermissionRequestHandler(handler) {
        asked = (permission, requestingUrl) => {
          let answer: boolean | null = null;
          const details = { requestingUrl, isMainFrame: true } as Request[3];
          handler?.(
            null as never,
            permission,
            (granted) => {
              answer = granted;
            },
            details,
          );
          if (answer === null) throw new Error('No answer was given.');
          return answer;
        };
      },
      setPermissionCheckHandler(handler) {
        lookedUp = (permission, origin) => handler?.(null, permission as never, origin, {} as never) ?? true;
      },
    });
  });

  it('let the page copy text', () => {
    expect(asked('clipboard-sanitized-write', PAGE_URL)).toBe(true);
    expect(lookedUp('clipboard-sanitized-write', 'app://dialogram/')).toBe(true);
    expect(lookedUp('clipboard-sanitized-write', 'app://dialogram')).toBe(true);
  });

  it.each(['clipboard-read', 'media', 'geolocation', 'notifications', 'openExternal'] as const)(
    'refuse %s',
    (permission) => {
      expect(asked(permission, PAGE_URL)).toBe(false);
      expect(lookedUp(permission, 'app://dialogram/')).toBe(false);
    },
  );

  it.each(['https://example.org/', 'app://dialogram.evil/', 'file:///'])('refuse all to %s', (address) => {
    expect(asked('clipboard-sanitized-write', address)).toBe(false);
    expect(lookedUp('clipboard-sanitized-write', address)).toBe(false);
  });
});
