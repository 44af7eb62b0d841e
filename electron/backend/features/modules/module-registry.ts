import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type ModuleDraft,
  type ModuleResult,
  type ModuleUse,
  moduleUseSchema,
} from '#shared/contract/modules.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { FileAccess } from '../../files.ts';
import { type App, appService } from '../../project.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import { type AskedTurn, askEndpoint, callEndpoint } from './ask-endpoint.ts';
import {
  type KeptEndpoint,
  type KeptFolder,
  type KeptModule,
  modulesFile,
  readEndpointAddress,
} from './module-settings.ts';
import type { LeftOut } from './read-documents.ts';

type FolderAnswer = Pick<ModuleResult, 'passages' | 'fault' | 'remark'>;
type Folder = ResidentOf<'folder', 'openFolder'>;

const MOST_PASSAGES = 3;

function createFolderSearch(access: FileAccess) {
  const folders = new Map<string, Promise<Folder>>();
  const folderAt = (path: string): Promise<Folder> => {
    const known = folders.get(path);
    if (known) return known;
    const starting = stayInThread('folder', 'openFolder', [path]).then((folder) => {
      folder.onEnd(() => folders.delete(path));
      return folder;
    });
    folders.set(path, starting);
    starting.catch(() => folders.delete(path));
    return starting;
  };
  return {
    /** Never throws. Faults are in the result. */
    async ask({ path }: KeptFolder, query: string) {
      const failed = (fault: string): FolderAnswer => ({ passages: [], fault, remark: null });
      try {
        // Checked before every search, because a shell may allow only one folder, and links may have changed.
        const place = access.forReading(path);
        if (!statSync(place).isDirectory()) return failed(`${path} is not a folder. Choose a folder.`);
        const folder = await folderAt(place);
        const { passages, files, indexed, leftOut } = await folder.ask('search', query, MOST_PASSAGES);
        return {
          passages: [...passages],
          fault:
            indexed > 0
              ? null
              : `${path} has no files to search. Only .txt, .md, .html and .csv files are searched.`,
          remark: remarkOn(files, indexed, passages.length, leftOut),
        };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        if (code === 'ENOENT') return failed(`${path} does not exist. Choose the folder again.`);
        if (code === 'EACCES' || code === 'EPERM')
          return failed(`${path} cannot be read. Check its permissions.`);
        return failed(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    async close() {
      const open = [...folders.values()];
      folders.clear();
      await Promise.all(open.map((folder) => folder.then((own) => own.close()).catch(() => {})));
    },
  };
}

function remarkOn(files: number, indexed: number, found: number, leftOut: readonly LeftOut[]): string | null {
  const said: string[] = [];
  if (indexed > 0 && found === 0)
    said.push(
      `Nothing similar was found in ${formatAmount(indexed, 'passage')} from ${formatAmount(files, 'file')}.`,
    );
  const [first] = leftOut;
  if (first) {
    const others = leftOut.length > 1 ? ` and ${leftOut.length - 1} more` : '';
    said.push(`Left out: ${first.name} ${first.why}${others}.`);
  }
  return said.length > 0 ? said.join(' ') : null;
}

const KEY = 'module_use';

const NO_MODULES: ModuleUse = { when: 'never', modules: [] };

/**
 * Returns which modules a project asks. Folders, hosts and permissions stay on this machine, so a project from
 * elsewhere cannot bring its own.
 */
export function readModuleUse(database: ReadDatabase): ModuleUse {
  const kept = readMeta(database, KEY);
  if (kept === null) return NO_MODULES;
  try {
    return moduleUseSchema.parse(JSON.parse(kept));
  } catch {
    return NO_MODULES;
  }
}

export function writeModuleUse(database: WriteDatabase, use: ModuleUse): void {
  writeMeta(database, KEY, JSON.stringify(use));
}

export type ModuleRegistry = ReturnType<typeof createModuleRegistry>;

const keyOf = (id: string): string => `module-${id}`;

function createModuleRegistry({ keys, files, options }: App) {
  const { endpointMs } = options;
  const file = modulesFile(options.settingsFolder);
  const folders = createFolderSearch(files);

  const get = (id: string): KeptModule => {
    const kept = file.read().find((module) => module.id === id);
    if (kept) return kept;
    throw new DialogramError('NOT_FOUND', 'There is no such module.', {
      place: 'External modules',
      value: id,
      nextStep: 'Set up the module under External modules.',
    });
  };
  const put = (kept: KeptModule): void => {
    const all = file.read();
    const known = all.some(({ id }) => id === kept.id);
    file.write(known ? all.map((other) => (other.id === kept.id ? kept : other)) : [...all, kept]);
  };
  const callOptions = async (kept: KeptEndpoint, signal: AbortSignal | undefined) => ({
    key: kept.keyHeader === null ? null : await keys.get(keyOf(kept.id)),
    ...(signal ? { signal } : {}),
    ...(endpointMs === undefined ? {} : { timeMs: endpointMs }),
  });
  const endpoint = (id: string): KeptEndpoint => {
    const kept = get(id);
    if (kept.kind === 'endpoint') return kept;
    throw new DialogramError('INVALID', `${kept.name} is a folder, not an endpoint.`, {
      place: kept.name,
      nextStep: 'Choose an endpoint.',
    });
  };
  const answer = async (kept: KeptModule, turn: AskedTurn, signal?: AbortSignal) => {
    if (kept.kind === 'folder') return { ...(await folders.ask(kept, turn.text)), sent: null };
    const asked = await askEndpoint(kept, turn, await callOptions(kept, signal));
    return {
      ...asked,
      remark: asked.fault === null && asked.passages.length === 0 ? 'The answer was empty.' : null,
    };
  };

  return {
    keys,
    keyOf,
    list: () => file.read(),
    get,
    endpoint,
    async describe(kept: KeptModule) {
      if (kept.kind === 'folder') return kept;
      const { origin, reach, warning } = readEndpointAddress(kept.address);
      const consent = kept.consent?.origin === origin ? kept.consent : null;
      return { ...kept, origin, reach, warning, consent, hasKey: await keys.has(keyOf(kept.id)) };
    },
    /**
     * Adds or changes a module. A new host withdraws the consent and deletes the old host's key.
     * @throws DialogramError INVALID with the field as place; CANNOT_READ if the shell does not allow the folder
     */
    async save(id: string | null, draft: ModuleDraft) {
      const before = id === null ? null : get(id);
      if (file.read().some((other) => other.id !== id && other.name === draft.name)) {
        throw new DialogramError('INVALID', `There is already a module "${draft.name}".`, {
          place: 'name',
          value: draft.name,
          nextStep: 'Give this module another name.',
        });
      }
      const own = { id: before?.id ?? randomUUID() };
      if (draft.kind === 'folder') {
        const kept: KeptModule = { ...draft, ...own, path: files.forReading(draft.path) };
        if (before?.kind === 'endpoint') await keys.remove(keyOf(own.id));
        put(kept);
        return kept;
      }
      const { address, origin } = readEndpointAddress(draft.address);
      const names = draft.arguments.map(({ name }) => name);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice !== undefined) {
        throw new DialogramError('INVALID', `Two arguments are named "${twice}".`, {
          place: 'arguments',
          value: twice,
          nextStep: 'Rename one of the arguments.',
        });
      }
      const sameHost = before?.kind === 'endpoint' && new URL(before.address).origin === origin;
      if (before && !sameHost) await keys.remove(keyOf(own.id));
      const kept: KeptModule = { ...draft, ...own, address, consent: sameHost ? before.consent : null };
      put(kept);
      return kept;
    },
    put,
    async remove(id: string) {
      const all = file.read();
      await keys.remove(keyOf(id));
      file.write(all.filter((other) => other.id !== id));
      await folders.close();
      return all.some((other) => other.id === id);
    },
    /** Returns what a module has to say about a turn. Throws only if aborted; other errors are in the result. */
    async ask(id: string, turn: AskedTurn, signal?: AbortSignal) {
      const kept = get(id);
      const started = performance.now();
      const found = await answer(kept, turn, signal);
      const { name, kind } = kept;
      return { module: id, name, kind, ...found, milliseconds: performance.now() - started };
    },
    async call(id: string, values: Readonly<Record<string, string>>, signal: AbortSignal) {
      const kept = endpoint(id);
      return callEndpoint(kept, values, await callOptions(kept, signal));
    },
    close: () => folders.close(),
  };
}

export const moduleRegistry = appService(createModuleRegistry, (registry) => registry.close());
