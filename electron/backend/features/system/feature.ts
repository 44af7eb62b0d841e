import { availableParallelism } from 'node:os';
import { systemContract } from '#shared/contract/system.ts';
import { defineFeature } from '../../feature.ts';
import { threadSettings } from '../../machine/threads.ts';
import { appService } from '../../project.ts';
import { sqliteVersion } from '../../store/database.ts';
import { SCHEMA_VERSION } from '../../store/file/migrate.ts';

const threads = appService(({ options }) =>
  threadSettings(options.settingsFolder ?? options.providersFolder ?? null),
);

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
    threads: ({ app }) => ({ cores: availableParallelism(), ...app.use(threads).read() }),
    setThreads: ({ input, app }) => {
      app.use(threads).write(input);
      return { cores: availableParallelism(), ...app.use(threads).read() };
    },
  },
  // Created before the first job of the project.
  onOpen: ({ app }) => void app.use(threads),
});
