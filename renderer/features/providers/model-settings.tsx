import './providers.css';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider, ProviderPreset } from '#shared/contract/providers.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { EmptyState, Unanswered } from '../../ui/state/notice.tsx';
import { ProviderEditor } from './editor/provider-editor.tsx';
import { providerQueries } from './queries.ts';
import { statusOf } from './sentences.ts';

interface ProviderListProps {
  readonly providers: readonly Provider[];
  readonly presets: readonly ProviderPreset[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onAdd: (preset: ProviderPreset) => void;
}

export function ProviderList({ providers, presets, chosen, onChoose, onAdd }: ProviderListProps) {
  const [presetId, setPresetId] = useState(presets[0]?.id ?? '');
  const preset = presets.find((candidate) => candidate.id === presetId);
  return (
    <div className="stack-4">
      {providers.length > 0 && (
        <ul aria-label="Providers">
          {providers.map((provider) => (
            <li key={provider.id}>
              <button
                type="button"
                className="stack wide lights pad-1-2 no-border rounded no-fill pointer to-start"
                aria-current={provider.id === chosen ? 'true' : undefined}
                onClick={() => onChoose(provider.id)}
              >
                <span className="clip">{provider.name}</span>
                <span className="quiet small">{statusOf(provider)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="stack-2">
        <SelectField
          label="Add a server"
          value={presetId}
          options={presets.map((option) => ({ value: option.id, label: option.title }))}
          onChange={setPresetId}
        />
        <Button icon="plus" disabled={!preset} onClick={() => preset && onAdd(preset)}>
          Add
        </Button>
      </div>
    </div>
  );
}

type ProviderChoice =
  | { readonly kind: 'kept'; readonly id: string }
  | { readonly kind: 'new'; readonly preset: ProviderPreset; readonly nth: number };

export function ModelSettings() {
  const list = useQuery(providerQueries.list);
  const presets = useQuery(providerQueries.presets);
  const [chosen, setChosen] = useState<ProviderChoice | null>(null);

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
        <div className="models-grid one-if-narrow gap-4 grid">
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
              Almost everything works without a model. For the rest, add a server on this machine or
              elsewhere. Nothing is sent until you agree.
            </EmptyState>
          )}
        </div>
      )}
    </>
  );
}
