import type { systemContract } from '#shared/contract/system.ts';
import type { Methods } from '../../feature.ts';
import { sqliteVersion } from '../../store/database.ts';
import { SCHEMA_VERSION } from '../../store/file/migrate.ts';

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
