import { systemContract } from '#shared/contract/system.ts';
import { defineFeature } from '../../feature.ts';
import { sqliteVersion } from '../../store/database.ts';
import { SCHEMA_VERSION } from '../../store/file/migrate.ts';

export const feature = defineFeature({
  contract: systemContract,
  methods: {
    info: ({ app }) => {
      const { options } = app;
      return {
        version: options.version,
        node: process.versions.node,
        sqlite: sqliteVersion(),
        schemaVersion: SCHEMA_VERSION,
        shell: options.shell,
        workspace: options.files.workspace,
      };
    },
  },
});
