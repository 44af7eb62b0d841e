import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Provider, ProviderDraft, ProviderPreset } from '#shared/contract/providers.ts';
import { client } from '../../../client/api.ts';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { Tabs } from '../../../ui/panes/tabs.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { readable } from '../../../ui/text/readable-error.ts';
import { ConnectionTab } from './connection-tab.tsx';
import { MaskingTab } from './masking-tab.tsx';
import { ModelsTab } from './models-tab.tsx';
import { draftOf, type FormErrors, formOf, isSameForm, type ProviderForm } from './provider-form.ts';

type Tab = 'connection' | 'models' | 'masking';

const TABS = [
  { value: 'connection', label: 'Connection' },
  { value: 'models', label: 'Models and prices' },
  { value: 'masking', label: 'Personal data' },
] as const;

const TAB_OF: Readonly<Record<keyof FormErrors, Tab>> = {
  name: 'connection',
  baseUrl: 'connection',
  apiVersion: 'connection',
  prices: 'models',
  requestsAtOnce: 'models',
};

interface ProviderEditorProps {
  readonly provider: Provider | null;
  readonly preset: ProviderPreset | null;
  readonly keysKeptFor: 'device' | 'session';
  readonly onSaved: (provider: Provider) => void;
  readonly onRemoved: () => void;
}

export function ProviderEditor({ provider, preset, keysKeptFor, onSaved, onRemoved }: ProviderEditorProps) {
  const panelId = useId();
  const before = provider ?? preset?.draft;
  const [form, setForm] = useState<ProviderForm | null>(before ? formOf(before) : null);
  const [tab, setTab] = useState<Tab>('connection');
  const [errors, setErrors] = useState<FormErrors>({});
  const [removing, setRemoving] = useState(false);
  const remove = useMutation({
    mutationFn: (id: string) => client.providers.remove({ id }),
    meta: about('models'),
    onSuccess: onRemoved,
  });
  const save = useMutation({
    mutationFn: (draft: ProviderDraft) => client.providers.save({ id: provider?.id ?? null, draft }),
    meta: about('models'),
    onSuccess: (kept) => {
      setForm(formOf(kept));
      onSaved(kept);
    },
    onError: (error) => {
      const { place, message, nextStep } = readable(error);
      if (place === 'baseUrl' || place === 'apiVersion' || place === 'name') {
        setErrors({ [place]: nextStep ? `${message} ${nextStep}` : message });
        setTab('connection');
      }
    },
  });
  if (!form || !before) return null;
  const changed = provider === null || !isSameForm(form, formOf(provider));
  const change = (part: Partial<ProviderForm>): void => setForm({ ...form, ...part });
  const submit = (): void => {
    const read = draftOf(form);
    if ('draft' in read) {
      setErrors({});
      save.mutate(read.draft);
      return;
    }
    setErrors(read.errors);
    const [field] = Object.keys(read.errors) as (keyof FormErrors)[];
    if (field) setTab(TAB_OF[field]);
  };
  const parts = { form, errors, provider, changed, onChange: change, onProvider: onSaved };
  const unplaced = save.isError && Object.keys(errors).length === 0;

  return (
    <section className="stack-4 shrink" aria-label={provider?.name ?? 'New server'}>
      <Tabs label="Settings sections" value={tab} options={TABS} panelId={panelId} onChange={setTab} />
      <div id={panelId} className="stack-4 grow" role="tabpanel" aria-labelledby={`${panelId}-${tab}`}>
        {tab === 'connection' && (
          <ConnectionTab {...parts} hint={preset?.hint ?? null} keysKeptFor={keysKeptFor} />
        )}
        {tab === 'models' && <ModelsTab {...parts} />}
        {tab === 'masking' && <MaskingTab {...parts} />}
      </div>
      {unplaced && <ErrorNotice error={save.error} />}
      {remove.isError && <ErrorNotice error={remove.error} />}
      <footer className="models-foot flex gap-2 line-above at-end">
        {provider && (
          <Button kind="danger" className="spread" onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        )}
        <Button kind="primary" disabled={!changed || save.isPending} onClick={submit}>
          Save
        </Button>
      </footer>
      {removing && provider && (
        <ConfirmDialog
          title={`Remove ${provider.name}?`}
          verb="Remove"
          onClose={() => setRemoving(false)}
          onConfirm={() => remove.mutate(provider.id)}
        >
          <p>This deletes the server's address, prices and key. Tags made with the server stay.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
