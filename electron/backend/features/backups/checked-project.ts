import type { ProjectCheck } from '#shared/contract/backups.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { backupsOf } from '../../store/file/backup-list.ts';
import { checkProject } from '../../store/file/check-project.ts';
import { checkProjectFile } from '../../store/file/file-header.ts';
import { inUse, isHeld, lockProject } from '../../store/file/lock.ts';
import { readSums } from '../../store/file/page-sums.ts';
import { inThread } from '../../workers/in-thread.ts';

/**
 * Runs work on a project that nobody has open, and locks it for that time.
 * @throws PROJECT_IN_USE
 */
export async function whileLocked<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  if (isHeld(path)) throw inUse(path);
  const lock = lockWhereItCanBe(path);
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

/** Locks the project; returns null if it cannot be written to, because then nobody else writes either. */
function lockWhereItCanBe(path: string) {
  try {
    return lockProject(path);
  } catch (error) {
    if (error instanceof DialogramError && error.code === 'CANNOT_WRITE') return null;
    throw error;
  }
}

/** Returns the damage of a project, from its first bytes and then the whole file. */
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

/** Checks a project. If it is damaged, also finds what can be read and what each backup lacks. */
export const checkedProject = (path: string): Promise<ProjectCheck> =>
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
        problem: missing[at] ? null : 'It is damaged, too.',
      })),
    };
  });

/** The newest backup that is whole. @throws NOT_FOUND */
export async function wholeBackup(path: string): Promise<string> {
  for (const { path: backup } of backupsOf(path))
    if ((await checkedFile(backup)).damage.length === 0) return backup;
  throw new DialogramError('NOT_FOUND', `There is no backup of ${path} that can be read.`, {
    place: path,
    nextStep: 'Save what can be read of the project instead.',
  });
}

/** @throws PROJECT_DAMAGED, NOT_FOUND or NOT_A_PROJECT if the backup cannot be restored */
export async function requireWhole(backup: string): Promise<void> {
  checkProjectFile(backup);
  const { damage } = await checkedFile(backup);
  if (damage.length === 0) return;
  throw new DialogramError('PROJECT_DAMAGED', `The backup ${backup} is damaged: ${damage.join('; ')}.`, {
    place: backup,
    value: damage.join('; '),
    nextStep: 'Choose another backup.',
  });
}
