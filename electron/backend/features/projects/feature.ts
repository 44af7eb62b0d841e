import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { z } from 'zod';
import { DialogramError } from '#shared/contract/errors.ts';
import { projectsContract, type Project as ShownProject } from '#shared/contract/projects.ts';
import { defineFeature } from '../../feature.ts';
import { settingsFile } from '../../machine/settings.ts';
import { appService, type Project, projectNameOf, type Session } from '../../project.ts';
import { corpusCounts } from '../../store/corpus/dialogue-table.ts';
import { contentOf, saveCopy } from '../../store/database.ts';
import { countEdits } from '../../store/edits/log/edit-log.ts';
import { readMeta } from '../../store/file/meta-table.ts';
import { SCHEMA_VERSION } from '../../store/file/migrate.ts';
import { countRuns, latestRun } from '../../store/runs/run-table.ts';
import { countTags } from '../../store/tags/tag-table.ts';
import { maskedSince } from '../corpus/index.ts';
import { demoJob } from '../demo/index.ts';

const MOST = 12;
const fileSchema = z.array(z.object({ path: z.string(), openedAt: z.string() }));

/** The recently opened projects, newest first. A damaged list is replaced by an empty one. */
export function createRecentProjects(folder: string | null) {
  const file = settingsFile(folder, 'recent.json', fileSchema, []);
  const others = (path: string) => file.read().filter((entry) => entry.path !== path);
  return {
    list: () =>
      file
        .read()
        .map((entry) => ({ ...entry, name: projectNameOf(entry.path), exists: existsSync(entry.path) })),
    add(path: string) {
      file.write([{ path, openedAt: new Date().toISOString() }, ...others(path)].slice(0, MOST));
    },
    forget(path: string) {
      file.write(others(path));
    },
  };
}

const recentProjects = appService(({ options }) => createRecentProjects(options.settingsFolder));

const EXTENSION = '.dialogram';

function newProjectPath(session: Session, path: string): string {
  return session.files.forWriting(extname(path) === EXTENSION ? path : path + EXTENSION);
}

function describeProject(project: Project): ShownProject {
  const { database, origin } = project;
  return {
    path: origin,
    name: projectNameOf(origin),
    createdAt: readMeta(database, 'created_at') ?? '',
    schemaVersion: SCHEMA_VERSION,
    counts: {
      ...corpusCounts(database),
      tags: countTags(database),
      edits: countEdits(database),
      taggingRuns: countRuns(database, 'tagging'),
      automata: countRuns(database, 'automaton'),
    },
    latestAutomaton: latestRun(database, 'automaton')?.id ?? null,
    masked: maskedSince(database),
    inPlace: database.place.isKept(),
    readOnly: database.place.refusal !== null,
    migratedFrom: project.migratedFrom,
    backup: project.backup,
  };
}

/** @throws INVALID if the project contains anything worth keeping */
function requireNothingIn({ database, path }: Project): void {
  const found = contentOf(database);
  if (found === null) return;
  throw new DialogramError('INVALID', `${projectNameOf(path)} is not empty. The project has ${found}.`, {
    place: path,
    value: found,
    nextStep: 'Close the project. If you no longer need the project, delete its file yourself.',
  });
}

function freeDemoPath(session: Session): string {
  for (let copy = 1; ; copy++) {
    const path = newProjectPath(session, join(session.files.workspace, copy === 1 ? 'Demo' : `Demo ${copy}`));
    if (!existsSync(path)) return path;
  }
}

const remember = (session: Session, project: Project): ShownProject => {
  session.app.use(recentProjects).add(project.origin);
  return describeProject(project);
};

export const feature = defineFeature({
  contract: projectsContract,
  methods: {
    create: async ({ input, session }) => {
      const path = newProjectPath(session, input.path);
      if (dirname(path) === session.files.workspace)
        mkdirSync(session.files.workspace, { recursive: true, mode: 0o700 });
      return remember(session, await session.open(path, 'create'));
    },
    open: async ({ input, session }) => {
      const path = session.files.forWriting(input.path);
      return remember(session, await session.open(path, 'open'));
    },
    current: ({ session }) => {
      const project = session.currentProject();
      return project ? describeProject(project) : null;
    },
    close: async ({ session }) => ({
      closed: await session.closeProject(),
    }),
    saveAs: async ({ input, project, session }) => {
      const path = newProjectPath(session, input.path);
      await saveCopy(project.database, path);
      // Closes the project first, because its deleted file may have been at this path.
      await session.closeProject();
      return remember(session, await session.open(path, 'open'));
    },
    discard: async ({ project, session }) => {
      const { path, jobs, database } = project;
      requireNothingIn(project);
      if (jobs.busy()) {
        throw new DialogramError('BUSY', 'A job of this project is still running.', {
          place: path,
          nextStep: 'Cancel the job first.',
        });
      }
      // If another file is at the path now, it stays.
      const isOurs = database.place.isKept();
      await session.closeProject();
      if (isOurs) for (const suffix of ['', '-wal', '-shm', '-sums']) rmSync(path + suffix, { force: true });
      session.app.use(recentProjects).forget(path);
      return { removed: path };
    },
    recent: ({ app }) => app.use(recentProjects).list(),
    forget: ({ input, app }) => {
      app.use(recentProjects).forget(input.path);
      return app.use(recentProjects).list();
    },
    inWorkspace: ({ session }) => {
      const folder = session.files.workspace;
      if (!existsSync(folder)) return [];
      return readdirSync(folder)
        .filter((name) => extname(name) === EXTENSION)
        .flatMap((name) => {
          const path = join(folder, name);
          // Null for a link that leads nowhere.
          const stat = statSync(path, { throwIfNoEntry: false });
          if (!stat?.isFile()) return [];
          return { path, name: projectNameOf(path), bytes: stat.size, modifiedAt: stat.mtime.toISOString() };
        })
        .sort((a, b) => (a.modifiedAt < b.modifiedAt ? 1 : -1));
    },
    createDemo: async ({ session }) => {
      mkdirSync(session.files.workspace, { recursive: true, mode: 0o700 });
      const project = await session.open(freeDemoPath(session), 'create');
      const job = project.jobs.start(demoJob, 'Preparing the demo', {});
      return { project: remember(session, project), job };
    },
    changes: ({ project, signal }) => project.changes.stream(signal),
  },
});
