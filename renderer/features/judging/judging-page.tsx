import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JudgedPair, JudgingRun, PairFilter } from '#shared/contract/judging.ts';
import type { Project } from '#shared/contract/projects.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { client } from '../../client/api.ts';
import { pageOf } from '../../client/queries.ts';
import { usePagedRows } from '../../client/use-paged-rows.ts';
import { SelectField } from '../../ui/inputs/field.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { BATCH } from '../batch/index.ts';
import {
  AskedCell,
  ExportMenu,
  LastingRunRow,
  PagedSheet,
  RunPage,
  SpentFacts,
} from '../lasting-runs/index.ts';
import { runKind, showResult } from '../results/index.ts';
import { JudgedPairDetails } from './judged-pair.tsx';
import { JudgingFigures } from './judging-figures.tsx';
import { checkText, outcomeText, PAIR_FILTERS, verdictText } from './judging-text.ts';
import { JUDGING, judgingCommands, judgingQueries, RATES } from './queries.ts';
import { WinRates } from './win-rates.tsx';

const COLUMNS = [
  { title: 'Previous turn', width: 200 },
  { title: 'True answer', width: 200, grows: true },
  { title: 'Baseline', width: 220, grows: true },
  { title: 'Column', width: 220, grows: true },
  { title: 'Verdict', width: 280, grows: true },
];
const ROW_HEIGHT = 104;

function JudgedPairs({ run }: { readonly run: JudgingRun }) {
  const [filter, setFilter] = useState<PairFilter>('all');
  const [pair, setPair] = useState<number | null>(null);
  const pairs = usePagedRows((page) => judgingQueries.pairs({ run: run.run, pair, filter, ...pageOf(page) }));
  return (
    <div className="stack-2 grow shrink shrink-down">
      <div className="row-2 wrap sheet-bar">
        <SelectField
          label="Columns"
          className="row-1 sheet-choice"
          value={pair}
          options={[
            { value: null, label: 'All pairs' },
            ...run.pairs.map((one) => ({
              value: one.pair,
              label: `${one.column.title} against ${one.baseline.title}`,
            })),
          ]}
          onChange={setPair}
        />
        <SelectField
          label="Verdicts"
          className="row-1 sheet-choice"
          value={filter}
          options={PAIR_FILTERS}
          onChange={setFilter}
        />
        <span className="quiet small to-end" aria-live="polite">
          {pairs.rows && formatAmount(pairs.rows.total, 'pair')}
        </span>
      </div>
      <PagedSheet
        of={pairs}
        label="Judged pairs"
        listLabel="Judged pairs"
        columns={COLUMNS}
        heads={COLUMNS.map(({ title }, at) => (
          <div key={title} className={`sheet-cell ${at === 0 ? 'sheet-fixed' : ''}`}>
            <span className="bold breaks sheet-title">{title}</span>
          </div>
        ))}
        rowHeight={ROW_HEIGHT}
        keyOf={(one) => `${one.item} ${one.pair}`}
        empty="No pairs match."
        onOpen={(one) => one && openDialog(JudgedPairDetails, { run, pair: one })}
      >
        {(one) => <PairCells run={run} pair={one} />}
      </PagedSheet>
    </div>
  );
}

function PairCells({ run, pair }: { readonly run: JudgingRun; readonly pair: JudgedPair }) {
  const { baseline, column } = required(run.pairs[pair.pair], `pair ${pair.pair}`);
  const said = (side: 'truth' | 'baseline' | 'column') =>
    pair.turns.map((turn) => turn[side] ?? '–').join('\n');
  return (
    <>
      <AskedCell of={pair} />
      <div className="sheet-cell">
        <p className="sheet-text sheet-text-long">{said('truth')}</p>
      </div>
      <div className="sheet-cell">
        <p className="sheet-text">{said('baseline')}</p>
        <span className="quiet small clip">{baseline.title}</span>
      </div>
      <div className="sheet-cell">
        <p className="sheet-text">{said('column')}</p>
        <span className="quiet small clip">{column.title}</span>
      </div>
      <div className="sheet-cell">
        <span className={`bold judge-${pair.state === 'judged' ? pair.outcome : pair.state}`}>
          {outcomeText(pair)}
        </span>
        {pair.judgements.map((judgement) => (
          <p key={String(judgement.baselineFirst)} className="small sheet-text">
            <span className="quiet">order {judgement.baselineFirst ? 1 : 2},</span>{' '}
            {verdictText(judgement, 'baseline', 'column')}:{' '}
            {judgement.reason ?? judgement.problem ?? 'no reason given'}
          </p>
        ))}
      </div>
    </>
  );
}

const VIEWS = [
  { value: 'figures', label: 'Figures' },
  { value: 'pairs', label: 'Pair by pair' },
] as const;

function JudgingRunPage({ run, project }: { readonly run: JudgingRun; readonly project: Project }) {
  const { settings, counts } = run;
  return (
    <RunPage
      of={run}
      kind="Judging run"
      actions={
        <ExportMenu
          name={`${project.name} judging ${run.number}`}
          formats={['csv', 'jsonl']}
          write={(to, target) => client.judging.export({ run: run.run, to, ...target })}
        />
      }
      facts={
        <>
          <li title={settings.judge.model}>judge: {modelName(settings.judge.model)}</li>
          {run.check?.passed && (
            <li title="Before it starts, the judge is tested on pairs whose better answer is known: the true reply and another reply">
              {checkText(run.check)}
            </li>
          )}
          <li>
            <button type="button" className="link" onClick={() => showResult(BATCH, settings.batch)}>
              batch run {run.batchNumber}
            </button>
          </li>
          <li>
            {formatAmount(run.items, run.unit === 'next-turn' ? 'turn' : 'dialogue')} by{' '}
            {formatAmount(run.pairs.length, 'pair')} of columns
          </li>
          <li>seed {settings.seed}</li>
          <li>prompt {settings.promptVersion}</li>
          <SpentFacts of={run} />
        </>
      }
      soFar={`${formatCount(run.pairsInAll - counts.open)} of ${formatCount(run.pairsInAll)} pairs`}
      there="are done"
      limits={settings}
      onGoOn={(limits) => client.judging.goOn({ run: run.run, limits })}
      views={VIEWS}
    >
      {(view) => (view === 'figures' ? <JudgingFigures run={run} /> : <JudgedPairs run={run} />)}
    </RunPage>
  );
}

export const judgingResults = runKind({
  name: JUDGING,
  title: 'Judgments',
  useRuns: () => useQuery(judgingQueries.runs),
  idOf: ({ run }) => run,
  row: (of) => {
    const { batchNumber, settings, pairs, pairsInAll, counts } = of.run;
    return (
      <LastingRunRow
        {...of}
        over
        soFar={`${formatCount(pairsInAll - counts.open)} of ${formatCount(pairsInAll)}`}
      >
        batch run {batchNumber}, judged by {modelName(settings.judge.model)}
        <br />
        {formatAmount(pairs.length, 'pair')} of columns, {formatAmount(pairsInAll, 'pair')} of answers
      </LastingRunRow>
    );
  },
  page: JudgingRunPage,
  starts: judgingCommands.run,
  combined: {
    id: RATES,
    name: 'Win rates',
    about: 'for each corpus, compared with “no examples”',
    page: WinRates,
  },
});
