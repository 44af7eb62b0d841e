import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ModelTaggingSettings } from '#shared/contract/model-tagging.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { about } from '../../../client/queries.ts';
import { runCommand } from '../../../commands/use-command.ts';
import { OtherDialogue } from '../../../project/dialogues/other-dialogue.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Tabs } from '../../../ui/panes/tabs.tsx';
import { ErrorNotice, Notice, Unanswered } from '../../../ui/state/notice.tsx';
import { useElsewhere } from '../../prompt-files/index.ts';
import { modelsCommands } from '../../providers/index.ts';
import { EstimateBox } from '../estimate-box.tsx';
import { modelTaggingQueries } from '../queries.ts';
import { ScrolledPanel } from '../scrolled-panel.tsx';
import { PromptTab } from './prompt-tab.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { NEW_FORM, readForm, type SettingsForm } from './settings-form.ts';

const TABS = [
  { value: 'estimate', label: 'Estimate' },
  { value: 'request', label: 'Request' },
  { value: 'prompt', label: 'Prompt' },
] as const;
const PANEL = 'model-tagging-panel';

function firstForm(providers: readonly Provider[]): SettingsForm {
  const provider = providers.find(({ consent }) => consent !== null) ?? providers[0];
  return { ...NEW_FORM, provider: provider?.id ?? '', model: provider?.chatModel ?? '' };
}

/** A run before it begins: what is asked, of whom, what it may take, and what exactly would be sent. */
export function SetupView({
  providers,
  onStarted,
}: {
  readonly providers: readonly Provider[];
  readonly onStarted: (run: RunId) => void;
}) {
  const { client } = useApi();
  const queries = modelTaggingQueries(client);
  const [form, setForm] = useState(() => firstForm(providers));
  const [tab, setTab] = useState<(typeof TABS)[number]['value']>('estimate');
  const provider = providers.find(({ id }) => id === form.provider) ?? null;
  const { choice, elsewhere } = useElsewhere(provider === null || provider.consent !== null);
  const read = readForm(form, elsewhere);
  // What is typed on goes before what it would take.
  const settings = useDeferredValue(read.settings);
  const start = useMutation({
    mutationFn: (chosen: ModelTaggingSettings) => client.modelTagging.start({ settings: chosen }),
    meta: about('modelTaggings'),
    onSuccess: ({ run }) => onStarted(run),
  });
  const prompts = useQuery(queries.prompts);
  const prompt = prompts.data?.find(({ name }) => (name === 'tagging') === (form.variant === 'open'));
  return (
    <div className="tag-model">
      <div className="stack-3 tag-model-form">
        <SettingsFields
          form={form}
          errors={read.errors}
          providers={providers}
          onChange={(part) => setForm({ ...form, ...part })}
        />
        {provider && provider.consent === null && (
          <Notice
            kind="warning"
            actions={
              <Button small onClick={() => runCommand(modelsCommands.settings)}>
                Models…
              </Button>
            }
          >
            You have not agreed to send to {provider.hosts.join(', ')}.
          </Notice>
        )}
        {choice}
        {start.isError && <ErrorNotice error={start.error} />}
        <div className="row-2 tag-model-start">
          <span className="quiet small">
            {provider?.maskPersonalData
              ? 'Personal data is replaced before sending.'
              : 'Personal data is sent as it is.'}
          </span>
          <Button
            kind="primary"
            disabled={read.settings === null || start.isPending}
            onClick={() => {
              if (read.settings) start.mutate(read.settings);
            }}
          >
            {read.settings && read.settings.pilot === 0 ? 'Tag all' : 'Start pilot'}
          </Button>
        </div>
      </div>
      <div className="stack-3 tag-model-side">
        <Tabs label="What would be asked" value={tab} options={TABS} panelId={PANEL} onChange={setTab} />
        <ScrolledPanel id={PANEL} tab={tab}>
          {tab === 'prompt' && prompt ? (
            <PromptTab key={`${prompt.name} ${prompt.version}`} prompt={prompt} />
          ) : settings === null ? (
            <p className="quiet">Choose a server and name a model first.</p>
          ) : tab === 'estimate' ? (
            <EstimateBox settings={settings} run={null} />
          ) : (
            <PreviewTab settings={settings} />
          )}
        </ScrolledPanel>
      </div>
    </div>
  );
}

/** The first request for a dialogue, the first of the pilot unless another is chosen, exactly as it would be sent. */
function PreviewTab({ settings }: { readonly settings: ModelTaggingSettings }) {
  const [chosen, setChosen] = useState<DialogueId | null>(null);
  const preview = useQuery(modelTaggingQueries(useApi().client).preview(settings, chosen));
  if (preview.isError || !preview.data) return <Unanswered of={preview} />;
  const { data } = preview;
  return (
    <>
      <p className="quiet small">
        Dialogue {data.dialogue.externalId} of {data.dialogue.source}
        {data.requests > 1 && `, the first of ${formatCount(data.requests)} parts`}. About{' '}
        {formatCount(data.input.likely)} tokens in, {formatCount(data.maxOutputTokens)} out at most.{' '}
        {data.masked
          ? `${formatAmount(data.replaced, 'piece', 'pieces')} of personal data replaced here.`
          : 'Personal data is not replaced.'}
      </p>
      <OtherDialogue shown={data.dialogue.id} onPick={setChosen} />
      {data.messages.map((message) => (
        <section key={message.role} className="tag-message">
          <h3>{message.role === 'system' ? 'System' : 'User'}</h3>
          <pre>{message.content}</pre>
        </section>
      ))}
    </>
  );
}
