import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider, ProviderPreset } from '#shared/contract/providers.ts';
import { useApi } from '../../client/api.tsx';
import { EmptyState, Unanswered } from '../../ui/state/notice.tsx';
import { ProviderEditor } from './editor/provider-editor.tsx';
import { ProviderList } from './provider-list.tsx';
import { providerQueries } from './queries.ts';
import './providers.css';

type Chosen =
  | { readonly kind: 'kept'; readonly id: string }
  | { readonly kind: 'new'; readonly preset: ProviderPreset; readonly nth: number };

/** Sets up, approves and tests the servers whose models may be used. */
export function ModelSettings() {
  const queries = providerQueries(useApi().client);
  const list = useQuery(queries.list);
  const presets = useQuery(queries.presets);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const providers = list.data?.providers ?? [];
  const first = providers[0] ? ({ kind: 'kept', id: providers[0].id } as const) : null;
  const shown = chosen ?? first;
  const kept =
    shown?.kind === 'kept' ? (providers.find((provider) => provider.id === shown.id) ?? null) : null;

  const saved = (provider: Provider): void => setChosen({ kind: 'kept', id: provider.id });

  return (
    <>
      {!list.isSuccess && <Unanswered of={list} />}
      {list.data && presets.data && (
        <div className="models-grid">
          <ProviderList
            providers={providers}
            presets={presets.data}
            chosen={kept?.id ?? null}
            onChoose={(id) => setChosen({ kind: 'kept', id })}
            onAdd={(preset) => setChosen({ kind: 'new', preset, nth: Date.now() })}
          />
          {kept ? (
            <ProviderEditor
              key={kept.id}
              provider={kept}
              preset={null}
              keysKeptFor={list.data.keysKeptFor}
              onSaved={saved}
              onRemoved={() => setChosen(null)}
            />
          ) : shown?.kind === 'new' ? (
            <ProviderEditor
              key={`new ${shown.nth}`}
              provider={null}
              preset={shown.preset}
              keysKeptFor={list.data.keysKeptFor}
              onSaved={saved}
              onRemoved={() => setChosen(null)}
            />
          ) : (
            <EmptyState title="No model is set up">
              Almost everything works without a model. Add a server on this machine or elsewhere. Nothing is
              sent before you agree.
            </EmptyState>
          )}
        </div>
      )}
    </>
  );
}
