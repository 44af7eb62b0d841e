import type { ExternalModule, ModuleArgument, ModuleDraft, ModuleUse } from '#shared/contract/modules.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';

const MODULES = about('modules');

export const moduleQueries = {
  list: freshQuestion('modules.list', client.modules.list, undefined, MODULES),
  /** `standing` identifies the query. `send` true asks approved hosts that the project uses; false sends nothing. */
  consult: (standing: string, send: boolean) =>
    question(
      'modules.consult',
      (asked, options) => client.modules.consult({ send: asked.send }, options),
      { standing, send },
      MODULES,
    ),
};

export const NEW_FOLDER: ModuleDraft = { kind: 'folder', name: '', path: '' };
export const NEW_ENDPOINT: ModuleDraft = {
  kind: 'endpoint',
  name: '',
  address: '',
  method: 'post',
  arguments: [{ name: 'query', of: 'turn', text: '' }],
  field: '',
  keyHeader: null,
};

export type EndpointDraft = Extract<ModuleDraft, { kind: 'endpoint' }>;

export function draftOf(module: ExternalModule): ModuleDraft {
  if (module.kind === 'folder') return { kind: 'folder', name: module.name, path: module.path };
  const { name, address, method, field, keyHeader } = module;
  return { kind: 'endpoint', name, address, method, field, keyHeader, arguments: [...module.arguments] };
}

export const ARGUMENT_SOURCES: readonly { readonly value: ModuleArgument['of']; readonly label: string }[] = [
  { value: 'turn', label: 'what the customer said last' },
  { value: 'tags', label: 'the tags of the last customer turn' },
  { value: 'state', label: 'the name of the state' },
  { value: 'fixed', label: 'a fixed text' },
];

export function moduleStatus(module: ExternalModule, use: ModuleUse | null): string {
  const kind = module.kind === 'folder' ? 'Folder' : 'Endpoint';
  if (module.kind === 'endpoint' && module.consent === null) return `${kind}, needs your consent`;
  if (module.kind === 'endpoint' && module.keyHeader !== null && !module.hasKey) return `${kind}, no key`;
  if (use === null) return kind;
  if (use.actions?.includes(module.id)) return `${kind}, called by flows`;
  if (!use.modules.includes(module.id)) return `${kind}, not used here`;
  return `${kind}, ${use.when === 'never' ? 'chosen, but switched off' : 'used here'}`;
}

export const isComplete = (draft: ModuleDraft): boolean =>
  draft.name.trim() !== '' && (draft.kind === 'folder' ? draft.path : draft.address).trim() !== '';
