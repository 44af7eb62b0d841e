import { readFile } from 'node:fs/promises';
import type { CustomScheme, Session } from 'electron';
import { findPageFile, PAGE_HEADERS } from '#backend/machine/built-page.ts';
import { PAGE_ORIGIN } from '#shared/contract/native.ts';

/** Every other address is foreign. */
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`;

/** The page's own scheme. With `file:`, the page could read every file. Register the scheme before the app is ready. */
export const PAGE_SCHEME: CustomScheme = {
  scheme: new URL(PAGE_ORIGIN).protocol.slice(0, -1),
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

export async function answerPage(
  request: Pick<Request, 'url' | 'method'>,
  folder: string,
): Promise<Response> {
  const { protocol, host, pathname } = new URL(request.url);
  const isOwn = `${protocol}//${host}` === PAGE_ORIGIN && request.method === 'GET';
  const file = isOwn ? findPageFile(folder, pathname) : null;
  if (!file) return new Response(null, { status: 404, headers: PAGE_HEADERS });
  return new Response(await readFile(file.place), {
    headers: { ...PAGE_HEADERS, 'Content-Type': file.contentType },
  });
}

/** Permission to copy text to the clipboard. */
const PERMITTED = new Set(['clipboard-sanitized-write']);

/** Decides permissions of pages; a foreign page gets none. */
export function decidePermissions(
  session: Pick<Session, 'setPermissionRequestHandler' | 'setPermissionCheckHandler'>,
): void {
  const permits = (permission: string, address: string): boolean =>
    PERMITTED.has(permission) && (address === PAGE_ORIGIN || address.startsWith(`${PAGE_ORIGIN}/`));
  session.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) =>
    decide(permits(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    permits(permission, requestingOrigin),
  );
}
