import { useQuery } from '@tanstack/react-query';
import type { JudgingRun } from '#shared/contract/judging.ts';
import type { Project } from '#shared/contract/projects.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { BATCH } from '../batch/index.ts';
import { ExportMenu, LastingRunRow, RunPage, SpentFacts } from '../lasting-runs/index.ts';
import { runKind, showResult } from '../results/index.ts';
import { JudgedPairs } from './judged-pairs.tsx';
import { JudgingFigures } from './judging-figures.tsx';
import { checkText } from './judging-text.ts';
import { JUDGING, judgingCommands, judgingQueries, RATES } from './queries.ts';
import { WinRates } from './win-rates.tsx';
import './judging.css';

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
