import { statSync } from 'node:fs';
import type { Job } from '#shared/contract/jobs.ts';
import { healthContract } from '#shared/contract/system.ts';
import { defineFeature } from '../../feature.ts';
import { backupsOf } from '../../store/file/backup-list.ts';
import { structuralFaults } from '../../store/file/check-project.ts';
import { damaged } from '../../store/file/damaged.ts';
import { backupSettings } from '../backups/index.ts';

const LOG_LINES = 60;

const bytesOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

export const feature = defineFeature({
  contract: healthContract,
  methods: {
    project: ({ app, project: { path, jobs } }) => {
      const backups = backupsOf(path);
      const all = jobs.list();
      const count = (...states: Job['state'][]): number =>
        all.filter(({ state }) => states.includes(state)).length;
      return {
        bytes: bytesOf(path) + bytesOf(`${path}-wal`),
        backups: {
          on: app.use(backupSettings).read().on,
          count: backups.length,
          bytes: backups.reduce((sum, { bytes }) => sum + bytes, 0),
          newest: backups[0]?.at ?? null,
        },
        jobs: {
          running: count('running', 'cancelling'),
          waiting: count('queued'),
          paused: count('paused'),
          failed: count('failed'),
        },
      };
    },
    integrity: async ({ project: { path, origin, database }, signal }) => {
      const damage = [...(await structuralFaults(path, signal))];
      if (damage.length > 0) database.place.damage ??= damaged(origin, damage);
      return { damage };
    },
    log: ({ app: { log } }) => ({ folder: log.folder, lines: log.tail(LOG_LINES) }),
  },
});
