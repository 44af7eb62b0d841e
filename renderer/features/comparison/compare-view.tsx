import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { runCommand } from '../../app/use-command.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/notice.tsx';
import { Split } from '../../ui/split.tsx';
import { usableLayout } from './columns.ts';
import { CompareBar } from './compare-bar.tsx';
import { enterComparison, light, useCompare } from './compare-state.ts';
import { ComparedColumns } from './compared-columns.tsx';
import { Conversation } from './conversation.tsx';
import { PrepareStep } from './prepare-step.tsx';
import { comparisonQueries } from './queries.ts';
import { RoutePanel } from './route-panel.tsx';
import { useTurns } from './use-turns.ts';
import './comparison.css';

/** One turn of a dialogue, and what each method finds for it, side by side. */
export function CompareView({ project }: { readonly project: Project }) {
  const { client } = useApi();
  const entered = useCompare((state) => state.project === project.path);
  useEffect(() => enterComparison(project.path), [project.path]);
  const status = useQuery(comparisonQueries(client).status);

  if (project.counts.dialogues === 0) {
    return (
      <EmptyState
        title="Nothing to compare yet"
        action={<Button onClick={() => runCommand('corpus.import')}>Import files…</Button>}
      >
        The comparison asks what was answered in similar turns of your dialogues. Import some first.
      </EmptyState>
    );
  }
  if (status.isError) return <FailedState error={status.error} onRetry={() => void status.refetch()} />;
  if (!status.data || !entered) return <LoadingState />;
  if (status.data.taggingRun === null) {
    return (
      <EmptyState
        title="Nothing is tagged yet"
        action={<Button onClick={() => runCommand('tags.run')}>Tag dialogues…</Button>}
      >
        The automata find their way by tags. Tag the dialogues first.
      </EmptyState>
    );
  }
  return status.data.state === 'ready' ? <Comparing /> : <PrepareStep status={status.data} />;
}

function Comparing() {
  const { client } = useApi();
  const ask = comparisonQueries(client);
  const turns = useTurns();
  const { turn } = turns;
  const lit = useCompare((state) => state.lit);
  const kept = useCompare((state) => state.columns);
  const methods = useQuery(ask.methods);
  const names = methods.data?.map((method) => method.name) ?? [];
  const layout = usableLayout(kept, names);
  const compared = useQuery({
    ...ask.compare(
      turn?.dialogue ?? (0 as never),
      turn?.round ?? 0,
      layout.map((column) => column.name),
    ),
    enabled: turn !== null && names.length > 0,
    placeholderData: keepPreviousData,
  });
  const result = compared.data;
  const litColumn = result?.columns.find((column) => column.method.name === lit) ?? null;
  const route = litColumn?.route ?? null;

  return (
    <section className="panel compare" aria-label="Comparison">
      <CompareBar turns={turns} methods={methods.data ?? []} layout={layout} result={result} />
      {methods.isError && <FailedState error={methods.error} onRetry={() => void methods.refetch()} />}
      {turn === null && (
        <EmptyState
          title="Choose a turn to compare"
          action={
            <Button kind="primary" disabled={turns.drawing} onClick={() => turns.draw(turns.seed)}>
              Draw a held-out turn at random
            </Button>
          }
        >
          Each method is asked for examples of what to say next, as if the rest of the dialogue were not
          known. Or choose a dialogue and a turn above.
        </EmptyState>
      )}
      {turn !== null && compared.isError && (
        <FailedState error={compared.error} onRetry={() => void compared.refetch()} />
      )}
      {turn !== null && compared.isPending && <LoadingState label="Asking the methods…" />}
      {turn !== null && result && !compared.isError && (
        <Split
          name="route"
          axis="rows"
          label="Height of the automaton"
          initial={0.56}
          minFirst={160}
          minSecond={200}
          folded={route === null}
          onFold={() => light(null)}
          first={
            <div
              className={`compare-body ${compared.isPlaceholderData ? 'list-outdated' : ''}`}
              aria-busy={compared.isPlaceholderData}
            >
              <Conversation result={result} />
              <ComparedColumns result={result} layout={layout} methods={methods.data ?? []} />
            </div>
          }
          second={
            litColumn && route && <RoutePanel key={litColumn.method.name} column={litColumn} route={route} />
          }
        />
      )}
    </section>
  );
}
