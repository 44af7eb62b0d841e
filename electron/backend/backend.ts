import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DialogramError } from '#shared/contract/errors.ts';
import { type AppRouter, createRouter, type Features } from './dispatch/router.ts';
import type { Feature } from './feature.ts';
import * as allFeatures from './features.ts';
import { realPlace, resourcesFolder } from './files.ts';
import { openLog } from './machine/log.ts';
import { sweepTemporaryFolders } from './machine/temporary-folders.ts';
import { type HeldProject, holdProject } from './open-project.ts';
import type { App, AppOptions, Session } from './project.ts';
import { memoryKeys } from './providers/model/keys.ts';
import { createProviderRegistry } from './providers/model/registry.ts';
import { createServices } from './services.ts';
import { createSession, type HeldSession } from './session.ts';
import { alreadyExists } from './store/database.ts';

interface Holding {
  readonly project: Promise<HeldProject>;
  owner: Session | null;
  /** Set while the project is being closed; resolves once its file can be opened again. */
  closing: Promise<void> | null;
}

export interface Backend extends App {
  readonly router: AppRouter;
  openSession(): HeldSession;
  claim(path: string, mode: 'open' | 'create', session: Session): Promise<HeldProject>;
  letGo(path: string, session: Session): Promise<void>;
  /** Closes every project. Running jobs pause and can be continued after the next start. */
  stop(): Promise<void>;
}

/** A reloaded page may ask for its project before the backend knows that the old page is gone. In ms. */
const HAND_OVER_MS = 500;
const LOOK_AGAIN_MS = 20;

/** @param features all features by default; tests may add others */
export function createBackend(options: AppOptions, features: Features = allFeatures): Backend {
  const holdings = new Map<string, Holding>();
  sweepTemporaryFolders();

  const release = (path: string, holding: Holding): Promise<void> => {
    const close = async (): Promise<void> => {
      try {
        // A file that failed to open has nothing to close.
        const project = await holding.project.catch(() => null);
        await project?.close();
      } finally {
        if (holdings.get(path) === holding) holdings.delete(path);
      }
    };
    holding.closing ??= close();
    return holding.closing;
  };

  const releaseOnceIdle = async (path: string, holding: Holding, project: HeldProject): Promise<void> => {
    while (project.jobs.busy() && holding.owner === null) await project.jobs.idle();
    if (holding.owner === null) await release(path, holding);
  };

  const { version, shell } = options;
  const log = openLog(options.settingsFolder);
  log.write({ event: 'started', version, shell, node: process.versions.node });
  const resources = options.resources ?? resourcesFolder();
  const keys = options.keys ?? memoryKeys();
  const providers = createProviderRegistry({
    settingsFolder: options.providersFolder ?? options.settingsFolder,
    keys,
    ...(options.models?.limits ? { limits: options.models.limits } : {}),
    ...(options.models?.time ? { time: options.models.time } : {}),
  });
  const services = createServices<App>();
  const backend: Backend = {
    options,
    files: options.files,
    log,
    keys,
    providers,
    resources,
    agents: new Map(
      Object.values<Feature>(features)
        .flatMap(({ agents = [] }) => agents)
        .map((agent) => [agent.kind, agent]),
    ),
    edits: new Map(Object.values<Feature>(features).flatMap(({ edits = {} }) => Object.entries(edits))),
    runs: Object.values<Feature>(features).flatMap(({ runs = [] }) => runs),
    router: createRouter(features),
    use: (service) => services.of(service, backend),
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
            nextStep: 'Close the project there first, or continue in that window.',
          });
        }
      }
      const holding: Holding = {
        project: holdProject(key, mode, backend, Object.values(features)),
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
      if (project.jobs.busy() && options.shell !== 'cli' && project.database.place.isKept()) {
        // Reloading the page must not stop an import, so the project stays open until its jobs have ended. If its
        // file is gone, it closes at once.
        releaseOnceIdle(path, holding, project).catch((error: unknown) => console.error(error));
      } else if (holding.owner === null) {
        await release(path, holding);
      }
    },
    async stop() {
      await Promise.all([...holdings].map(([path, holding]) => release(path, holding)));
      await services.drop(backend);
      log.write({ event: 'stopped' });
    },
  };
  return backend;
}
