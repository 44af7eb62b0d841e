import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useApi } from '../../client/api.tsx';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { BatchList } from '../batch/batch-list.tsx';
import { BatchPage } from '../batch/batch-page.tsx';
import { batchQueries } from '../batch/queries.ts';
import { evaluationQueries } from '../evaluation/queries.ts';
import { RunList } from '../evaluation/run-list.tsx';
import { RunPage } from '../evaluation/run-page.tsx';
import { JudgingList } from '../judging/judging-list.tsx';
import { JudgingPage } from '../judging/judging-page.tsx';
import { judgingQueries } from '../judging/queries.ts';
import { WinRates } from '../judging/win-rates.tsx';
import { enterResults, useResults } from './results-state.ts';
import '../evaluation/evaluation.css';

/** The evaluations and batch runs there are, and one of them. */
export function ResultsView({ project }: { readonly project: Project }) {
  const { client } = useApi();
  const entered = useResults((state) => state.project === project.path);
  const chosen = useResults((state) => state.run);
  useEffect(() => enterResults(project.path), [project.path]);
  const ask = evaluationQueries(client);
  const runs = useQuery(ask.list);
  const batches = useQuery(batchQueries(client).runs);
  const chosenBatch = useResults((state) => state.batch);
  const judgings = useQuery(judgingQueries(client).runs);
  const judging = useResults((state) => state.judging);
  const evaluation = runs.data?.find((run) => run.id === chosen) ?? runs.data?.[0] ?? null;

  if (runs.isError) return <FailedState error={runs.error} onRetry={() => void runs.refetch()} />;
  if (batches.isError) return <FailedState error={batches.error} onRetry={() => void batches.refetch()} />;
  if (judgings.isError) return <FailedState error={judgings.error} onRetry={() => void judgings.refetch()} />;
  if (!runs.data || !batches.data || !judgings.data || !entered) return <LoadingState />;
  const batch =
    batches.data.find(({ run }) => run === chosenBatch) ??
    (evaluation === null ? batches.data[0] : undefined);
  const judged = judgings.data.find(({ run }) => run === judging) ?? null;
  const onShow = judged ? judged.run : judging === 'rates' ? 'rates' : null;
  const shown = batch || onShow !== null ? null : evaluation;
  if (!batch && evaluation === null && onShow === null) {
    return (
      <EmptyState
        title="No evaluation yet"
        action={
          <span className="button-group">
            <Button
              kind="primary"
              disabled={project.counts.dialogues === 0}
              onClick={() => runCommand('evaluation.run')}
            >
              Run an evaluation…
            </Button>
            <Button disabled={project.counts.taggingRuns === 0} onClick={() => runCommand('batch.run')}>
              New batch run…
            </Button>
          </span>
        }
      >
        An evaluation holds dialogues out, asks every method for the next turn of each, and measures how like
        the true answer the examples are, with intervals. A batch run keeps the answers themselves, turn by
        turn and method by method; a model can then judge them, two at a time.
      </EmptyState>
    );
  }
  return (
    <div className="results">
      <div className="run-list">
        <BatchList runs={batches.data} shown={onShow === null ? (batch?.run ?? null) : null} />
        {batches.data.length > 0 && <JudgingList runs={judgings.data} shown={onShow} />}
        <RunList runs={runs.data} shown={shown?.id ?? null} />
      </div>
      {judged && <JudgingPage key={judged.run} run={judged} project={project.name} />}
      {onShow === 'rates' && <WinRates runs={judgings.data} />}
      {batch && onShow === null && (
        <BatchPage
          key={batch.run}
          run={batch}
          runs={batches.data}
          project={project.name}
          path={project.path}
        />
      )}
      {shown && <RunPage key={shown.id} run={shown.id} project={project.name} />}
    </div>
  );
}
