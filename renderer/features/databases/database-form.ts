import type { Database, DatabaseTls } from '#shared/contract/databases.ts';
import { withoutPassword } from '#shared/domain/database-address.ts';

/** The connection as typed. An empty `tls` lets the address and its host decide on encryption. */
export interface DatabaseForm {
  readonly address: string;
  readonly tls: DatabaseTls | '';
  readonly password: string;
}

export const EMPTY_FORM: DatabaseForm = { address: '', tls: '', password: '' };

export const formOf = (kept: Database | undefined): DatabaseForm =>
  kept === undefined ? EMPTY_FORM : { address: kept.address, tls: kept.tls, password: '' };

/**
 * Returns the form after a person typed an address. A password in it moves to its own field. If the form
 * showed a stored database, its encryption setting is dropped.
 */
export function addressTyped(form: DatabaseForm, typed: string, wasKept: boolean): DatabaseForm {
  const { address, password } = withoutPassword(typed);
  return { address, tls: wasKept ? '' : form.tls, password: password ?? form.password };
}
