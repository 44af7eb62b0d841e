import { statSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';

/** Allows no foreign content, no inline scripts or styles, and connections only to the page's origin. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The HTTP headers of every file of the page, in both shells. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};

interface PageFile {
  readonly place: string;
  readonly contentType: string;
  readonly bytes: number;
  /** True if the file's name changes with its content, so that it can be cached forever. */
  readonly immutable: boolean;
}

export function findPageFile(root: string, pathname: string): PageFile | null {
  const place = resolve(root, `.${pathname === '/' ? '/index.html' : pathname}`);
  if (!place.startsWith(root + sep)) return null;
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found?.isFile()) return null;
  const contentType = CONTENT_TYPES[extname(place)] ?? 'application/octet-stream';
  return { place, contentType, bytes: found.size, immutable: pathname.startsWith('/assets/') };
}
