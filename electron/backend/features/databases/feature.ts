import { databasesContract } from '#shared/contract/databases.ts';
import { defineFeature } from '../../feature.ts';
import { databaseTables } from '../../formats/engine/ask-database.ts';
import { databaseRegistry } from './database-registry.ts';

const MOST_TABLES = 500;

export const feature = defineFeature({
  contract: databasesContract,
  methods: {
    list: async ({ app }) => {
      const registry = app.use(databaseRegistry);
      return { databases: await registry.list(), passwordsKeptFor: await registry.keys.keptFor() };
    },
    save: ({ input, app }) => app.use(databaseRegistry).save(input.address, input.tls),
    remove: async ({ input, app }) => ({ removed: await app.use(databaseRegistry).remove(input.address) }),
    setPassword: ({ input, app }) => app.use(databaseRegistry).setPassword(input.address, input.password),
    consent: ({ input, app }) => app.use(databaseRegistry).consent(input.address, input.host),
    tables: async ({ input, app, signal }) => {
      const access = await app.use(databaseRegistry).access(input.address);
      const tables = await databaseTables(access, MOST_TABLES + 1, signal);
      return { tables: tables.slice(0, MOST_TABLES), more: tables.length > MOST_TABLES };
    },
  },
});
