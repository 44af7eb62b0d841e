import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { SourceId } from '#shared/domain/ids.ts';
import { fileOnDisk } from '../../formats/bytes/zip.ts';
import type { Project } from '../../project.ts';
import { areSourcesWatched, readSources, watchSources } from '../../store/corpus/grown-sources.ts';
import { pathsOfRemoved } from '../../store/removal/removed-table.ts';
import { newFiles, refreshJob } from './refresh-job.ts';

/** Time without changes before a changed file is read, in ms. */
const SETTLE_MS = 2000;
/** Interval of checks in ms, since network drives do not report changes. */
const SLOW_MS = 60_000;

export const isWatching = (project: Project): boolean => areSourcesWatched(project.database);

export function setWatching(project: Project, on: boolean): void {
  watchSources(project.database, on);
  keepWatch(project);
}

const watches = new WeakMap<Project, () => void>();

/** Watches the files while the project is open and has this turned on. Call it again after a change. */
export function keepWatch(project: Project): void {
  watches.get(project)?.();
  // A command ends before a file grows, and a read-only project can take nothing in.
  const cannot = project.app.options.shell === 'cli' || project.database.place.refusal !== null;
  if (cannot || !isWatching(project)) return;
  const look = createLook(project);
  const own = basename(project.path);
  let planned: { readonly timer: NodeJS.Timeout; readonly atMs: number } | null = null;
  const lookIn = (ms: number): void => {
    const atMs = performance.now() + ms;
    if (planned && planned.atMs <= atMs) return;
    clearTimeout(planned?.timer);
    planned = { timer: setTimeout(lookNow, ms).unref(), atMs };
  };
  const folders = watchFolders((name) => {
    if (!name?.startsWith(own)) lookIn(SETTLE_MS);
  });
  const lookNow = (): void => {
    planned = null;
    const { places, isUnsettled } = look();
    folders.follow(places);
    lookIn(isUnsettled ? SETTLE_MS : SLOW_MS);
  };
  const stop = (): void => {
    clearTimeout(planned?.timer);
    folders.follow(new Set());
  };
  watches.set(project, stop);
  project.closing.addEventListener('abort', stop, { once: true });
  lookIn(SETTLE_MS);
}

/** Reports changes in folders. A folder that the system cannot watch is ignored. */
function watchFolders(onChange: (name: string | null) => void) {
  const watched = new Map<string, FSWatcher>();
  const leave = (folder: string): void => {
    watched.get(folder)?.close();
    watched.delete(folder);
  };
  return {
    follow(folders: ReadonlySet<string>): void {
      for (const folder of watched.keys()) if (!folders.has(folder)) leave(folder);
      for (const folder of folders) {
        if (watched.has(folder)) continue;
        try {
          const watcher = watch(folder, { persistent: false }, (_, name) => onChange(name));
          watcher.on('error', () => leave(folder));
          watched.set(folder, watcher);
        } catch {
          // Gone, elsewhere, or too many for the system: the slow check remains.
        }
      }
    },
  };
}

interface Look {
  /** The folders that the files lie in. */
  readonly places: ReadonlySet<string>;
  /** Something changed but is still changing, or cannot be read now. */
  readonly isUnsettled: boolean;
}

/** One look: the sources that changed since they were read, and no more since the look before, are read again. */
function createLook(project: Project): () => Look {
  const seen = new Map<SourceId, string>();
  const read = new Map<SourceId, string>();
  return () => {
    const sources = readSources(project.database);
    const places = new Set(
      sources.flatMap(({ path, folder }) => [
        dirname(fileOnDisk(path)),
        ...(folder !== null && folder !== fileOnDisk(path) ? [folder] : []),
      ]),
    );
    if (project.closing.aborted || project.jobs.busy()) return { places, isUnsettled: true };
    const fresh = newFiles(sources, pathsOfRemoved(project.database));
    let isUnsettled = false;
    const settled = sources.filter((source) => {
      const state = stateOf(source.path, fresh.filter(({ folder }) => folder === source.folder).length);
      const before = seen.get(source.id);
      seen.set(source.id, state.text);
      const isNew = state.changedMs > Date.parse(source.startedAt) && read.get(source.id) !== state.text;
      // A file being written is left until it stops changing.
      if (!isNew || before !== state.text) {
        isUnsettled ||= isNew;
        return false;
      }
      read.set(source.id, state.text);
      return true;
    });
    if (settled.length > 0)
      project.jobs.start(refreshJob, 'Reading what is new', { sources: settled.map(({ id }) => id) });
    return { places, isUnsettled };
  };
}

function stateOf(path: string, beside: number): { readonly text: string; readonly changedMs: number } {
  const stat = statSync(fileOnDisk(path), { throwIfNoEntry: false });
  return {
    text: `${stat?.size}/${stat?.mtimeMs}/${beside}`,
    changedMs: beside > 0 ? Number.POSITIVE_INFINITY : (stat?.mtimeMs ?? 0),
  };
}
