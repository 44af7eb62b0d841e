import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DialogramError } from '#shared/contract/errors.ts';
import { createRouter, type Router } from './dispatch/router.ts';
import { type Author, authorSettings } from './features/history/author.ts';
import type { ProviderBatchLimits } from './features/model-tagging/provider-batches.ts';
import { createModuleRegistry, type ModuleRegistry } from './features/modules/module-registry.ts';
import { createRecentProjects, type RecentProjects } from './features/projects/recent.ts';
import { type FileAccess, realPlace } from './files.ts';
import { resourcesFolder } from './folders.ts';
import { holdProject, type OpenProject } from './open-project.ts';
import { type KeyStore, memoryKeys } from './providers/model/keys.ts';
import { createProviderRegistry, type ProviderRegistry } from './providers/model/registry.ts';
import type { TransportLimits } from './providers/model/transport.ts';
import type { Time } from './providers/requests/time.ts';
import { createSession, type Session } from './session.ts';
import type { SettingsFile } from './settings.ts';
import { alreadyExists } from './store/database.ts';

export interface BackendOptions {
  readonly shell: 'electron' | 'browser' | 'cli' | 'test';
  readonly version: string;
  readonly files: FileAccess;
  /** Where the list of recent projects is kept; null keeps none. */
  readonly settingsFolder: string | null;
  /** Where the list of models' servers is kept; with the other settings unless it says otherwise. */
  readonly providersFolder?: string | null;
  /** Where the keys of models' servers are kept; in memory where the shell has no better place. */
  readonly keys?: KeyStore;
  /** The folder of prompts and prices; beside the code unless the shell keeps it elsewhere. */
  readonly resources?: string;
  /** How long models' servers may take, and by which clock; others in tests. */
  readonly models?: {
    readonly limits?: Partial<TransportLimits>;
    readonly time?: Time;
    readonly batchLimits?: ProviderBatchLimits;
  };
  /** How long the endpoint of a module may take; shorter in tests. */
  readonly endpointMs?: number;
}

interface Holding {
  readonly project: Promise<OpenProject>;
  owner: Session | null;
  /** Set while the file is let go of; resolves once another may have it. */
  closing: Promise<void> | null;
}

/** The app without a face: all sessions of one process. */
export interface Backend {
  readonly options: BackendOptions;
  readonly files: FileAccess;
  readonly router: Router;
  readonly recent: RecentProjects;
  /** Who edits on this machine. */
  readonly author: SettingsFile<Author>;
  readonly providers: ProviderRegistry;
  readonly modules: ModuleRegistry;
  readonly resources: string;
  openSession(): Session;
  /** Gives a session the project at a path, unless another session has it. */
  claim(path: string, mode: 'open' | 'create', session: Session): Promise<OpenProject>;
  /** Takes a project back; it is closed now or, where a job is at work, once its jobs have ended. */
  letGo(path: string, session: Session): Promise<void>;
  /** Closes every project; their jobs come back as paused. */
  stop(): Promise<void>;
}

/** A page loaded again may ask for its project before the news that it had left has come. */
const HAND_OVER_MS = 500;
const LOOK_AGAIN_MS = 20;

export function createBackend(options: BackendOptions): Backend {
  const holdings = new Map<string, Holding>();

  const release = (path: string, holding: Holding): Promise<void> => {
    const close = async (): Promise<void> => {
      try {
        // One that could not be opened has nothing to close; who asked for it was told.
        const project = await holding.project.catch(() => null);
        await project?.close();
      } finally {
        if (holdings.get(path) === holding) holdings.delete(path);
      }
    };
    holding.closing ??= close();
    return holding.closing;
  };

  const releaseOnceIdle = async (path: string, holding: Holding, project: OpenProject): Promise<void> => {
    while (project.jobs.busy() && holding.owner === null) await project.jobs.idle();
    if (holding.owner === null) await release(path, holding);
  };

  const resources = options.resources ?? resourcesFolder();
  const keys = options.keys ?? memoryKeys();
  const providers = createProviderRegistry({
    settingsFolder: options.providersFolder === undefined ? options.settingsFolder : options.providersFolder,
    keys,
    ...(options.models?.limits ? { limits: options.models.limits } : {}),
  });
  const modules = createModuleRegistry({
    settingsFolder: options.settingsFolder,
    keys,
    files: options.files,
    ...(options.endpointMs === undefined ? {} : { endpointMs: options.endpointMs }),
  });
  const backend: Backend = {
    options,
    files: options.files,
    router: createRouter(),
    recent: createRecentProjects(options.settingsFolder),
    author: authorSettings(options.settingsFolder),
    providers,
    modules,
    resources,
    openSession: () => createSession(backend),
    async claim(path, mode, session) {
      const key = realPlace(path);
      const patience = performance.now() + HAND_OVER_MS;
      for (let held = holdings.get(key); held; held = holdings.get(key)) {
        if (held.closing) {
          await held.closing.catch(() => {});
        } else if (mode === 'create') {
          throw alreadyExists(key);
        } else if (held.owner === null || held.owner === session) {
          held.owner = session;
          return held.project;
        } else if (performance.now() < patience) {
          await delay(LOOK_AGAIN_MS);
        } else {
          throw new DialogramError('PROJECT_IN_USE', `${basename(key)} is open in another window.`, {
            place: key,
            nextStep: 'Close it there first, or go on working in that window.',
          });
        }
      }
      const holding: Holding = {
        project: holdProject(key, mode, {
          providers,
          resources,
          time: options.models?.time,
          batchLimits: options.models?.batchLimits,
        }),
        owner: session,
        closing: null,
      };
      holdings.set(key, holding);
      try {
        return await holding.project;
      } catch (error) {
        if (holdings.get(key) === holding) holdings.delete(key);
        throw error;
      }
    },
    async letGo(path, session) {
      const holding = holdings.get(path);
      if (holding?.owner !== session) return;
      holding.owner = null;
      const project = await holding.project;
      if (project.jobs.busy() && options.shell !== 'cli') {
        // A reload of the page must not stop an import: the project stays until its jobs have ended.
        releaseOnceIdle(path, holding, project).catch((error: unknown) => console.error(error));
      } else if (holding.owner === null) {
        await release(path, holding);
      }
    },
    async stop() {
      await Promise.all([modules.close(), ...[...holdings].map(([path, holding]) => release(path, holding))]);
    },
  };
  return backend;
}
