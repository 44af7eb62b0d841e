import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { EncodingEstimate } from '#shared/contract/comparison.ts';
import { limitsSchema } from '#shared/contract/lasting-runs.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { costText, formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Form, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';
import { modelsCommands, providerQueries } from '../providers/index.ts';
import { isReady } from './column-list.ts';

const LIMITS = limitsSchema.pick({ budgetTokens: true });

interface ProviderEncoderDialogProps {
  readonly providers: readonly Provider[];
}

export function ProviderEncoderDialog({ providers }: ProviderEncoderDialogProps) {
  const first = providers.find(isReady) ?? providers[0];
  const [id, setId] = useState(first?.id ?? '');
  const provider = providers.find((one) => one.id === id);
  const [model, setModel] = useState(first?.embeddingModel ?? '');
  const { values: limits, control } = useFields(LIMITS);
  const agreed = provider !== undefined && isReady(provider);
  const offered = useQuery({
    ...providerQueries.models(id, provider?.baseUrl ?? ''),
    enabled: agreed,
    retry: false,
  });
  const list = useId();
  const of = { provider: id, model: model.trim() };
  const key = JSON.stringify(of);
  const estimate = useMutation({
    mutationFn: async () => ({ key, found: await client.comparison.estimateEncoding(of) }),
  });
  const encode = useMutation({
    mutationFn: async () => {
      const { title } = await client.comparison.chooseEncoder({ provider: of });
      await client.comparison.encode({ encoder: 'provider', ...limits });
      return title;
    },
    meta: about('jobs'),
    onSuccess: (title) => {
      tell(
        `Encoding with ${title} has started. When all turns are encoded, you can add columns that use this model.`,
      );
      closeDialog();
    },
  });
  const found = estimate.data?.key === key ? estimate.data.found : null;
  const isFilled = of.model !== '' && limits !== null;
  return (
    <Dialog title="Encode with a provider’s model">
      <Form
        className="stack-4"
        onSubmit={() => {
          if (!isFilled || estimate.isPending || encode.isPending) return;
          if (found === null) estimate.mutate();
          else if (agreed) encode.mutate();
        }}
      >
        <SelectField
          label="Server"
          value={id}
          options={providers.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(chosen) => {
            setId(chosen);
            setModel(providers.find((one) => one.id === chosen)?.embeddingModel ?? '');
          }}
        />
        <TextField
          label="Model for embeddings"
          value={model}
          list={list}
          autoComplete="off"
          spellCheck={false}
          hint="Choose a model that returns vectors, such as text-embedding-3-small. Chat models usually do not return vectors."
          onChange={setModel}
        />
        <datalist id={list}>
          {(offered.data?.models ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {control('budgetTokens', {
          hint: 'The run pauses at this limit and keeps the turns that are already encoded.',
        })}
        {found && <Sent found={found} />}
        {provider && !agreed && (
          <Notice
            kind="warning"
            actions={
              <CommandButton small command={modelsCommands.settings}>
                Models…
              </CommandButton>
            }
          >
            Nothing can be sent to {provider.name} yet. First agree to send data to this server. If the server
            needs a key, enter the key.
          </Notice>
        )}
        {estimate.isError && <ErrorNotice error={estimate.error} />}
        {encode.isError && <ErrorNotice error={encode.error} />}
        <div className="flex gap-2 at-end above-2">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            disabled={!isFilled || (found !== null && (!agreed || found.texts === 0))}
            pending={estimate.isPending || encode.isPending}
          >
            {found === null ? 'Show what it sends' : 'Send and encode'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

const priceOf = (cost: EncodingEstimate['costUsd']): string =>
  cost === null ? 'price unknown' : cost.most === 0 ? 'at no cost' : `about ${costText(cost.likely)}`;

function Sent({ found }: { readonly found: EncodingEstimate }) {
  const { host, masked, texts, turns, tokens, costUsd } = found;
  if (turns === 0) return <Notice kind="info">Every turn is already encoded with this model.</Notice>;
  return (
    <Notice kind="info">
      Sends {formatAmount(texts, 'text', 'texts')} to {host}: what customers said before{' '}
      {formatAmount(turns, 'turn')}. Repeated texts are sent once. About {formatCount(tokens.likely)} tokens,{' '}
      {formatCount(tokens.most)} at most; {priceOf(costUsd)}.{' '}
      {masked ? 'Personal data is replaced before sending.' : 'Personal data is not replaced.'} What you type
      in the simulator is sent as you type.
    </Notice>
  );
}
