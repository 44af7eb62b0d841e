import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLocalHost, sameSecret } from '#backend/machine/local-requests.ts';

/** Guards the browser shell: requests need a local name, our page's origin, and the cookie of the one-time token. */
export function createGuard() {
  let token: string | null = randomBytes(24).toString('base64url');
  const secret = randomBytes(24).toString('base64url');
  // Cookies ignore ports: two servers on one machine need two names.
  const cookieName = `dialogram-${randomBytes(4).toString('hex')}`;
  return {
    token: (): string => token ?? '',
    /** The cookie for a valid token, which can be used only once; otherwise null. */
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
