import { useState } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import type { JudgingEstimate } from '#shared/contract/judging.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { Choice, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { estimatedCost, runOptions } from '../batch/index.ts';
import { StartDialog, useModelRun, useWhole, wholeIn } from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';
import { JUDGING } from './commands.ts';
import { JudgePrompt } from './judge-prompt.tsx';
import { keptText } from './judging-text.ts';

/** Who judges, what is compared, and what it may cost; from a batch run and the servers that may be asked. */
export function JudgeForm({
  batches,
  start: first,
  providers,
  onClose,
}: {
  /** At least one. */
  readonly batches: readonly BatchRun[];
  readonly start: BatchRun;
  /** At least one, those agreed to first. */
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const [run, setRun] = useState(first.run);
  const form = useModelRun(providers, { label: 'Judge model', concurrency: '4' });
  const [structured, setStructured] = useState(false);
  const [against, setAgainst] = useState('own');
  const [sample, setSample] = useState('');
  const [seed, seedField] = useWhole(1, 0, 2 ** 31 - 1);
  const chosen = batches.find((one) => one.run === run) ?? first;
  const items = sample.trim() === '' ? null : wholeIn(sample, 1, 10_000);
  const hasBare = chosen.columns.some(({ column }) => column.method === 'none');
  const baseline = against === 'own' && !hasBare ? chosen.columns[0]!.key : against;
  const settings =
    seed === null || form.settings === null || (sample.trim() !== '' && items === null)
      ? null
      : {
          batch: chosen.run,
          judge: { ...form.model, structured },
          compare:
            baseline === 'every'
              ? { kind: 'every' as const }
              : { kind: 'baseline' as const, baseline: baseline === 'own' ? null : baseline },
          sample: items,
          seed,
          ...form.settings,
        };
  const unit = chosen.settings.answering.unit === 'next-turn' ? 'Rounds' : 'Dialogues';

  return (
    <StartDialog
      title="Judge answers"
      settings={settings}
      estimate={(asked) => client.judging.estimate(asked)}
      estimated={(found) => <Estimated found={found} host={form.host} />}
      start={(asked) => client.judging.start(asked)}
      onStarted={(judging) => showResult(JUDGING, judging, true)}
      onClose={onClose}
      after={<JudgePrompt settings={settings} />}
    >
      <p className="quiet">
        The model sees the true dialogue and two answers without the names of their methods, in both orders.
        What the orders do not agree on is a tie.
      </p>
      <div className="judge-fields">
        <SelectField
          label="Batch run"
          value={chosen.run}
          options={runOptions(batches)}
          onChange={(run) => {
            setRun(run);
            setAgainst('own');
          }}
        />
        <SelectField
          label="Compare"
          value={baseline}
          options={[
            ...(hasBare ? [{ value: 'own', label: 'Each with its model without examples' }] : []),
            ...chosen.columns.map((column) => ({ value: column.key, label: `Each with ${column.title}` })),
            { value: 'every', label: 'Every two columns' },
          ]}
          onChange={setAgainst}
        />
        {form.modelFields}
      </div>
      <div className="judge-limits">
        <TextField
          label={unit}
          hint="Of the run's sample"
          placeholder="all"
          inputMode="numeric"
          value={sample}
          error={sample.trim() !== '' && items === null ? 'From 1 to 10,000, or nothing for all.' : null}
          onChange={({ target }) => setSample(target.value)}
        />
        <TextField label="Seed" {...seedField} />
        {form.limitFields}
      </div>
      <Choice
        label="Hold verdicts to a JSON schema"
        hint="Not every server can; without it a verdict is read as strictly, and asked for once more where it does not fit."
        checked={structured}
        onChange={({ target }) => setStructured(target.checked)}
      />
      {form.choice}
    </StartDialog>
  );
}

function Estimated({ found, host }: { readonly found: JudgingEstimate; readonly host: string }) {
  const { counts, requests, tokens, costUsd, pairs } = found;
  return (
    <Notice kind="info">
      {formatAmount(counts.open, 'pair')} of answers by {formatAmount(pairs.length, 'pair')} of columns to ask
      about, twice each: {formatAmount(requests, 'request')} to {host}, about {formatCount(tokens.likely)}{' '}
      tokens, at most {formatCount(tokens.most)}; {estimatedCost(costUsd)}.
      {counts.same > 0 && ` ${formatAmount(counts.same, 'pair')} say the same and need no judge.`}
      {counts.unanswered > 0 && ` Of ${formatAmount(counts.unanswered, 'pair')} an answer is missing.`}
      {found.kept > 0 && ` ${keptText(found)}`}
    </Notice>
  );
}
