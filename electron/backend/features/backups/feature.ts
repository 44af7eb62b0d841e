import { extname } from 'node:path';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { backupsContract, type ProjectCheck } from '#shared/contract/projects.ts';
import { defineFeature } from '../../feature.ts';
import { loggedError } from '../../machine/log.ts';
import { settingsFile } from '../../machine/settings.ts';
import { appService, type Project } from '../../project.ts';
import { isOnlyReading } from '../../store/database.ts';
import { editState } from '../../store/edits/log/edit-log.ts';
import { backupFolder, backupsOf } from '../../store/file/backup-list.ts';
import { makeBackup, putBack } from '../../store/file/backups.ts';
import { checkProject } from '../../store/file/check-project.ts';
import { checkProjectFile } from '../../store/file/file-header.ts';
import { inUse, isHeld, lockProject } from '../../store/file/lock.ts';
import { readSums } from '../../store/file/page-sums.ts';
import { inThread } from '../../workers/in-thread.ts';

/** Locks a closed project for some work. @throws PROJECT_IN_USE */
async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  if (isHeld(path)) throw inUse(path);
  const lock = lockWhereItCanBe(path);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

function lockWhereItCanBe(path: string) {
  try {
    return lockProject(path);
  } catch (error) {
    if (error instanceof DialogramError && error.code === 'CANNOT_WRITE') return null;
    throw error;
  }
}

async function checkedFile(path: string): Promise<Pick<ProjectCheck, 'by' | 'damage'>> {
  try {
    checkProjectFile(path);
    const { by, damage } = await checkProject(path);
    return { by, damage: [...damage] };
  } catch (error) {
    if (!(error instanceof DialogramError) || error.code !== 'PROJECT_DAMAGED') throw error;
    return { by: 'structure', damage: [error.detail.value ?? error.message] };
  }
}

const checkedProject = (path: string): Promise<ProjectCheck> =>
  whileLocked(path, async () => {
    const { by, damage } = await checkedFile(path);
    const backups = backupsOf(path);
    const before = readSums(path)?.held ?? null;
    if (damage.length === 0) {
      const listed = backups.map((backup) => ({ ...backup, missing: null, problem: null }));
      return { by, damage, readable: null, before, backups: listed };
    }
    const { readable, missing } = await inThread('readable', 'readableRows', [
      path,
      backups.map((backup) => backup.path),
    ]);
    return {
      by,
      damage,
      readable,
      before,
      backups: backups.map((backup, at) => ({
        ...backup,
        missing: missing[at] ?? null,
        problem: missing[at] ? null : 'This backup is damaged, too.',
      })),
    };
  });

/** Returns the newest intact backup. @throws NOT_FOUND */
async function wholeBackup(path: string): Promise<string> {
  for (const { path: backup } of backupsOf(path))
    if ((await checkedFile(backup)).damage.length === 0) return backup;
  throw new DialogramError('NOT_FOUND', `No backup of ${path} can be read.`, {
    place: path,
    nextStep: 'Save what can be read of the project instead.',
  });
}

async function requireWhole(backup: string): Promise<void> {
  checkProjectFile(backup);
  const { damage } = await checkedFile(backup);
  if (damage.length === 0) return;
  throw new DialogramError('PROJECT_DAMAGED', `The backup ${backup} is damaged: ${damage.join('; ')}.`, {
    place: backup,
    value: damage.join('; '),
    nextStep: 'Choose another backup.',
  });
}

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

/** The version of the edits at the last backup. If it has changed, a backup is due. A purge does not change it. */
const backedUp = new WeakMap<Project['database'], string>();

/** An error is only logged, because the project itself is saved. */
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
        throw new DialogramError('BUSY', 'The project changed while it was being copied.', {
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
