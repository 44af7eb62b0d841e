import { randomUUID } from 'node:crypto';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ExternalModule, ModuleDraft, ModuleResult } from '#shared/contract/modules.ts';
import { type App, appService } from '../../project.ts';
import type { KeyStore } from '../../providers/model/keys.ts';
import { type ActionAnswer, type AskedTurn, askEndpoint, callEndpoint } from './ask-endpoint.ts';
import { createFolderSearch } from './ask-folder.ts';
import { readEndpointAddress } from './endpoint-address.ts';
import { type KeptEndpoint, type KeptModule, modulesFile } from './module-settings.ts';

/** The modules a person set up on this machine, and the only way to ask one. */
export interface ModuleRegistry {
  readonly keys: KeyStore;
  list(): readonly KeptModule[];
  /** @throws DialogramError NOT_FOUND */
  get(id: string): KeptModule;
  /** @throws DialogramError NOT_FOUND; INVALID if the module has no host */
  endpoint(id: string): KeptEndpoint;
  describe(kept: KeptModule): Promise<ExternalModule>;
  /**
   * Adds a module or changes one. A new host withdraws the consent and deletes the key, which was for the old
   * host.
   * @throws DialogramError INVALID with the field as place; CANNOT_READ if the shell does not allow the
   * folder
   */
  save(id: string | null, draft: ModuleDraft): Promise<KeptModule>;
  put(kept: KeptModule): void;
  remove(id: string): Promise<boolean>;
  keyOf(id: string): string;
  /** Returns a module's result for a turn. Throws only on an abort; every other fault is in the result. */
  ask(id: string, turn: AskedTurn, signal?: AbortSignal): Promise<ModuleResult>;
  /** Calls an endpoint for an external action. Only an abort makes it throw. */
  call(id: string, values: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ActionAnswer>;
  /** Releases the indexes from memory. */
  close(): Promise<void>;
}

/** Returns the key of a module, stored with those of models' servers under a distinct name. */
const keyOf = (id: string): string => `module-${id}`;

function createModuleRegistry({ keys, files, options }: App): ModuleRegistry {
  const { endpointMs } = options;
  const file = modulesFile(options.settingsFolder);
  const folders = createFolderSearch(files);

  const get = (id: string): KeptModule => {
    const kept = file.read().find((module) => module.id === id);
    if (kept) return kept;
    throw new DialogramError('NOT_FOUND', 'There is no such module.', {
      place: 'External modules',
      value: id,
      nextStep: 'Set it up under External modules.',
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
    throw new DialogramError('INVALID', `${kept.name} is a folder: nothing is sent for it.`, {
      place: kept.name,
      nextStep: 'Choose an endpoint.',
    });
  };
  const answer = async (kept: KeptModule, turn: AskedTurn, signal?: AbortSignal) => {
    if (kept.kind === 'folder') return { ...(await folders.ask(kept, turn.text)), sent: null };
    const asked = await askEndpoint(kept, turn, await callOptions(kept, signal));
    return {
      ...asked,
      remark: asked.fault === null && asked.passages.length === 0 ? 'It answered with nothing.' : null,
    };
  };

  return {
    keys,
    keyOf,
    list: () => file.read(),
    get,
    endpoint,
    async describe(kept) {
      if (kept.kind === 'folder') return kept;
      const { origin, reach, warning } = readEndpointAddress(kept.address);
      const consent = kept.consent?.origin === origin ? kept.consent : null;
      return { ...kept, origin, reach, warning, consent, hasKey: await keys.has(keyOf(kept.id)) };
    },
    async save(id, draft) {
      const before = id === null ? null : get(id);
      if (file.read().some((other) => other.id !== id && other.name === draft.name)) {
        throw new DialogramError('INVALID', `There is already a module "${draft.name}".`, {
          place: 'name',
          value: draft.name,
          nextStep: 'Give this one another name.',
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
          nextStep: 'Rename one of them.',
        });
      }
      const sameHost = before?.kind === 'endpoint' && new URL(before.address).origin === origin;
      if (before && !sameHost) await keys.remove(keyOf(own.id));
      const kept: KeptModule = { ...draft, ...own, address, consent: sameHost ? before.consent : null };
      put(kept);
      return kept;
    },
    put,
    async remove(id) {
      const all = file.read();
      await keys.remove(keyOf(id));
      file.write(all.filter((other) => other.id !== id));
      await folders.close();
      return all.some((other) => other.id === id);
    },
    async ask(id, turn, signal) {
      const kept = get(id);
      const started = performance.now();
      const found = await answer(kept, turn, signal);
      const { name, kind } = kept;
      return { module: id, name, kind, ...found, milliseconds: performance.now() - started };
    },
    async call(id, values, signal) {
      const kept = endpoint(id);
      return callEndpoint(kept, values, await callOptions(kept, signal));
    },
    close: () => folders.close(),
  };
}

export const moduleRegistry = appService(createModuleRegistry, (registry) => registry.close());
