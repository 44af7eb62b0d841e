import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useId, useState } from 'react';
import { limitsSchema, type RunLimits } from '#shared/contract/lasting-runs.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { modelName } from '#shared/domain/agent.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { isReady } from '../columns/index.ts';
import { useElsewhere } from '../prompt-files/index.ts';
import { modelsCommands, providerQueries } from '../providers/index.ts';

interface AskedModel {
  readonly provider: string;
  readonly model: string;
}

const usualModel = (providers: readonly Provider[]): AskedModel => ({
  provider: providers[0]?.id ?? '',
  model: providers[0]?.chatModel ?? '',
});

export interface ModelFormProps {
  readonly providers: readonly Provider[];
}

/** Makes the dialog of a form that needs a model's server. Without one, it offers to set one up. */
export const withServers = <Own extends object>(
  titleOf: (own: Own) => string,
  ModelForm: ComponentType<Own & ModelFormProps>,
) =>
  function WithServers(props: Own) {
    const providers = useQuery(providerQueries.list);
    const known = providers.data?.providers ?? [];
    if (known.length > 0)
      return (
        <ModelForm {...props} providers={known.toSorted((a, b) => Number(isReady(b)) - Number(isReady(a)))} />
      );
    return (
      <Dialog title={titleOf(props)} foot={<Button onClick={closeDialog}>Close</Button>}>
        {providers.data ? <NoModel /> : <Unanswered of={providers} />}
      </Dialog>
    );
  };

export function NoModel() {
  return (
    <Notice actions={<CommandButton command={modelsCommands.settings} />}>
      No model is set up yet. Add a server on this machine or elsewhere. Nothing is sent until you agree.
    </Notice>
  );
}

interface ModelFieldsProps {
  readonly label: string;
  readonly providers: readonly Provider[];
  readonly asked: AskedModel;
  readonly onChange: (asked: AskedModel) => void;
}

function ModelFields({ label, providers, asked, onChange }: ModelFieldsProps) {
  const models = useId();
  const server = providers.find(({ id }) => id === asked.provider);
  const offered = useQuery({
    ...providerQueries.models(asked.provider, server?.baseUrl ?? ''),
    enabled: server !== undefined && isReady(server),
  });
  return (
    <>
      <SelectField
        label="Server"
        value={asked.provider}
        options={providers.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(provider) =>
          onChange({ provider, model: providers.find(({ id }) => id === provider)?.chatModel ?? '' })
        }
      />
      <TextField
        label={label}
        value={asked.model}
        list={models}
        autoComplete="off"
        spellCheck={false}
        error={asked.model.trim() === '' ? 'Enter a model.' : null}
        // llama.cpp names a model by its path, of which the field shows only the beginning.
        hint={modelName(asked.model) === asked.model ? undefined : modelName(asked.model)}
        onChange={(model) => onChange({ ...asked, model })}
      />
      <datalist id={models}>
        {(offered.data?.models ?? []).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

export function useLimits(start: RunLimits = NO_LIMITS) {
  const { values, control } = useFields(limitsSchema, start);
  return {
    limits: values,
    limitFields: (
      <>
        {control('budgetUsd')}
        {control('budgetTokens')}
      </>
    ),
  };
}

export const NO_LIMITS: RunLimits = { budgetUsd: null, budgetTokens: null };

/** Returns the form fields for model, limits, and prompts answered outside the app. Needs at least one provider. */
export function useModelRun(providers: readonly Provider[], { label = 'Model' } = {}) {
  const [asked, setAsked] = useState(usualModel(providers));
  const { limits, limitFields } = useLimits();
  const server = providers.find(({ id }) => id === asked.provider);
  const { choice, elsewhere } = useElsewhere(server !== undefined && isReady(server));
  const model = asked.model.trim();
  return {
    model: { provider: asked.provider, model },
    settings: model === '' || limits === null ? null : { ...limits, ...elsewhere },
    host: server?.name ?? asked.provider,
    modelFields: <ModelFields label={label} providers={providers} asked={asked} onChange={setAsked} />,
    limitFields,
    choice,
  };
}
