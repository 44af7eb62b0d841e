import Database from 'better-sqlite3';
import type { systemContract } from '#shared/contract/system.ts';
import type { Methods } from '../../feature.ts';
import { SCHEMA_VERSION } from '../../store/file/migrate.ts';

const sqliteVersion = (): string => {
  const database = new Database(':memory:');
  try {
    return database.prepare('SELECT sqlite_version()').pluck().get() as string;
  } finally {
    database.close();
  }
};

export function systemHandlers(system: Methods<typeof systemContract>) {
  return {
    info: system.info.handler(({ context }) => {
      const { options } = context.session.app;
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
