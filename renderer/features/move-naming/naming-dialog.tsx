import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DialogramClient } from '#shared/contract/contract.ts';
import {
  moveNamingSettingsSchema,
  NAMING_PROMPTS,
  type NamingEstimate,
} from '#shared/contract/move-naming.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { estimatedCost } from '../batch/index.ts';
import {
  KeptPrompts,
  Messages,
  type ModelFormProps,
  RequestPreview,
  StartDialog,
  useModelRun,
  withServers,
} from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';

export const NAMING = 'move-naming';

export const moveNamingCommands = defineCommands(
  'move-naming',
  { group: 'Moves' },
  {
    run: { title: 'Name the moves with a model…' },
  },
);

export const topicNamingCommands = defineCommands(
  'topic-naming',
  { group: 'Topics' },
  { run: { title: 'Name the topics with a model…' } },
);

type PreviewInput = Parameters<DialogramClient['moveNaming']['preview']>[0];

const NAMES = about('namings', 'tags', 'runs');

export const namingQueries = {
  runs: question('moveNaming.runs', client.moveNaming.runs, undefined, NAMES),
  report: (run: RunId) => question('moveNaming.report', client.moveNaming.report, { run }, NAMES),
  preview: (asked: PreviewInput) =>
    freshQuestion('moveNaming.preview', client.moveNaming.preview, asked, about('prompts', 'tags')),
  prompts: freshQuestion('moveNaming.prompts', client.moveNaming.prompts, undefined, about('prompts')),
};

type Settings = PreviewInput['settings'];

interface NamingProps {
  readonly what: 'moves' | 'topics';
}

const PROMPT = {
  title: 'Prompt',
  hint: 'The instructions for the model. The names so far and the examples are added below them.',
};

function NamingPrompt({ what, settings }: NamingProps & { readonly settings: Settings | null }) {
  const prompts = useQuery({
    ...namingQueries.prompts,
    select: (all) => all.filter(({ name }) => name === NAMING_PROMPTS[what]),
  });
  return (
    <div className="stack-2">
      <KeptPrompts
        of={prompts}
        words={{ 'move-names': PROMPT, 'topic-names': PROMPT }}
        client={client.moveNaming}
      />
      <RequestPreview title="Preview of a request" settings={settings}>
        {(chosen) => <Preview settings={chosen} />}
      </RequestPreview>
    </div>
  );
}

function Preview({ settings }: { readonly settings: Settings }) {
  const [request, setRequest] = useState(0);
  const found = useQuery(namingQueries.preview({ settings, request }));
  if (!found.data) return <Unanswered of={found} />;
  const { requests, clusters, role, masked, replaced, messages } = found.data;
  return (
    <div className="stack-2 pad-top-2">
      <SelectField
        label="Request"
        value={request}
        options={Array.from({ length: requests }, (_, at) => ({
          value: at,
          label: `${at + 1} of ${requests}`,
        }))}
        onChange={setRequest}
      />
      <p className="quiet small">
        {formatAmount(clusters, settings.what === 'topics' ? 'topic' : `${ROLE_NAMES[role]} cluster`)}.{' '}
        {masked
          ? `${formatAmount(replaced, 'piece')} of personal data replaced here.`
          : 'Personal data is not replaced.'}{' '}
        Later requests also contain the names from earlier requests.
      </p>
      <Messages of={messages} />
    </div>
  );
}

const OWN = moveNamingSettingsSchema.pick({ clusters: true });
const titleOf = ({ what }: NamingProps): string => `Name the ${what} with a model`;

export const NamingDialog = withServers(titleOf, NamingForm);

function NamingForm({ what, providers }: NamingProps & ModelFormProps) {
  const form = useModelRun(providers);
  const { values, control } = useFields(OWN);
  const settings = values && form.settings ? { what, namer: form.model, ...values, ...form.settings } : null;
  return (
    <StartDialog
      title={titleOf({ what })}
      settings={settings}
      estimate={(chosen) => client.moveNaming.estimate(chosen)}
      estimated={(found) => <Estimated what={what} found={found} host={form.host} />}
      start={(chosen) => client.moveNaming.start(chosen)}
      onStarted={(run) => showResult(NAMING, run, true)}
      after={<NamingPrompt what={what} settings={settings} />}
    >
      <p className="quiet">
        {what === 'topics'
          ? 'The model sees the key words and a few openers of each topic and names it.'
          : 'The model sees up to eight typical sentences of each cluster and names it. Clusters with the same name become one move.'}{' '}
        You review the names before anything changes.
      </p>
      <div className="run-fields gap-3 grid">
        {form.modelFields}
        {what === 'moves' && control('clusters')}
        {form.limitFields}
      </div>
      {form.choice}
    </StartDialog>
  );
}

interface EstimatedProps extends NamingProps {
  readonly found: NamingEstimate;
  readonly host: string;
}

function Estimated({ what, found, host }: EstimatedProps) {
  const thing = what === 'topics' ? 'topic' : 'cluster';
  const asked = found.clusters.reduce((sum, role) => sum + role.asked, 0);
  const kept = found.clusters.reduce((sum, role) => sum + role.kept, 0);
  return (
    <Notice kind="info">
      Naming {formatAmount(asked, thing)} takes {formatAmount(found.requests, 'request')} to {host} with about{' '}
      {formatCount(found.tokens.likely)} tokens (at most {formatCount(found.tokens.most)});{' '}
      {estimatedCost(found.costUsd)}.
      {what === 'moves' && ` Tagging every dialogue would take ${formatAmount(found.dialogues, 'request')}.`}
      {kept > 0 && ` ${formatAmount(kept, `${thing} keeps`, `${thing}s keep`)} a name that a person chose.`}
      {found.kept > 0 &&
        ` ${formatAmount(found.kept, 'request is', 'requests are')} already answered and free of charge.`}
    </Notice>
  );
}
