import { useState } from 'react';
import type { BatchRun } from '#shared/contract/batch.ts';
import type { JudgingEstimate } from '#shared/contract/judging.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { estimatedCost, runOptions } from '../batch/index.ts';
import { StartDialog, useModelRun, useWhole, wholeIn } from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';
import { JudgePrompt } from './judge-prompt.tsx';
import { keptText } from './judging-text.ts';
import { JUDGING } from './queries.ts';

interface JudgeFormProps {
  /** At least one. */
  readonly batches: readonly BatchRun[];
  readonly start: BatchRun;
  /** At least one, approved ones first. */
  readonly providers: readonly Provider[];
  readonly onClose: () => void;
}

/** Chooses the judge, the columns to compare and the limits, from a batch run and the set-up servers. */
export function JudgeForm({ batches, start: first, providers, onClose }: JudgeFormProps) {
  const { client } = useApi();
  const [run, setRun] = useState(first.run);
  const form = useModelRun(providers, { label: 'Judge model' });
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
          judge: form.model,
          compare:
            baseline === 'every'
              ? { kind: 'every' as const }
              : { kind: 'baseline' as const, baseline: baseline === 'own' ? null : baseline },
          sample: items,
          seed,
          ...form.settings,
        };
  const unit = chosen.settings.answering.unit === 'next-turn' ? 'Turns' : 'Dialogues';

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
        The model sees the true dialogue and two answers, without method names, in both orders. If the two
        orders disagree, the pair is a tie.
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
            ...(hasBare ? [{ value: 'own', label: 'Each against its model without examples' }] : []),
            ...chosen.columns.map((column) => ({ value: column.key, label: `Each against ${column.title}` })),
            { value: 'every', label: 'All pairs' },
          ]}
          onChange={setAgainst}
        />
        {form.modelFields}
      </div>
      <div className="judge-limits">
        <TextField
          label={unit}
          hint="From the run's sample"
          placeholder="all"
          inputMode="numeric"
          value={sample}
          error={sample.trim() !== '' && items === null ? 'From 1 to 10,000, or empty for all.' : null}
          onChange={({ target }) => setSample(target.value)}
        />
        <TextField label="Seed" {...seedField} />
        {form.limitFields}
      </div>
      {form.choice}
    </StartDialog>
  );
}

function Estimated({ found, host }: { readonly found: JudgingEstimate; readonly host: string }) {
  const { counts, requests, tokens, costUsd, pairs } = found;
  return (
    <Notice kind="info">
      {formatAmount(counts.open, 'pair')} of answers from {formatAmount(pairs.length, 'pair')} of columns
      {found.check > 0 && `, and ${formatAmount(found.check, 'known pair')} to check the judge first`}. Each
      pair is sent twice: {formatAmount(requests, 'request')} to {host}, about {formatCount(tokens.likely)}{' '}
      tokens, at most {formatCount(tokens.most)}; {estimatedCost(costUsd)}.
      {counts.same > 0 && ` ${formatAmount(counts.same, 'pair')} are identical and need no judge.`}
      {counts.unanswered > 0 && ` ${formatAmount(counts.unanswered, 'pair')} lack an answer.`}
      {found.kept > 0 && ` ${keptText(found)}`}
    </Notice>
  );
}
