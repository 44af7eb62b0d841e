import { createRequire } from 'node:module';
import { connect } from 'node:net';

/** The time in ms that a server gets to close the connection. */
const GOODBYE_MS = 500;
const CANCELS = 20;
const AGAIN_MS = 200;
const CONNECT_MS = 10_000;
/** A number that is not a version of the protocol. It asks the server to cancel what another connection is running. */
const CANCEL_CODE = 80_877_102;

export interface DatabaseAccess {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  /** `verify` checks the certificate, `encrypt` accepts any, `off` does not encrypt. */
  readonly tls: 'verify' | 'encrypt' | 'off';
}

type Cell = string | null;

interface Client {
  readonly processID: number | null;
  readonly secretKey: number | null;
  connect(): Promise<void>;
  query<Submitted>(submitted: Submitted): Submitted extends string ? Promise<{ rows: unknown[] }> : Submitted;
  end(): Promise<void>;
  on(event: 'error', listener: () => void): void;
  readonly connection: { readonly stream: { destroy(): void } };
}
interface Cursor {
  read(
    rows: number,
    done: (
      error: Error | null,
      rows: Cell[][],
      result: { readonly fields: readonly { readonly name: string }[] },
    ) => void,
  ): void;
}
interface Packages {
  readonly pg: { readonly Client: new (settings: object) => Client };
  readonly Cursor: new (sql: string, values: readonly unknown[], settings: object) => Cursor;
}

export interface DatabaseTable {
  /** The name for queries: "public.tickets". */
  readonly name: string;
  readonly columns: string[];
}

/** A database in one read-only transaction, so that all answers are about the same moment. */
export type Postgres = Awaited<ReturnType<typeof openPostgres>>;

/**
 * Connects to PostgreSQL 12 or newer. `seconds` limits the wait for the next rows. `signal` cancels pending requests,
 * which then fail.
 */
export async function openPostgres(access: DatabaseAccess, seconds: number, signal: AbortSignal) {
  signal.throwIfAborted();
  const { pg, Cursor } = packages();
  const { host, port, database, user, password, tls } = access;
  const client = new pg.Client({
    ...{ host, port, database, user },
    // A function, because without a password the package would search for one in the environment and in files.
    password: () => password ?? '',
    ssl: tls === 'off' ? false : { rejectUnauthorized: tls === 'verify' },
    application_name: 'Dialogram',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  });
  // A broken connection rejects pending requests. Without a listener, it would also end the process.
  client.on('error', () => {});
  const hangUp = (): void => client.connection.stream.destroy();
  let isOpen = true;
  const stop = async (): Promise<void> => {
    // Tries several times, because a cancel that arrives before the query has no effect.
    for (let tries = 0; isOpen && client.processID !== null && tries < CANCELS; tries++) {
      await sendCancel(access, client.processID, client.secretKey);
      await wait(AGAIN_MS);
    }
    hangUp();
  };
  signal.addEventListener('abort', stop, { once: true });
  const close = async (): Promise<void> => {
    signal.removeEventListener('abort', stop);
    isOpen = false;
    await Promise.race([client.end().catch(() => {}), wait(GOODBYE_MS)]);
    hangUp();
  };
  try {
    await client.connect();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(
      `SET LOCAL statement_timeout = ${Math.round(seconds * 1000)}; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'`,
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async *rows(sql: string, atATime: number) {
      signal.throwIfAborted();
      // Only one statement, because a cursor accepts only one.
      const cursor = client.query(new Cursor(sql, [], { rowMode: 'array', types: AS_WRITTEN }));
      for (;;) {
        const part = await new Promise<{ columns: readonly string[]; rows: Cell[][] }>((resolve, reject) => {
          cursor.read(atATime, (error, rows, result) => {
            if (error) reject(error);
            else resolve({ columns: result.fields.map(({ name }) => name), rows });
          });
        });
        yield part;
        if (part.rows.length < atATime) return;
      }
    },
    async tables(most: number) {
      const { rows } = await client.query(`${TABLES} LIMIT ${most}`);
      return rows as DatabaseTable[];
    },
    close,
  };
}

const AS_WRITTEN = { getTypeParser: () => (text: string) => text };

const TABLES = `SELECT format('%I.%I', n.nspname, c.relname) AS name,
  (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
   WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
ORDER BY n.nspname <> 'public', 1`;

function packages(): Packages {
  const load = createRequire(import.meta.url);
  return { pg: load('pg') as Packages['pg'], Cursor: load('pg-cursor') as Packages['Cursor'] };
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds).unref());

/** Cancels a query over a separate connection. The server answers by closing it. */
function sendCancel({ host, port }: DatabaseAccess, process: number | null, secret: number | null) {
  return new Promise<void>((resolve) => {
    if (process === null || secret === null) {
      resolve();
      return;
    }
    const message = Buffer.alloc(16);
    [16, CANCEL_CODE, process, secret].forEach((value, at) => {
      message.writeInt32BE(value, at * 4);
    });
    const socket = connect(port, host, () => socket.end(message));
    socket.setTimeout(GOODBYE_MS, () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
    socket.resume();
  });
}
