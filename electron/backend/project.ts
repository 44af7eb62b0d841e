import { basename } from 'node:path';
import type { Topic } from '#shared/contract/base.ts';
import type { Agent, AgentAccount, AgentGrounds, AgentTurn, FeatureAgent } from '#shared/domain/agent.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { FileAccess } from './files.ts';
import type { JobRunner } from './jobs/runner.ts';
import type { Log } from './machine/log.ts';
import type { KeyStore } from './providers/model/keys.ts';
import type { ProviderBatchLimits } from './providers/model/model.ts';
import type { ProviderRegistry } from './providers/model/registry.ts';
import type { TransportLimits } from './providers/model/transport.ts';
import type { Asker } from './providers/requests/ask.ts';
import type { BudgetLimits } from './providers/requests/budget.ts';
import type { Time } from './providers/requests/time.ts';
import { defineService, type Service } from './services.ts';
import type { WriteDatabase } from './store/database.ts';
import type { EditKinds } from './store/edits/log/placed-changes.ts';
import type { RunKind } from './store/runs/run-table.ts';

/** Tells pages which topics changed, so that they fetch them again. Changes in quick succession are sent together. */
export function createChanges() {
  const listeners = new Set<(topic: Topic) => void>();
  const ending = new AbortController();
  return {
    announce(...topics: readonly Topic[]): void {
      for (const topic of topics) for (const listener of listeners) listener(topic);
    },
    end(): void {
      ending.abort();
    },
    readers: (): number => listeners.size,
    async *stream(leave?: AbortSignal): AsyncGenerator<{ topics: Topic[] }, void> {
      const pending = new Set<Topic>();
      let wake: (() => void) | null = null;
      const listener = (topic: Topic): void => {
        pending.add(topic);
        wake?.();
      };
      const stop = (): void => wake?.();
      const signal = leave ? AbortSignal.any([leave, ending.signal]) : ending.signal;
      listeners.add(listener);
      signal.addEventListener('abort', stop, { once: true });
      try {
        while (!signal.aborted) {
          if (pending.size === 0) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            continue;
          }
          const topics = [...pending];
          pending.clear();
          yield { topics };
        }
      } finally {
        listeners.delete(listener);
        signal.removeEventListener('abort', stop);
      }
    },
  };
}

type Changes = ReturnType<typeof createChanges>;

export interface AgentCall {
  readonly signal: AbortSignal;
  readonly asker?: Asker | undefined;
  /** The budget of the opened agent; unlimited by default. */
  readonly limits?: BudgetLimits | undefined;
  /** The project's dialogues whose words the agent will read. */
  readonly dialogues?: readonly DialogueId[] | undefined;
  /** True if external actions may be called, because a person is present. Otherwise only stored answers are used. */
  readonly mayAct?: boolean | undefined;
  /** Called with the place in the queue before each request to a model. */
  readonly onPlace?: ((place: number) => void) | undefined;
  readonly onSent?: (() => void) | undefined;
  readonly onPrompt?: ((messages: AgentAccount['prompt'][number][]) => void) | undefined;
}

/** The maximum number of requests to a model, and of their tokens. */
export interface RequestBound {
  readonly requests: number;
  readonly input: number;
  readonly output: number;
}

export interface AgentKind {
  readonly kind: string;
  list(project: Project): readonly ListedAgent[];
  /** @throws DialogramError INVALID if the details do not match the kind */
  check(agent: FeatureAgent): void;
  /** Returns the maximum number of model requests for these turns; null without a model, or if unknown. */
  most(project: Project, agent: FeatureAgent, turns: readonly AgentTurn[]): RequestBound | null;
  /** @throws DialogramError NOT_FOUND, NOT_CONSENTED, KEY_MISSING for the provider of its model */
  open(project: Project, agent: FeatureAgent, call: AgentCall): Promise<Agent<unknown, AgentGrounds>>;
}

export interface ListedAgent {
  readonly agent: FeatureAgent;
  /** The reason why the agent cannot answer, as a sentence; null if it can. */
  readonly problem: string | null;
  /** True if the agent can answer with a model. */
  readonly takesModel?: boolean | undefined;
}

export interface AppOptions {
  readonly shell: 'electron' | 'browser' | 'cli' | 'test';
  readonly version: string;
  readonly files: FileAccess;
  /** The folder of the log and of the list of recent projects; null stores neither. */
  readonly settingsFolder: string | null;
  readonly providersFolder?: string;
  readonly keys?: KeyStore;
  readonly resources?: string;
  readonly models?: {
    readonly limits?: Partial<TransportLimits>;
    readonly time?: Time;
    readonly batchLimits?: ProviderBatchLimits;
  };
  /** Time limit for the endpoint of a module, in ms; shorter in tests. */
  readonly endpointMs?: number;
}

/** The app without a user interface, as features use it. All pages and projects of a process share it. */
export interface App {
  readonly options: AppOptions;
  readonly files: FileAccess;
  readonly log: Log;
  readonly keys: KeyStore;
  readonly providers: ProviderRegistry;
  readonly resources: string;
  readonly edits: EditKinds;
  readonly runs: readonly RunKind[];
  readonly agents: ReadonlyMap<string, AgentKind>;
  /** Returns a service of the app. It is created on first use and closed with the app. */
  use<Made>(service: Service<App, Made>): Made;
}

export interface Project {
  readonly app: App;
  readonly path: string;
  /** The file that the person opened. It differs from `path` if the file is read-only and the app works on a copy. */
  readonly origin: string;
  readonly database: WriteDatabase;
  readonly jobs: JobRunner<Project>;
  readonly changes: Changes;
  readonly closing: AbortSignal;
  readonly migratedFrom: number | null;
  readonly backup: string | null;
  /** Returns a service of the project. It is created on first use, dropped by a purge, and closed with the project. */
  use<Made>(service: Service<Project, Made>): Made;
  /** Call this with every error. If the error says that the file is damaged, all writes stop. */
  noteDamage(error: unknown): void;
  /** Clears all cached data of the project. A purge must call it. */
  forget(): Promise<void>;
}

/** A connected page or a command. It has at most one project open, which no other session can open at the same time. */
export interface Session {
  readonly app: App;
  readonly files: FileAccess;
  /** @throws NO_PROJECT if none is open */
  project(): Project;
  currentProject(): Project | null;
  open(path: string, mode: 'open' | 'create'): Promise<Project>;
  closeProject(): Promise<boolean>;
}

export const projectNameOf = (path: string): string => basename(path).replace(/\.dialogram$/i, '');

/** Defines a service of an open project. `close` releases what is more than memory, such as a worker. */
export const projectService = <Made>(
  create: (project: Project) => Made,
  close?: (made: Made) => void | Promise<void>,
): Service<Project, Made> => defineService(create, close);

/** A service of the app, with one instance per process. */
export const appService = <Made>(
  create: (app: App) => Made,
  close?: (made: Made) => void | Promise<void>,
): Service<App, Made> => defineService(create, close);
