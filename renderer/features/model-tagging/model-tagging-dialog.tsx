import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  type ModelTaggingSettings,
  modelTaggingSettingsSchema,
  type PromptName,
  type TagVariant,
} from '#shared/contract/model-tagging.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount, formatTime } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { client } from '../../client/api.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { OtherDialogue } from '../../project/dialogues/dialogue-finder.tsx';
import { showMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { OneOf, SelectField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { closeDialog } from '../../ui/overlays/dialog.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import {
  KeptPrompts,
  Messages,
  type ModelFormProps,
  RequestPreview,
  StartDialog,
  useModelRun,
  withServers,
} from '../lasting-runs/index.ts';
import { isReady, modelsCommands } from '../providers/index.ts';
import { RESULTS, showResult } from '../results/index.ts';
import { EstimateBox, MODEL_TAGGING, modelTaggingQueries } from './estimate-box.tsx';
import './model-tagging.css';

const OWN = modelTaggingSettingsSchema.omit({
  ...{ provider: true, model: true, variant: true, vocabularyRun: true },
  ...{ budgetUsd: true, budgetTokens: true, elsewhere: true },
});

function useTagging({ takesBatches }: Provider, elsewhere: boolean) {
  const [variant, setVariant] = useState<TagVariant>('open');
  const [offered, setOffered] = useState<RunId | null>(null);
  const { values, control } = useFields(OWN);
  return {
    variant,
    setVariant,
    offered,
    setOffered,
    control,
    takesBatches,
    settings: values && {
      ...values,
      variant,
      vocabularyRun: variant === 'closed' ? offered : null,
      batchFiles: values.batchFiles && takesBatches && !elsewhere,
    },
  };
}

function TaggingFields({ of: form }: { readonly of: ReturnType<typeof useTagging> }) {
  const runs = useQuery(projectQueries.taggingRuns).data ?? [];
  return (
    <>
      <OneOf
        legend="Vocabulary"
        value={form.variant}
        options={[
          { value: 'open', label: 'Open', hint: 'The model invents short tags, as in the paper.' },
          {
            value: 'closed',
            label: 'Closed',
            hint: 'The model uses existing tags and adds new ones only if none fits.',
          },
        ]}
        onChange={form.setVariant}
      />
      {form.variant === 'closed' && (
        <SelectField
          label="Tags offered"
          value={form.offered}
          hint={
            runs.length === 0
              ? 'Nothing is tagged yet. After the pilot, the model is offered the tags from the pilot.'
              : undefined
          }
          options={[
            { value: null, label: runs.length === 0 ? 'None yet' : 'From the latest run' },
            ...runs.map((run) => ({
              value: run.id,
              label: `${run.tagger}, ${formatTime(run.startedAt)}, ${formatAmount(run.vocabulary, 'tag')}`,
            })),
          ]}
          onChange={form.setOffered}
        />
      )}
      <details>
        <summary>More</summary>
        <div className="stack-3 pad-top-3">
          <div className="run-fields gap-3 grid">
            {form.control('temperature')}
            {form.control('tokensPerTurn')}
          </div>
          {form.control('structured')}
          {form.control(
            'batchFiles',
            form.takesBatches ? {} : { hint: 'This server is not set up for batch files.', disabled: true },
          )}
        </div>
      </details>
    </>
  );
}

const TITLE = 'Tag with a model';
const PROMPTS: Readonly<Record<PromptName, { readonly title: string; readonly hint: string }>> = {
  tagging: { title: 'Prompt', hint: 'The instructions for the model. The dialogue is added below them.' },
  'tagging-closed': {
    title: 'Prompt',
    hint: 'The instructions for the model. {{vocabulary}} is replaced by the offered tags. The dialogue is added below the instructions.',
  },
};

const showRunOf = (run: RunId): void => showResult(MODEL_TAGGING, run, true);

export const ModelTaggingDialog = withServers(() => TITLE, TaggingForm);

function TaggingForm({ providers }: ModelFormProps) {
  const form = useModelRun(providers);
  const server = required(
    providers.find(({ id }) => id === form.model.provider),
    'server',
  );
  const tagging = useTagging(server, form.settings?.elsewhere === true);
  const settings =
    tagging.settings && form.settings ? { ...form.model, ...tagging.settings, ...form.settings } : null;
  const estimated = useDeferredValue(settings);
  return (
    <StartDialog
      title={TITLE}
      verb={settings?.pilot === 0 ? 'Tag all' : 'Start pilot'}
      settings={settings}
      start={(chosen) => client.modelTagging.start({ settings: chosen })}
      onStarted={showRunOf}
      after={<TaggingPrompt variant={tagging.variant} settings={settings} />}
    >
      <Unfinished />
      <div className="run-fields gap-3 grid">
        {form.modelFields}
        {tagging.control('pilot')}
        {form.limitFields}
      </div>
      <TaggingFields of={tagging} />
      {!isReady(server) && (
        <Notice
          kind="warning"
          actions={
            <CommandButton small command={modelsCommands.settings}>
              Models…
            </CommandButton>
          }
        >
          You have not agreed to send data to {server.hosts.join(', ')}.
        </Notice>
      )}
      {form.choice}
      <p className="quiet small">
        {server.maskPersonalData
          ? 'Personal data is replaced before sending.'
          : 'Personal data is sent as is.'}
      </p>
      {estimated ? (
        <EstimateBox settings={estimated} run={null} />
      ) : (
        <p className="quiet">Choose a server and a model first.</p>
      )}
    </StartDialog>
  );
}

function Unfinished() {
  const runs = useQuery(modelTaggingQueries.runs).data;
  const open = runs?.find(({ state }) => state !== 'done' && state !== 'cancelled');
  if (!open) return null;
  return (
    <Notice
      actions={
        <Button
          small
          onClick={() => {
            showRunOf(open.run);
            showMode(RESULTS);
            closeDialog();
          }}
        >
          Show it
        </Button>
      }
    >
      Tagging run {open.number} is not finished: {open.state}.
    </Notice>
  );
}

type TaggingPromptProps = Pick<ModelTaggingSettings, 'variant'> & {
  readonly settings: ModelTaggingSettings | null;
};

function TaggingPrompt({ variant, settings }: TaggingPromptProps) {
  const name = variant === 'open' ? 'tagging' : 'tagging-closed';
  const prompts = useQuery({
    ...modelTaggingQueries.prompts,
    select: (all) => all.filter((prompt) => prompt.name === name),
  });
  return (
    <div className="stack-2">
      <KeptPrompts of={prompts} words={PROMPTS} client={client.modelTagging} />
      <RequestPreview title="Preview of a request" settings={settings}>
        {(chosen) => <Preview settings={chosen} />}
      </RequestPreview>
    </div>
  );
}

function Preview({ settings }: { readonly settings: ModelTaggingSettings }) {
  const [chosen, setChosen] = useState<DialogueId | null>(null);
  const preview = useQuery(modelTaggingQueries.preview(settings, chosen));
  if (preview.isError || !preview.data) return <Unanswered of={preview} />;
  const { dialogue, requests, input, maxOutputTokens, masked, replaced, messages } = preview.data;
  return (
    <div className="stack-2 pad-top-2">
      <p className="quiet small">
        Dialogue {dialogue.externalId} of {dialogue.source}
        {requests > 1 && `, the first of ${formatCount(requests)} parts`}. About {formatCount(input.likely)}{' '}
        input tokens, and at most {formatCount(maxOutputTokens)} output tokens.{' '}
        {masked
          ? `Personal data replaced in this preview: ${formatAmount(replaced, 'item', 'items')}.`
          : 'Personal data is not replaced.'}
      </p>
      <OtherDialogue shown={dialogue.id} onPick={setChosen} />
      <Messages of={messages} />
    </div>
  );
}
