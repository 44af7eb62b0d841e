import { existsSync, type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  growingContract,
  type ImportInput,
  type ImportResult,
  importInputSchema,
  type RefreshInput,
  refreshInputSchema,
} from '#shared/contract/corpus.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { SourceId } from '#shared/domain/ids.ts';
import { isDatabaseAddress } from '#shared/domain/import-formats.ts';
import { defineFeature } from '../../feature.ts';
import { fileOnDisk } from '../../formats/bytes/zip.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import {
  areSourcesWatched,
  type ReadSource,
  readSources,
  watchSources,
} from '../../store/corpus/source-table.ts';
import { pathsOfRemoved } from '../../store/removal/removed-table.ts';
import { filesOfFolders, runImport } from '../corpus/index.ts';
import { renewTopics } from '../topics/index.ts';

async function runRefresh(
  project: Project,
  { sources }: RefreshInput,
  context: JobContext,
): Promise<ImportResult> {
  const all = readSources(project.database);
  const chosen = all.filter(({ id }) => sources?.includes(id) ?? true);
  // The project may come from another machine, so forbidden paths are not read.
  const files = chosen.filter(({ path }) => !isDatabaseAddress(path));
  for (const { path, folder } of files) project.app.files.forReading(folder ?? path);
  const there = chosen.filter((source) => !files.includes(source) || existsSync(fileOnDisk(source.path)));
  const sum = importNothing();
  for (const { name, path } of chosen.filter((source) => !there.includes(source)))
    sum.warnings.push(`${name}: the file ${path} no longer exists. Its dialogues stay in the project.`);
  const again = [...there, ...newFiles(all, pathsOfRemoved(project.database), chosen)];
  for (const { input, folder } of again) {
    const result = await runImport(project, input, context, folder);
    for (const key of COUNTS) sum[key] += result[key];
    const of = again.length > 1 ? `${basename(input.paths[0] ?? '')}: ` : '';
    sum.warnings.push(...result.warnings.map((warning) => of + warning));
  }
  return sum;
}

const COUNTS = [
  'dialogues',
  'utterances',
  'turns',
  'rejected',
  'ignored',
  'read',
  'continued',
  'seconds',
] as const;

const importNothing = (): ImportResult => ({
  ...{ dialogues: 0, utterances: 0, turns: 0, rejected: 0, ignored: 0, read: 0, continued: 0 },
  warnings: [],
  seconds: 0,
});

/** Returns new files of imported folders. Older files without a source were unreadable or purged, and are left out. */
function newFiles(
  all: readonly ReadSource[],
  removed: readonly string[],
  chosen: readonly ReadSource[] = all,
): { input: ImportInput; folder: string }[] {
  const known = new Set([...all.map(({ path }) => path), ...removed]);
  const folders = new Set(chosen.flatMap(({ folder }) => folder ?? []));
  return [...folders].filter(existsSync).flatMap((folder) => {
    const read = all.filter((source) => source.folder === folder);
    const newest = read.reduce((last, source) => (source.startedAt > last.startedAt ? source : last));
    return filesOfFolders([folder])
      .filter(
        ({ path }) => !known.has(path) && statSync(fileOnDisk(path)).ctimeMs > Date.parse(newest.startedAt),
      )
      .map(({ path }) => ({
        folder,
        input: importInputSchema.parse({ ...newest.input, format: 'auto', paths: [path] }),
      }));
  });
}

const refreshJob: JobKind<Project, RefreshInput> = {
  kind: 'refresh',
  params: refreshInputSchema,
  topics: ['project', 'corpus'],
  async run(project, input, context) {
    const result = await runRefresh(project, input, context);
    renewTopics(project, false);
    return result;
  },
};

/** Time without changes before a changed file is read, in ms. */
const SETTLE_MS = 2000;
/** Interval of checks in ms. They are necessary because network drives do not report changes. */
const SLOW_MS = 60_000;
/** The clock of a file system may be this much behind the program's, so a later change can look earlier. In ms. */
const CLOCK_LAG_MS = 20;

const isWatching = (project: Project): boolean => areSourcesWatched(project.database);

function setWatching(project: Project, on: boolean): void {
  watchSources(project.database, on);
  keepWatch(project);
}

const watches = new WeakMap<Project, () => void>();

/** Starts or stops watching the files. Call it again after a change of the setting. */
function keepWatch(project: Project): void {
  watches.get(project)?.();
  // A command ends before files can grow, and a read-only project cannot import.
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
          // The folder is missing, or the system cannot watch more files. The slow check still runs.
        }
      }
    },
  };
}

interface Look {
  readonly places: ReadonlySet<string>;
  readonly isUnsettled: boolean;
}

/** Returns a function that checks once: it imports changed sources that have not changed since its last call. */
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
      const isLater = state.changedMs > Date.parse(source.startedAt) - CLOCK_LAG_MS;
      const isNew = isLater && read.get(source.id) !== state.text;
      // A file that is still being written is imported only when it stops changing.
      if (!isNew || before !== state.text) {
        isUnsettled ||= isNew;
        return false;
      }
      read.set(source.id, state.text);
      return true;
    });
    if (settled.length > 0)
      project.jobs.start(refreshJob, 'Reading new data', { sources: settled.map(({ id }) => id) });
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

export const feature = defineFeature({
  contract: growingContract,
  methods: {
    refresh: ({ input, project }) => {
      const known = readSources(project.database);
      const gone = input.sources?.find((source) => !known.some(({ id }) => id === source));
      if (gone !== undefined || known.length === 0) {
        throw new DialogramError('NOT_FOUND', 'This source is not in the project.', {
          value: gone === undefined ? null : String(gone),
          nextStep: 'Import a file first, or choose one of the listed sources.',
        });
      }
      return { job: project.jobs.start(refreshJob, 'Reading new data', input) };
    },
    watching: ({ project }) => ({ on: isWatching(project) }),
    watch: ({ input, project }) => {
      setWatching(project, input.on);
      return input;
    },
  },
  jobs: [refreshJob],
  onOpen: keepWatch,
});
