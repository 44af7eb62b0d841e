import { useState } from 'react';
import { LEAST_ACCURACY } from '#shared/algorithms/judging/known-pairs.ts';
import type { BatchRun } from '#shared/contract/batch.ts';
import { type JudgingEstimate, judgingSettingsSchema } from '#shared/contract/judging.ts';
import type { Provider } from '#shared/contract/providers.ts';
import { formatAmount, formatCount, percentText } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { useFields } from '../../ui/inputs/schema-fields.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { estimatedCost, runOptions } from '../batch/index.ts';
import { StartDialog, useModelRun } from '../lasting-runs/index.ts';
import { showResult } from '../results/index.ts';
import { JudgePrompt } from './judge-prompt.tsx';
import { keptText } from './judging-text.ts';
import { JUDGING } from './queries.ts';

const OWN = judgingSettingsSchema.pick({ sample: true, seed: true });

interface JudgeFormProps {
  readonly batches: readonly BatchRun[];
  readonly start: BatchRun;
  readonly providers: readonly Provider[];
}

export function JudgeForm({ batches, start: first, providers }: JudgeFormProps) {
  const [run, setRun] = useState(first.run);
  const form = useModelRun(providers, { label: 'Judge model' });
  const { values, control } = useFields(OWN);
  const [against, setAgainst] = useState('own');
  const chosen = batches.find((one) => one.run === run) ?? first;
  const hasBare = chosen.columns.some(({ column }) => column.method === 'none');
  const baseline = against === 'own' && !hasBare ? chosen.columns[0]!.key : against;
  const settings =
    values === null || form.settings === null
      ? null
      : {
          batch: chosen.run,
          judge: form.model,
          compare:
            baseline === 'every'
              ? { kind: 'every' as const }
              : { kind: 'baseline' as const, baseline: baseline === 'own' ? null : baseline },
          sample: values.sample,
          seed: values.seed,
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
      after={<JudgePrompt settings={settings} />}
    >
      <p className="quiet">
        The model sees the true dialogue and two answers, but not which methods they come from. It judges each
        pair in both orders. If the results differ, the average of their probabilities counts. Where the
        server gives none, the pair is a tie. First, the model is tested on pairs whose better answer is
        known. The model is used only if it is right in at least {percentText(LEAST_ACCURACY)} of these pairs.
      </p>
      <div className="halves one-if-narrow gap-3">
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
            ...(hasBare
              ? [{ value: 'own', label: 'Each column against the same model without examples' }]
              : []),
            ...chosen.columns.map((column) => ({
              value: column.key,
              label: `Each column against ${column.title}`,
            })),
            { value: 'every', label: 'All pairs' },
          ]}
          onChange={setAgainst}
        />
        {form.modelFields}
      </div>
      <div className="judge-limits one-if-narrow gap-3 grid">
        {control('sample', { label: unit })}
        {control('seed')}
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
      {found.check > 0 &&
        `, plus ${formatAmount(found.check, 'pair')} whose better answer is known, to test the judge first`}
      . Each pair is sent twice: {formatAmount(requests, 'request')} to {host}, about{' '}
      {formatCount(tokens.likely)} tokens, at most {formatCount(tokens.most)}; {estimatedCost(costUsd)}.
      {counts.same > 0 && ` Not judged: ${formatAmount(counts.same, 'pair')} with identical answers.`}
      {counts.unanswered > 0 && ` Without an answer: ${formatAmount(counts.unanswered, 'pair')}.`}
      {found.kept > 0 && ` ${keptText(found)}`}
    </Notice>
  );
}
