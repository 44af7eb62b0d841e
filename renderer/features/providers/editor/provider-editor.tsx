import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { MaskPreview, Provider, ProviderDraft, ProviderPreset } from '#shared/contract/providers.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { about } from '../../../client/queries.ts';
import { OtherDialogue } from '../../../project/dialogues/dialogue-finder.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { askToConfirm } from '../../../ui/overlays/dialog.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Tabs } from '../../../ui/panes/tabs.tsx';
import { ErrorNotice, LoadingState, Notice } from '../../../ui/state/notice.tsx';
import { readable } from '../../../ui/text/readable-error.ts';
import { providerQueries } from '../queries.ts';
import { MASKED, NOT_MASKED } from '../sentences.ts';
import { ConnectionTab } from './connection-tab.tsx';
import { ModelsTab } from './models-tab.tsx';
import {
  draftOf,
  type EditorParts,
  type FormErrors,
  formOf,
  isSameForm,
  type ProviderForm,
} from './provider-form.ts';

function MaskingTab({ form, provider, onChange }: EditorParts) {
  const project = useQuery(projectQueries.project).data ?? null;
  const stays = provider?.reach === 'loopback';
  return (
    <>
      <Choice
        label="Replace personal data before sending"
        hint={stays ? MASKED : `${MASKED} You can turn masking off only for a server on this machine.`}
        checked={form.maskPersonalData || !stays}
        disabled={!stays}
        onChange={(maskPersonalData) => onChange({ maskPersonalData })}
      />
      {stays && !form.maskPersonalData && (
        <Notice kind="warning">
          Dialogues are sent unmasked. They stay on this machine only if the server does not pass them on.
        </Notice>
      )}
      <p className="quiet small">
        Masking recognizes patterns and phrases such as “my name is”. {NOT_MASKED} Check the preview.
      </p>
      {project ? <Preview /> : <p className="quiet">Open a project to preview what would be replaced.</p>}
    </>
  );
}

function Preview() {
  const [chosen, setChosen] = useState<DialogueId | null>(null);
  const preview = useQuery(providerQueries.maskPreview(chosen));
  if (preview.isPending) return <LoadingState />;
  if (preview.isError) return <ErrorNotice error={preview.error} />;
  const { dialogue, utterances } = preview.data;
  if (!dialogue) return <p className="quiet">The project has no dialogues yet.</p>;
  const replaced = utterances.reduce((sum, utterance) => sum + utterance.spans.length, 0);
  return (
    <section className="stack-1 models-preview" aria-label="Preview">
      <div className="row-2 apart">
        <h3 className="clip">
          {dialogue.externalId} <span className="quiet">of {dialogue.source}</span>
        </h3>
        <OtherDialogue shown={dialogue.id} onPick={setChosen} />
      </div>
      <p className="quiet small">
        {replaced === 0
          ? `Nothing would be replaced in this dialogue${chosen === null ? ' or in the others that were checked' : ''}.`
          : `${formatAmount(replaced, 'piece')} of personal data would be replaced.`}
      </p>
      <Focusable as="ol" className="scroll-box pad-2 outline rounded breaks" aria-label="What would be sent">
        <InPlace of={utterances}>
          {(utterance) => (
            <li className={utterance.spans.length > 0 ? '' : 'quiet'}>
              <span className="small quiet">{utterance.role === 'user' ? 'Customer' : 'Agent'}</span>
              <Masked utterance={utterance} />
            </li>
          )}
        </InPlace>
      </Focusable>
    </section>
  );
}

function Masked({ utterance: { before, spans } }: { readonly utterance: MaskPreview['utterances'][number] }) {
  const ends = [0, ...spans.map((span) => span.end)];
  return (
    <p>
      {spans.map((span, index) => (
        <span key={span.start}>
          {before.slice(ends[index], span.start)}
          <del>{before.slice(span.start, span.end)}</del> <mark>{span.placeholder}</mark>
        </span>
      ))}
      {before.slice(ends.at(-1))}
    </p>
  );
}

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
  const askToRemove = ({ id, name }: Provider): void =>
    askToConfirm({
      title: `Remove ${name}?`,
      verb: 'Remove',
      onConfirm: () => remove.mutate(id),
      children: <p>This deletes the server's address, prices and key. Tags made with the server stay.</p>,
    });
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
      <footer className="models-foot flex gap-2 line-above at-end pad-top-3">
        {provider && (
          <Button kind="danger" className="spread" onClick={() => askToRemove(provider)}>
            Remove…
          </Button>
        )}
        <Button kind="primary" disabled={!changed || save.isPending} onClick={submit}>
          Save
        </Button>
      </footer>
    </section>
  );
}
