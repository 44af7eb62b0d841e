import type { Database, DatabaseTls } from '#shared/contract/databases.ts';
import { withoutPassword } from '#shared/domain/database-address.ts';

/** As it is typed; no encryption chosen leaves it to the address and its host. */
export interface DatabaseForm {
  readonly address: string;
  readonly tls: DatabaseTls | '';
  readonly password: string;
}

export const EMPTY_FORM: DatabaseForm = { address: '', tls: '', password: '' };

export const formOf = (kept: Database | undefined): DatabaseForm =>
  kept === undefined ? EMPTY_FORM : { address: kept.address, tls: kept.tls, password: '' };

/** Another address was typed: a password in it goes to its field, and how the one before was encrypted says nothing of it. */
export function addressTyped(form: DatabaseForm, typed: string, wasKept: boolean): DatabaseForm {
  const { address, password } = withoutPassword(typed);
  return { address, tls: wasKept ? '' : form.tls, password: password ?? form.password };
}
