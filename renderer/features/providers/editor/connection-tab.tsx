import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#shared/contract/providers.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { client } from '../../../client/api.ts';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { bindTo, TextField } from '../../../ui/inputs/field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { ErrorNotice, Notice } from '../../../ui/state/notice.tsx';
import { NOT_MASKED, outcomeOf, testSentences, whereIs } from '../sentences.ts';
import type { EditorParts } from './provider-form.ts';
import { KeyField } from './server-fields.tsx';

interface ProviderTestButtonProps {
  readonly provider: Provider;
  readonly model: string;
  readonly changed: boolean;
}

export function ProviderTestButton({ provider, model, changed }: ProviderTestButtonProps) {
  const test = useMutation({
    mutationFn: () => client.providers.test({ id: provider.id, model: model || null }),
  });
  const why =
    provider.consent === null
      ? 'Agree under “Where data goes” first.'
      : model === ''
        ? 'Choose a chat model under “Models and prices” first.'
        : changed
          ? 'Save first.'
          : 'Sends a few made-up words. No dialogue is sent.';
  return (
    <div className="stack-2">
      <div className="models-row apart flex middle gap-4">
        <div>
          <h3>Try it</h3>
          <p className="quiet small">{why}</p>
        </div>
        <Button disabled={provider.consent === null || model === '' || changed} does={test}>
          {test.isPending ? 'Asking…' : 'Test'}
        </Button>
      </div>
      {test.data && (
        <Notice kind={outcomeOf(test.data)}>
          {testSentences(test.data).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {test.isError && <ErrorNotice error={test.error} />}
    </div>
  );
}

interface ConsentDialogProps {
  readonly provider: Provider;
  readonly onClose: () => void;
  readonly onConsented: (provider: Provider) => void;
}

export function ConsentDialog({ provider, onClose, onConsented }: ConsentDialogProps) {
  const consent = useMutation({
    mutationFn: (host: string) => client.providers.consent({ id: provider.id, host }),
    meta: about('models'),
    onSuccess: (consented) => {
      onConsented(consented);
      onClose();
    },
  });
  const [host] = provider.hosts;
  return (
    <ConfirmDialog
      title={`Send to ${provider.name}?`}
      verb="Agree"
      onClose={onClose}
      onConfirm={() => host !== undefined && consent.mutate(host)}
    >
      <div className="stack-2 models-consent">
        <p>Dialogram connects to</p>
        <ul>
          {provider.hosts.map((name) => (
            <li key={name}>
              <span className="mono">{name}</span>
              <span className="quiet"> · {whereIs(provider)}</span>
            </li>
          ))}
        </ul>
        <p>and sends the following, but only when you start a task that uses this server:</p>
        <ul className="models-sent">
          <li>
            the text of the dialogues you choose
            {provider.maskPersonalData ? ', with personal data masked where it is recognized' : ', unmasked'}
          </li>
          <li>
            for answers: examples from other customers’ dialogues, masked unless you turn off masking in
            “Examples and answers…”
          </li>
          <li>the prompt, and your tags if the prompt lists them</li>
          <li>your key, if you entered one</li>
        </ul>
        {provider.maskPersonalData && <p className="warning">Masking has its limits. {NOT_MASKED}</p>}
        <p className="quiet small">
          The server's operator decides what happens to this data. You can withdraw your consent at any time.
          Dialogram asks again before it uses another address.
        </p>
        {provider.warning && <p className="warning">{provider.warning}</p>}
        {consent.isError && <ErrorNotice error={consent.error} />}
      </div>
    </ConfirmDialog>
  );
}

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
  const [asking, setAsking] = useState(false);
  const takeOnlyModel = useMutation({
    mutationFn: async (consented: Provider) => {
      const { models } = await client.providers.models({ id: consented.id });
      const [chatModel, another] = models;
      if (chatModel === undefined || another !== undefined) return null;
      return client.providers.save({ id: consented.id, draft: { ...consented, chatModel } });
    },
    meta: about('models'),
    onSuccess: (saved) => {
      if (!saved) return;
      onChange({ chatModel: saved.chatModel ?? '' });
      onProvider(saved);
    },
  });
  const withdraw = useMutation({
    mutationFn: (id: string) => client.providers.withdraw({ id }),
    meta: about('models'),
    onSuccess: onProvider,
  });
  const bind = bindTo(form, onChange);
  return (
    <>
      {hint && <p className="quiet">{hint}</p>}
      <div className="models-fields one-if-narrow grid two-columns">
        <TextField label="Name" {...bind('name')} error={errors.name} />
        <TextField
          label="Address"
          {...bind('baseUrl')}
          error={errors.baseUrl}
          hint={form.kind === 'azure' ? 'Usually ends in /openai' : 'Usually ends in /v1'}
          spellCheck={false}
          autoComplete="off"
        />
        {form.kind === 'azure' && (
          <TextField
            label="API version"
            {...bind('apiVersion')}
            error={errors.apiVersion}
            spellCheck={false}
          />
        )}
      </div>
      {provider?.warning && <Notice kind="warning">{provider.warning}</Notice>}
      {provider ? (
        <>
          <KeyField
            hasKey={provider.hasKey}
            keptFor={keysKeptFor}
            none="Leave empty if the server needs no key"
            topic="models"
            onSet={(key) => client.providers.setKey({ id: provider.id, key })}
            onRemove={() => client.providers.removeKey({ id: provider.id })}
            onSaved={onProvider}
          />
          <div className="models-row apart flex middle gap-4">
            <div>
              <h3>Where data goes</h3>
              <p>
                <span className="mono">{provider.hosts.join(', ')}</span>
                <span className="quiet"> · {whereIs(provider)}</span>
              </p>
              <p className="quiet small">
                {provider.consent
                  ? `You agreed on ${formatTime(provider.consent.at)}.`
                  : 'Nothing is sent until you agree.'}
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
        <p className="quiet">
          Save first. Then you can enter a key, agree to send data, and test the server.
        </p>
      )}
      {asking && provider && (
        <ConsentDialog
          provider={provider}
          onClose={() => setAsking(false)}
          onConsented={(consented) => {
            onProvider(consented);
            if (consented.chatModel === null) takeOnlyModel.mutate(consented);
          }}
        />
      )}
    </>
  );
}
