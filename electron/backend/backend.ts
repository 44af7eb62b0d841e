import { existsSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import { createRouter, type Router } from './dispatch/router.ts';
import { createRecentProjects, type RecentProjects } from './features/projects/recent.ts';
import type { FileAccess } from './files.ts';
import { holdProject, type OpenProject } from './open-project.ts';
import { createSession, type Session } from './session.ts';

export interface BackendOptions {
  readonly shell: 'electron' | 'browser' | 'cli' | 'test';
  readonly version: string;
  readonly files: FileAccess;
  /** Where the list of recent projects is kept; null keeps none. */
  readonly settingsFolder: string | null;
}

interface Holding {
  readonly project: Promise<OpenProject>;
  owner: Session | null;
}

/** The app without a face: all sessions of one process. */
export interface Backend {
  readonly options: BackendOptions;
  readonly files: FileAccess;
  readonly router: Router;
  readonly recent: RecentProjects;
  openSession(): Session;
  /** Gives a session the project at a path, unless another session has it. */
  claim(path: string, mode: 'open' | 'create', session: Session): Promise<OpenProject>;
  letGo(path: string, session: Session): Promise<void>;
  /** Closes every project; their jobs come back as paused. */
  stop(): Promise<void>;
}

export function createBackend(options: BackendOptions): Backend {
  const holdings = new Map<string, Holding>();
  const release = async (path: string): Promise<void> => {
    const holding = holdings.get(path);
    if (!holding) return;
    holdings.delete(path);
    await (await holding.project).close();
  };
  const backend: Backend = {
    options,
    files: options.files,
    router: createRouter(),
    recent: createRecentProjects(options.settingsFolder),
    openSession: () => createSession(backend),
    async claim(path, mode, session) {
      const key = existsSync(path) ? realpathSync(path) : path;
      const held = holdings.get(key);
      if (held && mode === 'open') {
        if (held.owner !== null && held.owner !== session) {
          throw new DialogramError('PROJECT_IN_USE', `${basename(key)} is open in another window.`, {
            place: key,
            nextStep: 'Close it there first, or go on working in that window.',
          });
        }
        held.owner = session;
        return held.project;
      }
      const holding: Holding = { project: holdProject(key, mode), owner: session };
      if (!held) holdings.set(key, holding);
      try {
        return await holding.project;
      } catch (error) {
        if (holdings.get(key) === holding) holdings.delete(key);
        throw error;
      }
    },
    async letGo(path, session) {
      const holding = holdings.get(path);
      if (!holding || holding.owner !== session) return;
      holding.owner = null;
      const project = await holding.project;
      // A reload of the page must not stop an import: the project stays until its jobs have ended.
      while (project.jobs.busy() && holding.owner === null && options.shell !== 'cli')
        await project.jobs.idle();
      if (holding.owner === null && holdings.get(path) === holding) await release(path);
    },
    async stop() {
      await Promise.all([...holdings.keys()].map(release));
    },
  };
  return backend;
}
