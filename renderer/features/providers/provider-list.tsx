import { useState } from 'react';
import type { Provider, ProviderPreset } from '#shared/contract/providers.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { statusOf } from './sentences.ts';

export function ProviderList({
  providers,
  presets,
  chosen,
  onChoose,
  onAdd,
}: {
  readonly providers: readonly Provider[];
  readonly presets: readonly ProviderPreset[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onAdd: (preset: ProviderPreset) => void;
}) {
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
                className="stack wide settings-entry"
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
