import { statSync } from 'node:fs';
import type { SourceId } from '#shared/domain/ids.ts';
import { fileOnDisk } from '../../formats/bytes/zip.ts';
import type { Project } from '../../project.ts';
import { areSourcesWatched, readSources, watchSources } from '../../store/corpus/grown-sources.ts';
import { pathsOfRemoved } from '../../store/removal/removed-table.ts';
import { newFiles, refreshJob } from './refresh-job.ts';

const EVERY_MS = 2000;

export const isWatching = (project: Project): boolean => areSourcesWatched(project.database);

export function setWatching(project: Project, on: boolean): void {
  watchSources(project.database, on);
  keepWatch(project);
}

const timers = new WeakMap<Project, NodeJS.Timeout>();

/** Looks at the files now and then, for as long as the project is open and wants it. Asked again, it does what is wanted then. */
export function keepWatch(project: Project): void {
  const stop = (): void => clearInterval(timers.get(project));
  stop();
  // A command is over before a file grows; and where nothing can be written nothing can be taken in.
  const cannot = project.app.options.shell === 'cli' || project.database.place.refusal !== null;
  if (cannot || !isWatching(project)) return;
  timers.set(project, setInterval(createLook(project), EVERY_MS).unref());
  project.closing.addEventListener('abort', stop, { once: true });
}

/** One look: the sources that changed since they were read, and no more since the look before, are read again. */
export function createLook(project: Project): () => void {
  const seen = new Map<SourceId, string>();
  const read = new Map<SourceId, string>();
  return () => {
    if (project.closing.aborted || project.jobs.busy()) return;
    const sources = readSources(project.database);
    const fresh = newFiles(sources, pathsOfRemoved(project.database));
    const settled = sources.filter((source) => {
      const state = stateOf(source.path, fresh.filter(({ folder }) => folder === source.folder).length);
      const before = seen.get(source.id);
      seen.set(source.id, state.text);
      const isNew = state.changedMs > Date.parse(source.startedAt) && read.get(source.id) !== state.text;
      // A file that is being written is left until it stands still.
      if (!isNew || before !== state.text) return false;
      read.set(source.id, state.text);
      return true;
    });
    if (settled.length === 0) return;
    project.jobs.start(refreshJob, 'Reading what is new', { sources: settled.map(({ id }) => id) });
  };
}

function stateOf(path: string, beside: number): { readonly text: string; readonly changedMs: number } {
  const stat = statSync(fileOnDisk(path), { throwIfNoEntry: false });
  return {
    text: `${stat?.size}/${stat?.mtimeMs}/${beside}`,
    changedMs: beside > 0 ? Number.POSITIVE_INFINITY : (stat?.mtimeMs ?? 0),
  };
}
