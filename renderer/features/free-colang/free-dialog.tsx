import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type FreePrompt, freeColangSettingsSchema } from '#shared/contract/free-colang.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, freshQuestion, question } from '../../client/queries.ts';
import { Choice } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { estimatedCost } from '../batch/index.ts';
import {
  KeptPrompts,
  type ModelFormProps,
  StartDialog,
  useModelRun,
  withServers,
} from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';

export const FREE_COLANG = 'free-colang';

export const freeQueries = {
  runs: question('freeColang.runs', client.freeColang.runs, undefined, about('freeColang', 'runs')),
  report: (run: RunId) =>
    question('freeColang.report', client.freeColang.report, { run }, about('freeColang', 'runs')),
  prompts: freshQuestion('freeColang.prompts', client.freeColang.prompts, undefined, about('prompts')),
};

const OWN = freeColangSettingsSchema.pick({ trials: true, refine: true });
const TITLE = 'Write Colang with a model';

const REFINING = 'The instructions for this step. The flow and the program are added above them.';

const PROMPTS: Readonly<Record<FreePrompt, { readonly title: string; readonly hint: string }>> = {
  'colang-write': {
    title: 'Prompt for writing',
    hint: 'The instructions for the model. The flow is added below them.',
  },
  'colang-refine-conditions': { title: 'Instruction 1: conditions of nodes and edges', hint: REFINING },
  'colang-refine-resets': { title: 'Instruction 2: what to reset when a slot changes', hint: REFINING },
  'colang-refine-requests': { title: 'Instruction 3: when to ask for slots', hint: REFINING },
};

export const FreeDialog = withServers(() => TITLE, FreeForm);

function FreeForm({ flow, providers }: ModelFormProps & { readonly flow: string }) {
  const form = useModelRun(providers);
  const { values, control } = useFields(OWN);
  const [all, setAll] = useState(false);
  const settings =
    values && form.settings
      ? { flows: all ? null : [flow], writer: form.model, ...values, ...form.settings }
      : null;
  return (
    <StartDialog
      title={TITLE}
      settings={settings}
      estimate={(chosen) => client.freeColang.estimate(chosen)}
      estimated={(found) => (
        <Notice kind="info">
          {formatAmount(found.programs, 'program')}: {formatCount(found.requests.least)} to{' '}
          {formatAmount(found.requests.most, 'request')}, about {formatCount(found.tokens.likely)} tokens (at
          most {formatCount(found.tokens.most)}), {estimatedCost(found.costUsd)}.
        </Notice>
      )}
      start={(chosen) => client.freeColang.start(chosen)}
      onStarted={(run) => showResult(FREE_COLANG, run, true)}
      after={<FreePrompts />}
    >
      <p className="quiet">
        The model gets the flow and the parts of Colang that it needs. If a program has errors, the model gets
        two more tries. You choose which program to keep.
      </p>
      <div className="run-fields gap-3 grid">
        {form.modelFields}
        {control('trials')}
        {form.limitFields}
      </div>
      {form.choice}
      {control('refine')}
      <Choice label="For all flows in the project" checked={all} onChange={() => setAll(!all)} />
    </StartDialog>
  );
}

function FreePrompts() {
  const prompts = useQuery(freeQueries.prompts);
  return (
    <div className="stack-2">
      <KeptPrompts of={prompts} words={PROMPTS} client={client.freeColang} />
    </div>
  );
}
