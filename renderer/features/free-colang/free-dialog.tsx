import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FreePrompt } from '#shared/contract/free-colang.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Choice, TextField } from '../../ui/inputs/field.tsx';
import { Notice, Unanswered } from '../../ui/state/notice.tsx';
import { estimatedCost } from '../batch/index.ts';
import { PromptEditor } from '../comparison/index.ts';
import { StartDialog, useModelRun, useWhole, WithServers } from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';
import { FREE_COLANG } from './commands.ts';
import { freeQueries } from './queries.ts';
import './free-colang.css';

const TITLE = 'Write Colang by a model';

const PROMPT_TITLES: Readonly<Record<FreePrompt, string>> = {
  'colang-write': 'Prompt for writing',
  'colang-refine-conditions': 'Instruction 1: conditions of nodes and edges',
  'colang-refine-resets': 'Instruction 2: what a changed slot resets',
  'colang-refine-requests': 'Instruction 3: when slots are asked for',
};

/** A model that writes Colang for a flow: which, how often, gone through or not, and what it may cost. */
export function FreeDialog({ flow, onClose }: { readonly flow: string; readonly onClose: () => void }) {
  return (
    <WithServers title={TITLE} onClose={onClose}>
      {(providers) => <FreeForm flow={flow} providers={providers} onClose={onClose} />}
    </WithServers>
  );
}

function FreeForm({
  flow,
  providers,
  onClose,
}: {
  readonly flow: string;
  /** At least one. */
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const form = useModelRun(providers);
  const [trials, trialsField] = useWhole(1, 1, 20);
  const [refine, setRefine] = useState(true);
  const [all, setAll] = useState(false);
  const settings =
    trials && form.settings
      ? { flows: all ? null : [flow], writer: form.model, trials, refine, ...form.settings }
      : null;
  return (
    <StartDialog
      title={TITLE}
      settings={settings}
      estimate={(chosen) => client.freeColang.estimate(chosen)}
      estimated={(found) => (
        <Notice kind="info">
          {formatAmount(found.programs, 'program')}: {formatCount(found.requests.least)} to{' '}
          {formatAmount(found.requests.most, 'request')}, about {formatCount(found.tokens.likely)} tokens, at
          most {formatCount(found.tokens.most)}; {estimatedCost(found.costUsd)}.
        </Notice>
      )}
      start={(chosen) => client.freeColang.start(chosen)}
      onStarted={(run) => showResult(FREE_COLANG, run, true)}
      onClose={onClose}
      after={<FreePrompts />}
    >
      <p className="quiet">
        The model gets the flow and the parts of the language that it needs. A program that does not parse is
        asked for again with its errors, at most twice. Nothing is kept beside the flow until you choose it.
      </p>
      <div className="run-fields">
        {form.modelFields}
        <TextField label="Programs of each flow" hint="To count how often they parse" {...trialsField} />
        {form.limitFields}
      </div>
      {form.choice}
      <Choice
        label="Go through each program by the three instructions"
        checked={refine}
        onChange={() => setRefine(!refine)}
      />
      <Choice
        label="For all flows of the project, not this one alone"
        checked={all}
        onChange={() => setAll(!all)}
      />
    </StartDialog>
  );
}

/** What the model is told, to be read and changed. */
function FreePrompts() {
  const { client } = useApi();
  const prompts = useQuery(freeQueries(client).prompts);
  if (prompts.isError || !prompts.data) return <Unanswered of={prompts} />;
  return (
    <div className="stack-2">
      {prompts.data.map((prompt) => (
        <PromptEditor
          key={`${prompt.name} ${prompt.version}`}
          title={PROMPT_TITLES[prompt.name]}
          hint={
            prompt.name === 'colang-write'
              ? 'What the model is told. The flow follows it as data.'
              : 'What the model is told then. The flow and the program stand before it as data.'
          }
          prompt={prompt}
          onSave={(text) => client.freeColang.savePrompt({ name: prompt.name, text })}
          onReset={() => client.freeColang.resetPrompt({ name: prompt.name })}
        />
      ))}
    </div>
  );
}
