import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { whereIs } from '../sentences.ts';
import { ConsentDialog } from './consent-dialog.tsx';
import { KeyField } from './key-field.tsx';
import type { EditorParts } from './provider-form.ts';
import { ProviderTestButton } from './provider-test-button.tsx';

/** Edits the address and key of a server, and the approval to send to it. */
export function ConnectionTab({
  form,
  errors,
  provider,
  changed,
  hint,
  keysKeptFor,
  onChange,
  onProvider,
}: EditorParts & { readonly hint: string | null; readonly keysKeptFor: 'device' | 'session' }) {
  const { client } = useApi();
  const [asking, setAsking] = useState(false);
  const withdraw = useMutation({
    mutationFn: (id: string) => client.providers.withdraw({ id }),
    meta: about('models'),
    onSuccess: onProvider,
  });
  return (
    <>
      {hint && <p className="quiet">{hint}</p>}
      <div className="models-fields">
        <TextField
          label="Name"
          value={form.name}
          error={errors.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label="Address"
          value={form.baseUrl}
          error={errors.baseUrl}
          hint={form.kind === 'azure' ? 'Usually ends in /openai' : 'Usually ends in /v1'}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ baseUrl: event.target.value })}
        />
        {form.kind === 'azure' && (
          <TextField
            label="API version"
            value={form.apiVersion}
            error={errors.apiVersion}
            spellCheck={false}
            onChange={(event) => onChange({ apiVersion: event.target.value })}
          />
        )}
      </div>
      {provider?.warning && <Notice kind="warning">{provider.warning}</Notice>}
      {provider ? (
        <>
          <KeyField
            hasKey={provider.hasKey}
            keptFor={keysKeptFor}
            none="Leave empty if the server needs none"
            topic="models"
            onSet={(key) => client.providers.setKey({ id: provider.id, key })}
            onRemove={() => client.providers.removeKey({ id: provider.id })}
            onSaved={onProvider}
          />
          <div className="models-row">
            <div>
              <h3>Where data goes</h3>
              <p>
                <span className="mono">{provider.hosts.join(', ')}</span>
                <span className="quiet"> · {whereIs(provider)}</span>
              </p>
              <p className="quiet small">
                {provider.consent
                  ? `You agreed on ${formatTime(provider.consent.at)}.`
                  : 'Nothing is sent before you agree.'}
              </p>
            </div>
            {provider.consent ? (
              <Button disabled={withdraw.isPending} onClick={() => withdraw.mutate(provider.id)}>
                Withdraw
              </Button>
            ) : (
              <Button kind={changed ? 'plain' : 'primary'} disabled={changed} onClick={() => setAsking(true)}>
                Review and agree…
              </Button>
            )}
          </div>
          {withdraw.isError && <ErrorNotice error={withdraw.error} />}
          <ProviderTestButton provider={provider} model={form.chatModel.trim()} changed={changed} />
        </>
      ) : (
        <p className="quiet">Save first. Then enter a key, agree to the host and test it.</p>
      )}
      {asking && provider && (
        <ConsentDialog provider={provider} onClose={() => setAsking(false)} onConsented={onProvider} />
      )}
    </>
  );
}
