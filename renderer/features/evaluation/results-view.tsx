import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { runCommand } from '../../app/use-command.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/notice.tsx';
import { evaluationQueries } from './queries.ts';
import { enterResults, useResults } from './results-state.ts';
import { RunList } from './run-list.tsx';
import { RunPage } from './run-page.tsx';
import './evaluation.css';

/** The evaluations that were run, and the figures of one of them. */
export function ResultsView({ project }: { readonly project: Project }) {
  const { client } = useApi();
  const entered = useResults((state) => state.project === project.path);
  const chosen = useResults((state) => state.run);
  useEffect(() => enterResults(project.path), [project.path]);
  const ask = evaluationQueries(client);
  const runs = useQuery(ask.list);
  const shown = runs.data?.find((run) => run.id === chosen) ?? runs.data?.[0] ?? null;

  if (runs.isError) return <FailedState error={runs.error} onRetry={() => void runs.refetch()} />;
  if (!runs.data || !entered) return <LoadingState />;
  if (shown === null) {
    return (
      <EmptyState
        title="No evaluation yet"
        action={
          <Button
            kind="primary"
            disabled={project.counts.dialogues === 0}
            onClick={() => runCommand('evaluation.run')}
          >
            Run an evaluation…
          </Button>
        }
      >
        An evaluation holds dialogues out, asks every method for the next turn of each, and measures how like
        the true answer the examples are, with intervals.
      </EmptyState>
    );
  }
  return (
    <div className="results">
      <RunList runs={runs.data} shown={shown.id} />
      <RunPage key={shown.id} run={shown.id} project={project.name} />
    </div>
  );
}
