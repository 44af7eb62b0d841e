import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database, DatabaseTls } from '#shared/contract/databases.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { providerConsentSchema } from '#shared/contract/providers.ts';
import { databaseTitle, isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { settingsFile } from '../../machine/settings.ts';
import { type App, appService } from '../../project.ts';
import { consentTo } from '../../providers/consent.ts';
import { reachOfBaseUrl } from '../../providers/model/base-url.ts';
import type { DatabaseAccess } from '../../store/engine/postgres.ts';

const PORT = 5432;

interface DatabasePlace extends Pick<DatabaseAccess, 'host' | 'port' | 'database' | 'user'> {
  readonly address: string;
  readonly origin: string;
  readonly reach: 'loopback' | 'private' | 'public';
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

/** @throws DialogramError INVALID at `address`; its value never contains the password */
export function readDatabaseAddress(text: string): DatabasePlace {
  const typed = text.trim();
  const url = isDatabaseAddress(typed) && URL.canParse(typed) ? new URL(typed) : null;
  if (url === null) {
    // A text that is not an address may still contain a password.
    throw invalid(
      'This is not the address of a database.',
      'Write an address such as postgres://reader@db.example.com:5432/support.',
    );
  }
  if (url.password !== '') {
    throw invalid(
      'The address contains a password.',
      'Remove the password from the address and enter it in the password field.',
    );
  }
  const user = decoded(url.username);
  const database = decoded(url.pathname.slice(1));
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const missing = host === '' ? 'host' : user === '' ? 'user' : database === '' ? 'database' : null;
  if (missing !== null || database.includes('/')) {
    throw invalid(
      `The address has no ${missing ?? 'database'}.`,
      'Write the whole address: postgres://user@host:5432/database.',
    );
  }
  const mode = url.searchParams.get('sslmode');
  const tls = mode === null ? null : (SSL_MODES[mode] ?? null);
  if ([...url.searchParams.keys()].some((name) => name !== 'sslmode') || (mode !== null && tls === null)) {
    throw invalid('After "?", an address may contain only “sslmode”.', 'Remove everything else after "?".');
  }
  const origin = `postgres://${url.hostname.toLowerCase()}:${url.port || PORT}`;
  const address = `${origin.replace('//', `//${encodeURIComponent(user)}@`)}/${encodeURIComponent(database)}`;
  return {
    ...{ address, origin, host, database, user, tls },
    port: Number(url.port || PORT),
    reach: reachOfBaseUrl(origin),
  };
}

/** Returns a warning if it is unsafe to send a password and rows over this connection; null if it is safe. */
function tlsWarning(tls: DatabaseTls, { reach, host }: DatabasePlace): string | null {
  if (reach === 'loopback' || tls === 'verify') return null;
  return tls === 'off'
    ? `The connection to ${host} is not encrypted, so anyone on that network can read the data.`
    : `The certificate of ${host} is not checked, so another server could impersonate it.`;
}

/** @throws DialogramError INVALID for an unencrypted connection through other networks */
function requireEncryption(tls: DatabaseTls, { reach, host }: DatabasePlace): void {
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
    throw invalid('The address contains a single "%".', 'Write "%25" instead of "%".');
  }
}

const invalid = (message: string, nextStep: string): DialogramError =>
  new DialogramError('INVALID', message, { place: 'address', nextStep });

const keptSchema = z.object({
  id: z.string(),
  address: z.string(),
  tls: z.enum(['verify', 'encrypt', 'off']),
  consent: providerConsentSchema.nullable(),
});
type StoredDatabase = z.infer<typeof keptSchema>;

const keyOf = ({ id }: StoredDatabase): string => `database-${id}`;

function createDatabaseRegistry({ keys, options }: App) {
  const folder = options.providersFolder ?? options.settingsFolder;
  const file = settingsFile<StoredDatabase[]>(folder, 'databases.json', z.array(keptSchema), []);

  const get = (text: string): StoredDatabase => {
    const { address } = readDatabaseAddress(text);
    const kept = file.read().find((database) => database.address === address);
    if (kept) return kept;
    throw new DialogramError('NOT_FOUND', `The database ${databaseTitle(address)} is not set up here.`, {
      place: 'databases',
      value: address,
      nextStep: 'Set up the database in the import dialog under "From a database".',
    });
  };
  const put = (kept: StoredDatabase): Promise<Database> => {
    file.write([...file.read().filter(({ id }) => id !== kept.id), kept]);
    return describe(kept);
  };
  const describe = async (kept: StoredDatabase): Promise<Database> => {
    const place = readDatabaseAddress(kept.address);
    const { address, origin, reach } = place;
    const consent = kept.consent?.origin === origin ? kept.consent : null;
    const hasPassword = await keys.has(keyOf(kept));
    return {
      address,
      origin,
      reach,
      tls: kept.tls,
      warning: tlsWarning(kept.tls, place),
      consent,
      hasPassword,
    };
  };

  return {
    keys,
    list: () => Promise.all(file.read().map(describe)),
    /** @throws DialogramError INVALID with the field as place */
    save(text: string, chosen: DatabaseTls | null) {
      const place = readDatabaseAddress(text);
      const before = file.read().find(({ address }) => address === place.address);
      const tls = chosen ?? place.tls ?? before?.tls ?? (place.reach === 'loopback' ? 'off' : 'verify');
      requireEncryption(tls, place);
      const { address } = place;
      return put({ id: before?.id ?? randomUUID(), address, tls, consent: before?.consent ?? null });
    },
    async remove(address: string) {
      const all = file.read();
      const kept = all.find((database) => database.address === readDatabaseAddress(address).address);
      if (!kept) return false;
      await keys.remove(keyOf(kept));
      file.write(all.filter((other) => other !== kept));
      return true;
    },
    async setPassword(address: string, password: string | null) {
      const kept = get(address);
      await (password === null ? keys.remove(keyOf(kept)) : keys.set(keyOf(kept), password));
      return describe(kept);
    },
    /** @param host null withdraws the consent */
    async consent(address: string, host: string | null) {
      const kept = get(address);
      const { origin } = readDatabaseAddress(kept.address);
      const name = databaseTitle(kept.address);
      return put({ ...kept, consent: host === null ? null : consentTo(host, { name, origin }) });
    },
    /**
     * Returns the data for connecting.
     * @throws DialogramError NOT_FOUND; NOT_CONSENTED for a remote database without consent
     */
    async access(address: string) {
      const kept = get(address);
      const { reach, origin, host, port, database, user } = readDatabaseAddress(kept.address);
      if (reach !== 'loopback' && kept.consent?.origin !== origin) {
        throw new DialogramError(
          'NOT_CONSENTED',
          `You have not agreed to contact ${origin}, so nothing was sent.`,
          {
            place: databaseTitle(kept.address),
            value: origin,
            nextStep: `Agree in the import dialog under "From a database", or with --agree ${origin}.`,
          },
        );
      }
      return { host, port, database, user, password: await keys.get(keyOf(kept)), tls: kept.tls };
    },
  };
}

export const databaseRegistry = appService(createDatabaseRegistry);
