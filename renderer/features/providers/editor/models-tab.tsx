import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { bindTo, Choice, SearchField, TextField } from '../../../ui/inputs/field.tsx';
import { FigureTable } from '../../../ui/lists/figure-table.tsx';
import { ErrorNotice, LoadingState } from '../../../ui/state/notice.tsx';
import { providerQueries } from '../queries.ts';
import { type EditorParts, NO_PRICE, type PriceRow } from './provider-form.ts';

interface PricesTableProps {
  readonly rows: readonly PriceRow[];
  readonly error: string | null;
  readonly onChange: (rows: readonly PriceRow[]) => void;
}

/** Edits the prices of models. Without a price an estimate counts only tokens. */
function PricesTable({ rows, error, onChange }: PricesTableProps) {
  const change = (at: number, part: Partial<PriceRow>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div className="stack-2 models-prices">
      {rows.length > 0 && (
        <FigureTable
          caption="Prices in US dollars per million tokens"
          columns={[
            {
              name: 'Model',
              value: ({ row, index }) => (
                <input
                  className="input"
                  aria-label={`Model in line ${index + 1}`}
                  value={row.model}
                  spellCheck={false}
                  onChange={(event) => change(index, { model: event.target.value })}
                />
              ),
            },
            {
              name: 'Input, $ per million',
              value: ({ row, index, name }) => (
                <input
                  className="input number"
                  inputMode="decimal"
                  aria-label={`Input price of ${name}`}
                  value={row.inputUsd}
                  onChange={(event) => change(index, { inputUsd: event.target.value })}
                />
              ),
            },
            {
              name: 'Output, $ per million',
              value: ({ row, index, name }) => (
                <input
                  className="input number"
                  inputMode="decimal"
                  aria-label={`Output price of ${name}`}
                  value={row.outputUsd}
                  onChange={(event) => change(index, { outputUsd: event.target.value })}
                />
              ),
            },
            {
              name: 'Remove',
              hidden: true,
              value: ({ index, name }) => (
                <IconButton
                  icon="close"
                  label={`Remove the price of ${name}`}
                  onClick={() => onChange(rows.filter((_, other) => other !== index))}
                />
              ),
            },
          ]}
          rows={rows.map((row, index) => ({ row, index, name: row.model || `line ${index + 1}` }))}
        />
      )}
      {error && (
        <p className="small danger" role="alert">
          {error}
        </p>
      )}
      <div className="models-row apart flex middle gap-4">
        <p className="quiet small">
          {rows.length === 0
            ? "Without a price, estimates show tokens only. Look up the price on your provider's website."
            : "Estimates and budgets use these prices. Look them up on your provider's website."}
        </p>
        <Button small icon="plus" onClick={() => onChange([...rows, NO_PRICE])}>
          Add a price
        </Button>
      </div>
    </div>
  );
}

export function ModelsTab({ form, errors, provider, changed, onChange }: EditorParts) {
  const bind = bindTo(form, onChange);
  return (
    <>
      <div className="models-fields one-if-narrow grid two-columns">
        <TextField
          label={form.kind === 'azure' ? 'Deployment for chat' : 'Model for chat'}
          {...bind('chatModel')}
          spellCheck={false}
        />
        <TextField
          label={form.kind === 'azure' ? 'Deployment for embeddings' : 'Model for embeddings'}
          {...bind('embeddingModel')}
          spellCheck={false}
        />
      </div>
      <OfferedModels
        provider={provider}
        changed={changed}
        onChat={(chatModel) => onChange({ chatModel })}
        onEmbedding={(embeddingModel) => onChange({ embeddingModel })}
      />
      <PricesTable
        rows={form.prices}
        error={errors.prices ?? null}
        onChange={(prices) => onChange({ prices })}
      />
      <TextField
        label="Simultaneous requests"
        hint="Other requests wait in line. Leave empty to let the server decide."
        placeholder="the server decides"
        inputMode="numeric"
        {...bind('requestsAtOnce')}
        error={errors.requestsAtOnce}
      />
      <Choice
        label="Accepts batch files"
        hint="You can submit large corpora as a file. Answers come within a day, usually at a lower price."
        checked={form.takesBatches}
        onChange={(takesBatches) => onChange({ takesBatches })}
      />
    </>
  );
}

interface OfferedModelsProps {
  readonly provider: Provider | null;
  readonly changed: boolean;
  readonly onChat: (model: string) => void;
  readonly onEmbedding: (model: string) => void;
}

function OfferedModels({ provider, changed, onChat, onEmbedding }: OfferedModelsProps) {
  const [query, setQuery] = useState('');
  const ready = provider?.consent ? provider : null;
  const models = useQuery({
    ...providerQueries.models(provider?.id ?? '', provider?.baseUrl ?? ''),
    enabled: ready !== null,
  });
  if (!ready) {
    return (
      <p className="quiet">
        {changed ? 'Save, then agree to send data' : 'Agree to send data'} under “Connection” to see the
        server's models.
      </p>
    );
  }
  const all = models.data?.models ?? [];
  const shown = all.filter((model) => model.toLowerCase().includes(query.trim().toLowerCase()));
  return (
    <div className="stack-2 models-offered">
      <SearchField
        label={`Filter ${formatAmount(all.length, 'offered model')}`}
        value={query}
        onChange={setQuery}
      />
      {models.isFetching && <LoadingState label="Asking the server…" />}
      {models.isError && !models.isFetching && (
        <ErrorNotice
          error={models.error}
          actions={
            <Button small onClick={() => void models.refetch()}>
              Ask again
            </Button>
          }
        />
      )}
      {models.data && !models.isFetching && (
        <ul aria-label="Offered models">
          {shown.map((model) => (
            <li key={model}>
              <span className="mono clip" title={model}>
                {modelName(model)}
              </span>
              <Button small aria-label={`Use ${model} for chat`} onClick={() => onChat(model)}>
                Chat
              </Button>
              <Button small aria-label={`Use ${model} for embeddings`} onClick={() => onEmbedding(model)}>
                Embeddings
              </Button>
            </li>
          ))}
          {shown.length === 0 && (
            <li className="quiet">
              {all.length === 0 ? 'The server offers no models.' : 'No models match.'}
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
