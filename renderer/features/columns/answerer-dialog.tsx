import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import type { Answerer } from '#shared/domain/agent.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';
import { providerQueries } from '../providers/index.ts';
import { isReady } from './column-list.ts';

/** Chooses the model that answers and its settings. Asks its server for the list of models. */
export function AnswererDialog({
  providers,
  current,
  isTaken,
  onTake,
  onClose,
}: {
  readonly providers: readonly Provider[];
  readonly current: Answerer;
  /** True if another column already uses this answerer. */
  readonly isTaken: (answerer: Answerer) => boolean;
  readonly onTake: (answerer: Answerer) => void;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const before = current.kind === 'model' ? current : null;
  const [providerId, setProviderId] = useState(before?.provider ?? providers[0]?.id ?? '');
  const provider = providers.find(({ id }) => id === providerId) ?? providers[0];
  const [model, setModel] = useState(before?.model ?? provider?.chatModel ?? '');
  const [temperature, setTemperature] = useState(String(before ? (before.temperature ?? '') : 0));
  const [mostTokens, setMostTokens] = useState(String(before?.maxOutputTokens ?? 512));
  const agreed = provider !== undefined && isReady(provider);
  const offered = useQuery({
    ...providerQueries(client).models(providerId, provider?.baseUrl ?? ''),
    enabled: agreed,
    retry: false,
  });
  const list = useId();
  const warmth = temperature.trim() === '' ? null : Number(temperature);
  const most = Number(mostTokens);
  const temperatureFault = warmth !== null && !(warmth >= 0 && warmth <= 2) ? '0 to 2, or empty.' : null;
  const mostFault = Number.isInteger(most) && most >= 1 && most <= 32_000 ? null : '1 to 32,000.';
  const fits =
    provider !== undefined && model.trim() !== '' && temperatureFault === null && mostFault === null;
  const chosen: Answerer | null = fits
    ? {
        kind: 'model',
        provider: provider.id,
        model: model.trim(),
        temperature: warmth,
        seed: before ? before.seed : 1,
        maxOutputTokens: most,
      }
    : null;
  const taken = chosen !== null && isTaken(chosen);

  return (
    <Dialog title="Answer with a model" onClose={onClose}>
      <form
        className="stack-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== null && !taken) onTake(chosen);
        }}
      >
        <SelectField
          label="Server"
          value={providerId}
          options={providers.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(chosen) => {
            setProviderId(chosen);
            setModel(providers.find(({ id }) => id === chosen)?.chatModel ?? '');
          }}
        />
        <TextField
          label="Model"
          value={model}
          list={list}
          autoComplete="off"
          spellCheck={false}
          hint={
            offered.data
              ? `The server offers ${offered.data.models.length} models. For a fine-tuned model, use the name its server gave it.`
              : offered.isError
                ? 'The server did not list its models. Type a model name.'
                : agreed
                  ? 'Asking the server for its models…'
                  : 'You have not agreed to contact this server. Type a model name.'
          }
          onChange={(event) => setModel(event.target.value)}
        />
        <datalist id={list}>
          {(offered.data?.models ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="answerer-numbers">
          <TextField
            label="Temperature"
            inputMode="decimal"
            value={temperature}
            error={temperatureFault}
            hint="Leave empty to use the server's default."
            onChange={(event) => setTemperature(event.target.value)}
          />
          <TextField
            label="Maximum tokens"
            inputMode="numeric"
            value={mostTokens}
            error={mostFault}
            hint="Per answer."
            onChange={(event) => setMostTokens(event.target.value)}
          />
        </div>
        {taken && (
          <Notice kind="warning">There is already a column with this model and these settings.</Notice>
        )}
        {offered.isError && <ErrorNotice error={offered.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={chosen === null || taken}>
            Add
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
