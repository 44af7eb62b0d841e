import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type BatchEstimate, batchSettingsSchema } from '#shared/contract/batch.ts';
import { type AnswerUnit, answerSettingsSchema } from '#shared/contract/generation.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { defineCommands } from '../../commands/commands.ts';
import { RunField } from '../../project/tags/tag-finder.tsx';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { LoadingState, Notice } from '../../ui/state/notice.tsx';
import {
  ColumnChooser,
  type ColumnList,
  columnsOf,
  columnsProblem,
  comparisonQueries,
  MOST_COLUMNS,
} from '../columns/index.ts';
import { useCompare, useUsableLayout } from '../comparison/index.ts';
import { NO_LIMITS, StartDialog, useLimits } from '../lasting-runs/index.ts';
import { useElsewhere } from '../prompt-files/index.ts';
import { isReady, providerQueries } from '../providers/index.ts';
import { showResult } from '../results/index.ts';
import { estimatedCost } from './figures.ts';
import './batch.css';

export const BATCH = 'batch';

export const batchCommands = defineCommands(
  'batch',
  { group: 'Comparison' },
  {
    run: { title: 'New batch run…' },
  },
);

const NUMBERS = batchSettingsSchema
  .pick({ sample: true })
  .extend(answerSettingsSchema.pick({ examples: true, seed: true }).shape);

export function BatchDialog() {
  const methods = useQuery(comparisonQueries.methods);
  const { answering } = useCompare();
  const layout = useUsableLayout();
  const [chosen, setChosen] = useState<ColumnList | null>(null);
  const [unit, setUnit] = useState<AnswerUnit>('next-turn');
  const { values, control } = useFields(NUMBERS, { sample: 200, examples: answering.examples });
  const shown = useShownAutomaton().run?.id ?? null;
  const [chosenRun, setRun] = useState<RunId | null>(null);
  const run = chosenRun ?? shown;
  const { limits, limitFields } = useLimits();
  const providers = useQuery(providerQueries.list).data?.providers ?? [];
  const columns = chosen ?? columnsOf(layout);
  const asksModel = columns.some(modelOf);
  const agreed = columns.every((column) => {
    const model = modelOf(column);
    return model === null || !providers.some((one) => one.id === model.provider && !isReady(one));
  });
  const { choice, elsewhere } = useElsewhere(agreed);
  const within = asksModel ? limits : NO_LIMITS;
  const problem = methods.data ? columnsProblem(columns, 1) : null;
  const { context, masking, exampleShape } = answering;
  const settings =
    methods.data && problem === null && within !== null && values !== null
      ? {
          run,
          columns: [...columns],
          answering: { unit, examples: values.examples, seed: values.seed, context, masking, exampleShape },
          sample: values.sample,
          seed: values.seed,
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
    >
      <div className="run-fields gap-3 grid">
        <SelectField
          label="Answer"
          value={unit}
          options={[
            { value: 'next-turn', label: 'Single turns' },
            { value: 'whole-dialogue', label: 'Whole dialogues' },
          ]}
          onChange={setUnit}
        />
        {control('sample', unit === 'next-turn' ? {} : { label: 'Dialogues' })}
        {control('examples')}
        {control('seed')}
        {asksModel && limitFields}
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
      {formatAmount(rows, 'answer')}: {formatAmount(columns, 'column')} on {formatCount(items)} of the{' '}
      {formatAmount(heldOut, unit === 'next-turn' ? 'test turn' : 'test dialogue')}.{' '}
      {models.length === 0 ? 'No model is used, so this costs nothing.' : `Total: ${estimatedCost(costUsd)}.`}
      {models.length > 0 && (
        <ul className="batch-estimates above-1">
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
