import Database from 'better-sqlite3';
import type { Api } from '../../dispatch/api.ts';
import { SCHEMA_VERSION } from '../../store/file/migrate.ts';

const sqliteVersion = (): string => {
  const database = new Database(':memory:');
  try {
    return database.prepare('SELECT sqlite_version()').pluck().get() as string;
  } finally {
    database.close();
  }
};

export function systemHandlers(api: Api) {
  return {
    info: api.system.info.handler(({ context }) => {
      const { options } = context.session.backend;
      return {
        version: options.version,
        node: process.versions.node,
        sqlite: sqliteVersion(),
        schemaVersion: SCHEMA_VERSION,
        shell: options.shell,
        workspace: options.files.workspace,
      };
    }),
  };
}
