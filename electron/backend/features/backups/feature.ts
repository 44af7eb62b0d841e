import { extname } from 'node:path';
import { z } from 'zod';
import { backupsContract } from '#shared/contract/backups.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { defineFeature } from '../../feature.ts';
import { loggedError } from '../../machine/log.ts';
import { settingsFile } from '../../machine/settings.ts';
import { appService, type Project } from '../../project.ts';
import { isOnlyReading } from '../../store/database.ts';
import { editState } from '../../store/edits/log/edit-log.ts';
import { backupFolder, backupsOf } from '../../store/file/backup-list.ts';
import { makeBackup, putBack } from '../../store/file/backups.ts';
import { inThread } from '../../workers/in-thread.ts';
import { checkedProject, requireWhole, whileLocked, wholeBackup } from './checked-project.ts';

const EVERY_MS = 60 * 60 * 1000;

/** The settings for backups. The command line uses those of the desktop app. */
export const backupSettings = appService(({ options }) =>
  settingsFile(
    options.settingsFolder ?? options.providersFolder ?? null,
    'backups.json',
    z.object({ on: z.boolean() }),
    { on: true },
  ),
);

/** The edit state when the project was last opened or backed up; a purge does not change it. */
const backedUp = new WeakMap<Project['database'], string>();

/**
 * Makes a backup if a person edited something since the last one. Never fails, because the project itself is
 * saved.
 */
async function backUpEdits(project: Project): Promise<void> {
  const { database, path, app } = project;
  try {
    const state = editState(database);
    const { refusal, damage } = database.place;
    const isWanted = app.use(backupSettings).read().on && refusal === null && damage === null;
    if (!isWanted || !database.place.isKept() || backedUp.get(database) === state) return;
    if (await makeBackup(database, path)) backedUp.set(database, state);
  } catch (error) {
    app.log.write({ event: 'backup-failed', error: loggedError(error) });
    console.warn(
      `No backup of ${path} could be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

export const feature = defineFeature({
  contract: backupsContract,
  methods: {
    check: ({ input, session }) => checkedProject(session.files.forReading(input.path)),
    list: ({ project: { path } }) => {
      const backups = backupsOf(path);
      return {
        folder: backupFolder(path),
        bytes: backups.reduce((sum, { bytes }) => sum + bytes, 0),
        backups,
      };
    },
    make: async ({ project: { database, path } }) => {
      const state = editState(database);
      const made = await makeBackup(database, path);
      if (made === null)
        throw new DialogramError('BUSY', 'The project changed while it was copied.', {
          nextStep: 'Try again.',
        });
      backedUp.set(database, state);
      return made;
    },
    settings: ({ app }) => app.use(backupSettings).read(),
    setSettings: ({ input, app }) => {
      app.use(backupSettings).write(input);
      return app.use(backupSettings).read();
    },
    restore: ({ input, session: { files } }) => {
      const path = files.forWriting(input.path);
      return whileLocked(path, async () => {
        const from = input.backup === null ? await wholeBackup(path) : files.forReading(input.backup);
        await requireWhole(from);
        return { path, from, kept: putBack(path, from) };
      });
    },
    salvage: ({ input, session: { files } }) => {
      const path = files.forReading(input.path);
      const out = files.forWriting(
        extname(input.out) === '.dialogram' ? input.out : `${input.out}.dialogram`,
      );
      return whileLocked(path, async () => {
        const { notes, ...held } = await inThread('salvage', 'salvageProject', [path, out]);
        return { path: out, ...held, notes: [...notes] };
      });
    },
  },
  onOpen(project) {
    backedUp.set(project.database, editState(project.database));
    const timer = setInterval(() => {
      if (!project.jobs.busy() && !isOnlyReading(project.database)) void backUpEdits(project);
    }, EVERY_MS);
    timer.unref();
    project.closing.addEventListener('abort', () => clearInterval(timer), { once: true });
  },
  beforeClose: backUpEdits,
});
