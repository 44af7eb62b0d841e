import { DialogramError, type ErrorCode } from '#shared/contract/errors.ts';
import { scrub } from '../../providers/model/scrub.ts';
import {
  type DatabaseAccess,
  type DatabaseTable,
  openPostgres,
  type Postgres,
} from '../../store/engine/postgres.ts';

export type Patience = 'first' | 'all';

/** The maximum time in seconds to wait for a server's next rows. */
const ANSWER_SECONDS = { first: 60, all: 1800 } as const satisfies Record<Patience, number>;

const SHORTEST_HIDDEN = 6;

interface Question {
  /** The person's query as a part of the sent one, so that errors can be located. */
  readonly asked: string | null;
  readonly sql: string | null;
  readonly patience: Patience;
  readonly signal: AbortSignal;
}

/** Queries a database in a read-only transaction. @throws DialogramError with the address, never with the password */
export async function askDatabase<Answer>(
  access: DatabaseAccess,
  question: Question,
  work: (database: Postgres) => Promise<Answer>,
): Promise<Answer> {
  const { signal, patience } = question;
  let database: Postgres | null = null;
  try {
    database = await openPostgres(access, ANSWER_SECONDS[patience], signal);
    return await work(database);
  } catch (error) {
    signal.throwIfAborted();
    throw database === null && !isAnswer(error)
      ? unreachable(access, error)
      : refused(access, question, error);
  } finally {
    await database?.close();
  }
}

export const databaseTables = (
  access: DatabaseAccess,
  most: number,
  signal: AbortSignal,
): Promise<DatabaseTable[]> =>
  askDatabase(access, { asked: null, sql: null, patience: 'first', signal }, (database) =>
    database.tables(most),
  );

interface Fault {
  readonly message: string;
  readonly code?: string;
  readonly position?: string;
  readonly hint?: string;
  readonly severity?: string;
}

const isAnswer = (error: unknown): error is Fault => error instanceof Error && 'severity' in error;

/** A short password is not hidden in messages, because it would match unrelated words. */
const secretOf = ({ password }: DatabaseAccess): string | null =>
  password !== null && password.length >= SHORTEST_HIDDEN ? password : null;

const nameOf = ({ database, host, port }: DatabaseAccess): string => `"${database}" on ${host}:${port}`;

function unreachable(access: DatabaseAccess, error: unknown): DialogramError {
  const { message, code = '' } = error instanceof Error ? (error as Fault) : { message: String(error) };
  // If a host has several addresses, the error has a list of errors and no message.
  const why = scrub(message || code, secretOf(access));
  if (/password must be|no password/i.test(message)) {
    return named(
      'KEY_MISSING',
      access,
      `The database ${nameOf(access)} needs a password.`,
      'Enter the password.',
    );
  }
  if (/does not support SSL/i.test(message)) {
    const nextStep =
      "Ask the server's administrator to turn on encryption. On your own network, you can turn encryption off here.";
    return named(
      'CANNOT_READ',
      access,
      `${access.host}:${access.port} does not support encryption.`,
      nextStep,
    );
  }
  if (/certificate|altname/i.test(message) || /CERT|ALTNAME/.test(code)) {
    return named(
      'CANNOT_READ',
      access,
      `The certificate of ${access.host} was not accepted: ${why}.`,
      "Start Dialogram with the authority's certificate in NODE_EXTRA_CA_CERTS, or choose encryption without a certificate check.",
    );
  }
  return named(
    'CANNOT_READ',
    access,
    `The database ${nameOf(access)} cannot be reached: ${why}.`,
    'Check the host and port, and that the server runs and accepts connections from this machine.',
  );
}

function refused(access: DatabaseAccess, question: Question, error: unknown): DialogramError {
  if (error instanceof DialogramError) return error;
  const fault: Fault = error instanceof Error ? error : { message: String(error) };
  const why = scrub(fault.message, secretOf(access));
  const where = nameOf(access);
  switch (fault.code) {
    case '28P01':
    case '28000':
      return named(
        'CANNOT_READ',
        access,
        `The database ${where} rejected "${access.user}": ${why}.`,
        'Check your user name and password, and that the server accepts this user from this machine.',
      );
    case '57014':
      return named(
        'CANNOT_READ',
        access,
        `The database ${where} returned no rows within ${ANSWER_SECONDS[question.patience]} seconds.`,
        'Limit the rows, filter by an indexed column, or use a materialized view.',
      );
    case '25006':
      return named(
        'CANNOT_READ',
        access,
        `The query would write to ${where}: ${why}.`,
        'Nothing was written. Use a single “select” statement that only reads.',
      );
  }
  const place = placeOf(fault.position, question);
  const next = fault.hint === undefined || fault.hint === '' ? '' : `${scrub(fault.hint, secretOf(access))} `;
  const nextStep = `${next}Correct the query. Use a single “select” statement, such as “select * from tickets where lang = 'en'”.`;
  return named('CANNOT_READ', access, `${where} rejected the query${place}: ${why}.`, nextStep);
}

/** Returns where in the person's query the server stopped, such as ", line 2, column 8"; '' if unknown. */
function placeOf(position: string | undefined, { asked, sql }: Question): string {
  if (position === undefined || asked === null || sql === null) return '';
  // Counted in characters, not in UTF-16 units.
  const before = [...sql].slice(0, Number(position) - 1).join('').length - sql.indexOf(asked);
  if (before < 0 || before > asked.length) return '';
  const lines = asked.slice(0, before).split('\n');
  return `, line ${lines.length}, column ${[...(lines.at(-1) ?? '')].length + 1}`;
}

const named = (code: ErrorCode, access: DatabaseAccess, message: string, nextStep: string): DialogramError =>
  new DialogramError(code, message.replace(/\.\.$/, '.'), { place: nameOf(access), nextStep });
