import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerColumn, Answerer, AnswerUnit } from '#shared/contract/generation.ts';
import { NO_EXAMPLES } from '#shared/contract/generation.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Choices, SelectField, TextField } from '../../ui/field.tsx';
import { formatAmount, formatCount } from '../../ui/format.ts';
import { ErrorNotice, LoadingState, Notice } from '../../ui/notice.tsx';
import { comparisonQueries } from '../comparison/queries.ts';
import { changeResults } from '../evaluation/results-state.ts';
import { providerQueries } from '../providers/queries.ts';
import { showMode } from '../workbench/mode.ts';
import './batch.css';

const START = ['bm25-last', 'dense', 'dfa-paper', 'context', 'context-ranker', 'random'];

/** A whole number within bounds, or null. */
function wholeIn(text: string, least: number, most: number): number | null {
  const value = Number(text);
  return text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most ? value : null;
}

/** A held-out sample by some columns: what to ask, what it may cost, and the way to its page. */
export function BatchDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useApi();
  const methods = useQuery(comparisonQueries(client).methods);
  const providers = useQuery(providerQueries(client).list);
  const [chosen, setChosen] = useState<readonly string[]>(START);
  const [answerer, setAnswerer] = useState('consensus');
  const [model, setModel] = useState('');
  const [unit, setUnit] = useState<AnswerUnit>('next-turn');
  const [sample, setSample] = useState('200');
  const [examples, setExamples] = useState('5');
  const [seed, setSeed] = useState('1');
  const [budget, setBudget] = useState('');
  const provider = providers.data?.providers.find(({ id }) => answerer === `model ${id}`) ?? null;
  const named = model || provider?.chatModel || '';
  const numbers = {
    sample: wholeIn(sample, 1, 10_000),
    examples: wholeIn(examples, 1, 50),
    seed: wholeIn(seed, 0, 2 ** 31 - 1),
  };
  const budgetUsd = budget.trim() === '' ? null : Number(budget);
  const by: Answerer =
    provider === null
      ? { kind: answerer === 'first' ? 'first' : 'consensus' }
      : { kind: 'model', provider: provider.id, model: named, temperature: 0, seed: 1, maxOutputTokens: 512 };
  const columns: AnswerColumn[] = chosen
    .filter((method) => method !== NO_EXAMPLES || provider !== null)
    .map((method) => ({ method, answerer: by }));
  const ready =
    columns.length > 0 &&
    numbers.sample !== null &&
    numbers.examples !== null &&
    numbers.seed !== null &&
    (provider === null || named !== '') &&
    (budgetUsd === null || budgetUsd > 0);
  const settings = {
    columns,
    answering: { unit, examples: numbers.examples ?? 5, seed: numbers.seed ?? 1 },
    sample: numbers.sample ?? 1,
    seed: numbers.seed ?? 1,
    budgetUsd: provider === null ? null : budgetUsd,
  };
  const key = JSON.stringify(settings);
  const estimate = useMutation({
    mutationFn: async () => ({ key, found: await client.batch.estimate(settings) }),
  });
  const start = useMutation({
    mutationFn: () => client.batch.start(settings),
    onSuccess: ({ run }) => {
      changeResults({ batch: run });
      showMode('results');
      onClose();
    },
  });
  const found = estimate.data?.key === key ? estimate.data.found : null;
  const bad = (value: number | null, most: string) =>
    value === null ? `A whole number ${most}.` : undefined;
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);

  return (
    <Dialog
      title="New batch run"
      width="wide"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={!ready || estimate.isPending} onClick={() => estimate.mutate()}>
            Estimate
          </Button>
          <Button kind="primary" disabled={!ready || start.isPending} onClick={() => start.mutate()}>
            Start
          </Button>
        </>
      }
    >
      <div className="batch-form">
        <div className="batch-fields">
          <SelectField
            label="Ask about"
            value={unit}
            options={[
              { value: 'next-turn', label: 'Next turns' },
              { value: 'whole-dialogue', label: 'Whole dialogues' },
            ]}
            onChange={(event) =>
              setUnit(event.target.value === 'whole-dialogue' ? 'whole-dialogue' : 'next-turn')
            }
          />
          <div className="batch-pair">
            <TextField
              label={unit === 'next-turn' ? 'Turns' : 'Dialogues'}
              hint="Drawn from the held out"
              inputMode="numeric"
              value={sample}
              error={bad(numbers.sample, 'from 1 to 10,000')}
              onChange={(event) => setSample(event.target.value)}
            />
            <TextField
              label="Seed"
              inputMode="numeric"
              value={seed}
              error={bad(numbers.seed, 'from 0')}
              onChange={(event) => setSeed(event.target.value)}
            />
          </div>
          <TextField
            label="Examples a column"
            inputMode="numeric"
            value={examples}
            error={bad(numbers.examples, 'from 1 to 50')}
            onChange={(event) => setExamples(event.target.value)}
          />
          <SelectField
            label="Answered by"
            value={answerer}
            options={[
              { value: 'consensus', label: 'What the examples agree on (no model)' },
              { value: 'first', label: 'The first example (no model)' },
              ...(providers.data?.providers ?? []).map(({ id, name }) => ({
                value: `model ${id}`,
                label: `A model of ${name}`,
              })),
            ]}
            onChange={(event) => setAnswerer(event.target.value)}
          />
          {provider && (
            <div className="batch-pair">
              <TextField
                label="Model"
                value={model}
                placeholder={provider.chatModel ?? ''}
                onChange={(event) => setModel(event.target.value)}
              />
              <TextField
                label="Budget, $"
                hint="Pauses there"
                placeholder="no limit"
                inputMode="decimal"
                value={budget}
                onChange={(event) => setBudget(event.target.value)}
              />
            </div>
          )}
        </div>
        <Choices legend="Columns">
          {methods.isPending && <LoadingState />}
          {provider && (
            <Choice
              label="No examples"
              checked={chosen.includes(NO_EXAMPLES)}
              onChange={() => toggle(NO_EXAMPLES)}
            />
          )}
          {(methods.data ?? []).map((method) => (
            <Choice
              key={method.name}
              label={method.title}
              checked={chosen.includes(method.name)}
              onChange={() => toggle(method.name)}
            />
          ))}
        </Choices>
      </div>
      {estimate.isPending && <LoadingState label="Making up requests…" />}
      {estimate.isError && <ErrorNotice error={estimate.error} />}
      {found && (
        <Notice kind="info">
          {formatAmount(found.rows, 'answer')}:{' '}
          {formatAmount(found.items, unit === 'next-turn' ? 'turn' : 'dialogue')} of{' '}
          {formatCount(found.heldOut)} held out, by {formatAmount(columns.length, 'column')}.{' '}
          {found.models.length === 0
            ? 'No model is asked; it costs nothing.'
            : `${formatCount(found.models.reduce((sum, one) => sum + one.requests, 0))} requests, about ${formatCount(found.models.reduce((sum, one) => sum + one.tokens.likely, 0))} tokens; ${found.costUsd === null ? 'the cost is not known.' : `about $${found.costUsd.likely.toFixed(4)}, at most $${found.costUsd.most.toFixed(4)}.`}`}
        </Notice>
      )}
      {start.isError && <ErrorNotice error={start.error} />}
    </Dialog>
  );
}
