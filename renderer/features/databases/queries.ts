import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

/** Queries for the databases of this machine and their tables. */
export const databaseQueries = ({ databases }: DialogramClient) => ({
  list: question('databases', databases.list, undefined, about('databases')),
  tables: (address: string) =>
    question('tables of a database', databases.tables, { address }, about('databases')),
});
