import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ExternalModule, ModuleDraft, ModuleUse } from '#shared/contract/modules.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { useAction } from '../../ui/overlays/toasts.tsx';
import { EmptyState, Unanswered } from '../../ui/state/notice.tsx';
import { ModuleEditor } from './module-editor.tsx';
import { moduleQueries, moduleStatus, NEW_ENDPOINT, NEW_FOLDER } from './module-form.ts';

type ModuleChoice =
  | { readonly kind: 'kept'; readonly id: string }
  | { readonly kind: 'new'; readonly draft: ModuleDraft; readonly nth: number };

const WHEN: readonly { readonly value: ModuleUse['when']; readonly label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'off-the-map', label: 'Only if the automaton has no transition for the turn' },
  { value: 'always', label: 'At every customer turn' },
];

export function ModuleSettings() {
  const list = useQuery(moduleQueries.list);
  const [chosen, setChosen] = useState<ModuleChoice | null>(null);
  const use = useAction((next: ModuleUse) => client.modules.use(next), { meta: about('modules') });
  const modules = list.data?.modules ?? [];
  const inUse = list.data?.use ?? null;
  const shown: ModuleChoice | null = chosen ?? (modules[0] ? { kind: 'kept', id: modules[0].id } : null);
  const kept = shown?.kind === 'kept' ? (modules.find(({ id }) => id === shown.id) ?? null) : null;
  const add = (draft: ModuleDraft) => setChosen({ kind: 'new', draft, nth: Date.now() });

  const saved = async (module: ExternalModule): Promise<void> => {
    // A module added while a project is open is for that project. When it is asked is a separate setting.
    if (shown?.kind === 'new' && inUse) {
      await use.mutateAsync({ ...inUse, modules: [...inUse.modules, module.id] }).catch(() => undefined);
    }
    setChosen({ kind: 'kept', id: module.id });
  };
  const editor = {
    keysKeptFor: list.data?.keysKeptFor ?? 'session',
    onSaved: saved,
    onRemoved: () => setChosen(null),
  } as const;

  return (
    <>
      {!list.isSuccess && <Unanswered of={list} />}
      {list.data && (
        <div className="models-grid one-if-narrow gap-4 grid">
          <div className="stack-4">
            {inUse && (
              <SelectField
                label="Ask modules in this project"
                value={inUse.when}
                disabled={use.isPending}
                options={WHEN}
                onChange={(when) => use.mutate({ ...inUse, when })}
              />
            )}
            {modules.length > 0 && (
              <ul aria-label="Modules">
                {modules.map((module) => (
                  <li key={module.id}>
                    <button
                      type="button"
                      className="stack wide lights pad-1-2 no-border rounded no-fill pointer to-start"
                      aria-current={module.id === kept?.id ? 'true' : undefined}
                      onClick={() => setChosen({ kind: 'kept', id: module.id })}
                    >
                      <span className="clip">{module.name}</span>
                      <span className="quiet small">{moduleStatus(module, inUse)}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <div className="stack-2">
              <Button icon="plus" onClick={() => add(NEW_FOLDER)}>
                Add a folder
              </Button>
              <Button icon="plus" onClick={() => add(NEW_ENDPOINT)}>
                Add an endpoint
              </Button>
            </div>
          </div>
          {kept ? (
            <ModuleEditor
              key={kept.id}
              module={kept}
              empty={NEW_FOLDER}
              used={inUse?.modules.includes(kept.id) ?? null}
              onUse={(used) =>
                inUse &&
                use.mutate({
                  ...inUse,
                  modules: used ? [...inUse.modules, kept.id] : inUse.modules.filter((id) => id !== kept.id),
                })
              }
              acts={inUse?.actions?.includes(kept.id) ?? false}
              onAct={(acts) =>
                inUse &&
                use.mutate({
                  ...inUse,
                  actions: [
                    ...(inUse.actions ?? []).filter((id) => id !== kept.id),
                    ...(acts ? [kept.id] : []),
                  ],
                })
              }
              {...editor}
            />
          ) : shown?.kind === 'new' ? (
            <ModuleEditor
              key={`new ${shown.nth}`}
              module={null}
              empty={shown.draft}
              used={null}
              onUse={() => {}}
              acts={false}
              onAct={() => {}}
              {...editor}
            />
          ) : (
            <EmptyState title="No module is set up">
              The simulator answers from your dialogues. If the automaton cannot follow a turn, the simulator
              can also search a folder of documents or ask your own endpoint. Nothing is sent until you agree.
            </EmptyState>
          )}
        </div>
      )}
    </>
  );
}
