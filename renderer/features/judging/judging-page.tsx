import { useQuery } from '@tanstack/react-query';
import type { JudgingRun } from '#shared/contract/judging.ts';
import type { Project } from '#shared/contract/projects.ts';
import { modelName } from '#shared/domain/agent.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../client/api.tsx';
import { BATCH } from '../batch/index.ts';
import { ExportMenu, LastingRunRow, RunPage, SpentFacts } from '../lasting-runs/index.ts';
import { type ResultId, RunList, RunRow, showResult } from '../results/index.ts';
import { JudgedPairs } from './judged-pairs.tsx';
import { JudgingFigures } from './judging-figures.tsx';
import { checkText } from './judging-text.ts';
import { JUDGING, judgingQueries, RATES } from './queries.ts';
import { WinRates } from './win-rates.tsx';
import './judging.css';

export function JudgingList({ shown }: { readonly shown: ResultId | null }) {
  const { client } = useApi();
  const runs = useQuery(judgingQueries(client).runs).data ?? [];
  if (runs.length === 0) return null;
  return (
    <RunList title="Judgments">
      <RunRow kind={JUDGING} id={RATES} shown={shown} over name="Win rates">
        <span className="quiet small">per corpus, compared with no examples</span>
      </RunRow>
      {runs.map((run) => (
        <LastingRunRow
          key={run.run}
          of={run}
          kind={JUDGING}
          shown={shown}
          over
          soFar={`${formatCount(run.pairsInAll - run.counts.open)} of ${formatCount(run.pairsInAll)}`}
        >
          batch run {run.batchNumber} by {modelName(run.settings.judge.model)}
          <br />
          {formatAmount(run.pairs.length, 'pair')} of columns, {formatAmount(run.pairsInAll, 'pair')} of
          answers
        </LastingRunRow>
      ))}
    </RunList>
  );
}

const VIEWS = [
  { value: 'figures', label: 'Figures' },
  { value: 'pairs', label: 'Pair by pair' },
] as const;

export function JudgingPage({ shown, project }: { readonly shown: ResultId; readonly project: Project }) {
  const runs = useQuery(judgingQueries(useApi().client).runs).data ?? [];
  const run = runs.find((one) => one.run === shown);
  if (shown === RATES) return <WinRates />;
  return run && <JudgingRunPage run={run} project={project.name} />;
}

/** Shows one judging run: its result, how far the judge can be trusted, and every verdict. */
function JudgingRunPage({ run, project }: { readonly run: JudgingRun; readonly project: string }) {
  const { client } = useApi();
  const { settings, counts } = run;
  return (
    <RunPage
      of={run}
      kind="Judging run"
      actions={
        <ExportMenu
          name={`${project} judging ${run.number}`}
          formats={['csv', 'jsonl']}
          write={(to, target) => client.judging.export({ run: run.run, to, ...target })}
        />
      }
      facts={
        <>
          <li title={settings.judge.model}>judge: {modelName(settings.judge.model)}</li>
          {run.check?.passed && (
            <li title="It is checked first on pairs with a known better answer: the true reply against another one">
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
      there="are settled"
      limits={settings}
      onGoOn={(limits) => client.judging.goOn({ run: run.run, limits })}
      views={VIEWS}
    >
      {(view) => (view === 'figures' ? <JudgingFigures run={run} /> : <JudgedPairs run={run} />)}
    </RunPage>
  );
}
