import type { DatabaseTls } from '#shared/contract/databases.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { reachOfBaseUrl } from '../../providers/model/base-url.ts';

const PORT = 5432;

interface DatabasePlace {
  /** "postgres://user@host:5432/name", written one way. */
  readonly address: string;
  /** Scheme, host and port: what a person consents to. */
  readonly origin: string;
  readonly reach: 'loopback' | 'private' | 'public';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  /** The encryption setting in the address itself; null if there is none. */
  readonly tls: DatabaseTls | null;
}

const SSL_MODES: Readonly<Record<string, DatabaseTls>> = {
  disable: 'off',
  allow: 'encrypt',
  prefer: 'encrypt',
  require: 'encrypt',
  'verify-ca': 'verify',
  'verify-full': 'verify',
};

/** Parses the address of a database. @throws DialogramError INVALID at `address`, without the password */
export function readDatabaseAddress(text: string): DatabasePlace {
  const typed = text.trim();
  const url = isDatabaseAddress(typed) && URL.canParse(typed) ? new URL(typed) : null;
  if (url === null) {
    // An unreadable text may still contain a password.
    throw invalid(
      'The address of a database cannot be read.',
      'Write one such as postgres://reader@db.example.com:5432/support.',
    );
  }
  if (url.password !== '') {
    throw invalid('The address contains a password.', 'Remove it, and enter it in the password field.');
  }
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const missing = host === '' ? 'a host' : user === '' ? 'a user' : database === '' ? 'a database' : null;
  if (missing !== null || database.includes('/')) {
    throw invalid(
      `The address lacks ${missing ?? 'a database'}.`,
      'Write the whole address: postgres://user@host:5432/database.',
    );
  }
  const mode = url.searchParams.get('sslmode');
  const tls = mode === null ? null : (SSL_MODES[mode] ?? null);
  if ([...url.searchParams.keys()].some((name) => name !== 'sslmode') || (mode !== null && tls === null)) {
    throw invalid('After "?", an address may contain only sslmode.', 'Remove the rest.');
  }
  const origin = `postgres://${url.hostname.toLowerCase()}:${url.port || PORT}`;
  const address = `${origin.replace('//', `//${encodeURIComponent(user)}@`)}/${encodeURIComponent(database)}`;
  return {
    ...{ address, origin, host, database, user, tls },
    port: Number(url.port || PORT),
    reach: reachOfBaseUrl(origin),
  };
}

/** Returns a warning if sending a password and rows this way is unsafe; null if it is safe. */
export function tlsWarning(tls: DatabaseTls, { reach, host }: DatabasePlace): string | null {
  if (reach === 'loopback' || tls === 'verify') return null;
  return tls === 'off'
    ? `What is read from ${host} is not encrypted: anyone on that network can read it.`
    : `Whoever answers for ${host} is taken for it: its certificate is not looked at.`;
}

/** @throws DialogramError INVALID if nothing would be encrypted on the way through foreign networks */
export function requireEncryption(tls: DatabaseTls, { reach, host }: DatabasePlace): void {
  if (tls !== 'off' || reach !== 'public') return;
  throw new DialogramError(
    'INVALID',
    `${host} is outside your network. Without encryption, others could read the password and the rows.`,
    { place: 'tls', value: tls, nextStep: 'Choose encryption.' },
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('The address contains a single "%".', 'Write it as "%25".');
  }
}

const invalid = (message: string, nextStep: string): DialogramError =>
  new DialogramError('INVALID', message, { place: 'address', nextStep });
