import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BatchEstimate } from '#shared/contract/batch.ts';
import type { AnswerUnit } from '#shared/contract/generation.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { defineCommands } from '../../commands/commands.ts';
import { RunField } from '../../project/tags/tag-finder.tsx';
import { useShown } from '../../project/use-shown.ts';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { LoadingState, Notice } from '../../ui/state/notice.tsx';
import {
  ColumnChooser,
  type ColumnList,
  columnsOf,
  columnsProblem,
  comparisonQueries,
  isReady,
  MOST_COLUMNS,
  usableLayout,
} from '../columns/index.ts';
import { useCompare } from '../comparison/index.ts';
import { LimitFields, limitsOf, START_LIMITS, StartDialog, useWhole } from '../lasting-runs/index.ts';
import { useElsewhere } from '../prompt-files/index.ts';
import { providerQueries } from '../providers/index.ts';
import { showResult } from '../results/index.ts';
import { estimatedCost } from './figures.ts';
import './batch.css';

/** The name of batch runs in the list of results. */
export const BATCH = 'batch';

export const batchCommands = defineCommands(
  'batch',
  { group: 'Comparison' },
  {
    run: { title: 'New batch run…' },
  },
);

export function BatchDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const methods = useQuery(comparisonQueries(client).methods);
  const agents = useQuery(comparisonQueries(client).agents).data?.map(({ agent }) => agent);
  const compare = useCompare();
  const [chosen, setChosen] = useState<ColumnList | null>(null);
  const [unit, setUnit] = useState<AnswerUnit>('next-turn');
  const [sample, sampleField] = useWhole(200, 1, 10_000);
  const [examples, examplesField] = useWhole(compare.answering.examples, 1, 50);
  const [seed, seedField] = useWhole(1, 0, 2 ** 31 - 1);
  const shown = useShown().run?.id ?? null;
  const [chosenRun, setRun] = useState<RunId | null>(null);
  const run = chosenRun ?? shown;
  const [limits, setLimits] = useState(START_LIMITS);
  const providers = useQuery(providerQueries(client).list).data?.providers ?? [];
  // Starts with the columns of the comparison.
  const names = (methods.data ?? []).map(({ name }) => name);
  const columns = chosen ?? columnsOf(usableLayout(compare.columns, names, agents));
  const asksModel = columns.some(modelOf);
  const agreed = columns.every((column) => {
    const model = modelOf(column);
    return model === null || !providers.some((one) => one.id === model.provider && !isReady(one));
  });
  const { choice, elsewhere } = useElsewhere(agreed);
  const within = limitsOf(asksModel ? limits : START_LIMITS);
  const problem = methods.data ? columnsProblem(columns, 1) : null;
  const { context, masking, exampleShape } = compare.answering;
  const settings =
    methods.data &&
    problem === null &&
    within !== null &&
    sample !== null &&
    examples !== null &&
    seed !== null
      ? {
          run,
          columns: [...columns],
          answering: { unit, examples, seed, context, masking, exampleShape },
          sample,
          seed,
          ...within,
          ...(asksModel ? elsewhere : {}),
        }
      : null;

  return (
    <StartDialog
      title="New batch run"
      settings={settings}
      estimate={(asked) => client.batch.estimate(asked)}
      estimated={(found) => <Estimated found={found} unit={unit} columns={columns.length} />}
      start={(asked) => client.batch.start(asked)}
      onStarted={(run) => showResult(BATCH, run)}
      onClose={onClose}
    >
      <div className="run-fields">
        <SelectField
          label="Answer"
          value={unit}
          options={[
            { value: 'next-turn', label: 'Single turns' },
            { value: 'whole-dialogue', label: 'Whole dialogues' },
          ]}
          onChange={setUnit}
        />
        <TextField
          label={unit === 'next-turn' ? 'Turns' : 'Dialogues'}
          hint="Sampled from the test dialogues"
          {...sampleField}
        />
        <TextField label="Examples per column" {...examplesField} />
        <TextField label="Seed" {...seedField} />
        {asksModel && <LimitFields form={limits} onChange={setLimits} />}
      </div>
      <RunField finds label="Tags for the automata" run={run} onChange={setRun} />
      <section className="stack-2" aria-label="Columns">
        <h3>Columns</h3>
        {methods.data ? (
          <ColumnChooser columns={columns} onChange={setChosen} most={MOST_COLUMNS} setUp={false} anyServer />
        ) : (
          <LoadingState />
        )}
      </section>
      {asksModel && choice}
      {problem && <Notice kind="warning">{problem}</Notice>}
    </StartDialog>
  );
}

interface EstimatedProps {
  readonly found: BatchEstimate;
  readonly unit: AnswerUnit;
  readonly columns: number;
}

function Estimated({ found, unit, columns }: EstimatedProps) {
  const { items, heldOut, rows, models, costUsd } = found;
  return (
    <Notice kind="info">
      {formatAmount(rows, 'answer')}: {formatAmount(items, unit === 'next-turn' ? 'turn' : 'dialogue')} of{' '}
      {formatCount(heldOut)} kept for testing, answered by {formatAmount(columns, 'column')}.{' '}
      {models.length === 0 ? 'No model is used, so this costs nothing.' : `Total: ${estimatedCost(costUsd)}.`}
      {models.length > 0 && (
        <ul className="batch-estimates">
          {models.map((model) => (
            <li key={model.key}>
              {model.title}: {formatAmount(model.requests, 'request')}, about{' '}
              {formatCount(model.tokens.likely)} tokens, {estimatedCost(model.costUsd)}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
