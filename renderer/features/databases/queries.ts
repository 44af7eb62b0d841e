import type { DialogramClient } from '#shared/contract/contract.ts';
import { about, question } from '../../client/queries.ts';

export const databaseQueries = ({ databases }: DialogramClient) => ({
  list: question('databases', databases.list, undefined, about('databases')),
  tables: (address: string) =>
    question('tables of a database', databases.tables, { address }, about('databases')),
});
