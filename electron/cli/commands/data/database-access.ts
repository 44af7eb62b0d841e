import { text as readAll } from 'node:stream/consumers';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Arguments } from '../../arguments.ts';
import { secretFrom } from '../../key-from.ts';

/** The options of commands that read a database. */
export const DATABASE_USAGE =
  '--postgres postgres://user@host:5432/database [--password-from VARIABLE | --password-stdin] [--tls verify|encrypt|off] [--agree postgres://host:5432]';

/**
 * Sets up the database of a command: encryption, the password for this command only, and the consent to its host, which
 * is stored. Null if the command names none.
 */
export async function databaseOf(given: Arguments, client: DialogramClient): Promise<string | null> {
  const named = given.text('postgres');
  if (named === null) return null;
  const tls = given.choice('tls', ['verify', 'encrypt', 'off']);
  const { address } = await client.databases.save({ address: named, tls });
  const host = given.text('agree');
  if (host !== null) await client.databases.consent({ address, host });
  const password = await passwordOf(given);
  if (password !== null) await client.databases.setPassword({ address, password });
  return address;
}

/** Returns the password from the environment or standard input; never from arguments, which every process can read. */
async function passwordOf(given: Arguments): Promise<string | null> {
  if (!given.named.has('password-stdin')) return secretFrom(given, 'password-from', process.env);
  if (given.text('password-from') !== null)
    throw given.wrong('--password-from and --password-stdin cannot be used together.');
  return (await readAll(process.stdin)).replace(/\r?\n$/, '');
}
