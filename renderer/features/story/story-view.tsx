import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { ViewProps } from '../../project/feature.ts';
import { EXPLORE, showMode } from '../../project/mode.ts';
import { projectQueries } from '../../project/queries.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { useNamedGraph } from '../states/index.ts';

/** Loaded when a story is first shown, because the panel needs the large layout code. */
const StoryPanel = lazy(async () => ({ default: (await import('./story-panel.tsx')).StoryPanel }));

export function StoryView({ project, shown }: ViewProps) {
  const graph = useQuery({
    ...projectQueries.graph(shown.automaton?.id ?? (0 as never)),
    enabled: shown.automaton !== null,
  });
  const named = useNamedGraph(graph.data);
  if (graph.isError) return <FailedState error={graph.error} onRetry={() => void graph.refetch()} />;
  if (named)
    return (
      <div className="panel">
        <Suspense fallback={<LoadingState label="Loading the story…" />}>
          <StoryPanel graph={named} project={project.name} />
        </Suspense>
      </div>
    );
  if (shown.automaton || shown.pending) return <LoadingState label="Loading the story…" />;
  return (
    <EmptyState
      title="There is no story yet"
      action={<Button onClick={() => showMode(EXPLORE)}>Go to Explore</Button>}
    >
      Learn an automaton first. Then add what you see on its graph as slides.
    </EmptyState>
  );
}
