import { chmodSync, copyFileSync, existsSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { translateError } from './errors.ts';
import type { Feature } from './feature.ts';
import { createJobRunner } from './jobs/runner.ts';
import { makeTemporaryFolder } from './machine/temporary-folders.ts';
import { type App, createChanges, type Project } from './project.ts';
import { createServices } from './services.ts';
import {
  checkPathIsFree,
  closeDatabase,
  createDatabase,
  type OpenedDatabase,
  openDatabase,
  type WriteDatabase,
} from './store/database.ts';
import { takeBackInterrupted } from './store/edits/log/edit-log.ts';
import { checkProject } from './store/file/check-project.ts';
import { damaged, isDamage } from './store/file/damaged.ts';
import { checkProjectFile } from './store/file/file-header.ts';
import { inUse, isHeld, lockProject, type ProjectLock } from './store/file/lock.ts';
import { writeMeta } from './store/file/meta-table.ts';
import { SCHEMA_VERSION } from './store/file/migrate.ts';
import { type ProjectCounts, writeSums } from './store/file/page-sums.ts';
import { countContents } from './store/file/project-counts.ts';
import { keepLogShort } from './store/file/write-ahead-log.ts';
import { discardRun, unfinishedRuns } from './store/runs/run-table.ts';

export interface HeldProject extends Project {
  close(): Promise<void>;
}

/** Opens or creates a project and locks it. In a read-only place it opens for reading. */
export async function holdProject(
  path: string,
  mode: 'open' | 'create',
  app: App,
  features: readonly Feature[],
): Promise<HeldProject> {
  const since = performance.now();
  try {
    const project = await holdForWriting(path, mode, app, features);
    const { size: bytes } = statSync(path);
    app.log.write({ event: 'project-opened', bytes, ms: Math.round(performance.now() - since) });
    return project;
  } catch (error) {
    const isUnwritable =
      error instanceof DialogramError && (error.code === 'CANNOT_WRITE' || error.code === 'DISK_FULL');
    if (mode === 'create' || !isUnwritable) throw error;
    return holdForReading(path, app, features, error);
  }
}

/**
 * Opens a temporary copy, because in a read-only folder SQLite cannot read the write-ahead log of a crash. Throws
 * `refused` if the project cannot be copied either.
 */
async function holdForReading(
  path: string,
  app: App,
  features: readonly Feature[],
  refused: DialogramError,
): Promise<HeldProject> {
  const folder = makeTemporaryFolder('reading');
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    copyFileSync(path, copy);
    chmodSync(copy, 0o600);
    for (const log of ['-wal', '-journal']) if (existsSync(path + log)) copyFileSync(path + log, copy + log);
    const project = await holdForWriting(copy, 'open', app, features, path);
    project.database.place.refusal = new DialogramError(
      refused.code,
      `${basename(path)} is in a read-only folder, so the project is read-only.`,
      {
        place: path,
        nextStep: 'To make changes, save the project under another name in a folder you can write to.',
      },
    );
    return { ...project, close: () => project.close().finally(remove) };
  } catch (error) {
    remove();
    throw error instanceof DialogramError && error.code === 'PROJECT_DAMAGED' ? error : refused;
  }
}

async function holdForWriting(
  path: string,
  mode: 'open' | 'create',
  app: App,
  features: readonly Feature[],
  origin: string = path,
): Promise<HeldProject> {
  if (mode === 'create') checkPathIsFree(path);
  else if (isHeld(path)) throw inUse(path);
  else checkProjectFile(path);
  const lock = lockProject(path);
  let opened: OpenedDatabase | null = null;
  try {
    // Checked before anything is written, and opening a project writes.
    if (mode === 'open') await requireIntact(path, origin);
    opened =
      mode === 'create'
        ? { database: createDatabase(path), migratedFrom: null, backup: null }
        : await openDatabase(path);
    const { database } = opened;
    if (mode === 'create') {
      lock.holdFile();
      writeMeta(database, 'created_at', new Date().toISOString());
    }
    for (const feature of features) await feature.recover?.({ path, database });
    return await workOn({ path, origin }, opened, lock, app, features);
  } catch (error) {
    opened?.database.close();
    lock.release();
    throw translateError(error, path);
  }
}

/** @throws PROJECT_DAMAGED */
async function requireIntact(path: string, origin: string): Promise<void> {
  const { damage } = await checkProject(path);
  if (damage.length > 0) throw damaged(origin, damage);
}

/** Returns the counts for the checksums; null for a damaged file, because new checksums would hide the damage. */
function heldUnlessDamaged(database: WriteDatabase): ProjectCounts | null {
  if (database.place.damage) return null;
  try {
    return countContents(database);
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
}

async function workOn(
  { path, origin }: Pick<Project, 'path' | 'origin'>,
  opened: OpenedDatabase,
  lock: ProjectLock,
  app: App,
  features: readonly Feature[],
): Promise<HeldProject> {
  const { database } = opened;
  // Deletes runs that a crash left unfinished. Their results are useless, because a rerun starts from the beginning.
  for (const run of unfinishedRuns(database, app.runs)) discardRun(database, run);
  takeBackInterrupted(database);
  const changes = createChanges();
  database.place.onLost = () => changes.announce('project');
  const closing = new AbortController();
  const services = createServices<Project>();
  const jobs = createJobRunner<Project>({
    database,
    path,
    host: () => project,
    kinds: features.flatMap((feature) => feature.jobs ?? []),
    onChange: (topics) => changes.announce(...topics),
    log: app.log,
    onFailure: (error) => project.noteDamage(error),
  });
  const log = keepLogShort(database, path);
  /** Ends all background work on the project before its file is closed. */
  const end = async (why: string): Promise<void> => {
    closing.abort(new DialogramError('CANCELLED', why));
    await jobs.stop();
    await services.drop(project);
    changes.end();
    await log.close();
  };
  const project: HeldProject = {
    app,
    path,
    origin,
    ...opened,
    jobs,
    changes,
    closing: closing.signal,
    use: (service) => services.of(service, project),
    noteDamage(error) {
      if (isDamage(error)) database.place.damage ??= damaged(origin, ['part of it can no longer be read']);
    },
    async forget() {
      await services.drop(project);
      jobs.forgetEnded();
    },
    async close() {
      try {
        await end('The project was closed.');
        for (const feature of features) await feature.beforeClose?.(project);
        const held = heldUnlessDamaged(database);
        if (closeDatabase(database, path) && held) await writeSums(path, SCHEMA_VERSION, held);
        app.log.write({ event: 'project-closed' });
      } finally {
        lock.release();
      }
    },
  };
  try {
    for (const feature of features) feature.onOpen?.(project);
  } catch (error) {
    await end('The project could not be opened.');
    throw error;
  }
  return project;
}
