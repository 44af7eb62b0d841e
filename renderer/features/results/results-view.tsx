import type { Project } from '#shared/contract/projects.ts';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { resultKinds } from './result-kinds.ts';
import { useResults } from './results-state.ts';
import './results.css';

/** The runs of every kind, and one of them: the one chosen last that is still there, else a newest. */
export function ResultsView({ project }: { readonly project: Project }) {
  const chosen = useResults((state) => state.chosen);
  // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
  const kinds = resultKinds.items.map((kind) => ({ ...kind, ids: kind.useIds() }));
  const failed = kinds.find(({ ids }) => ids.isError);
  if (failed) return <FailedState error={failed.ids.error} onRetry={() => void failed.ids.refetch()} />;
  if (kinds.some(({ ids }) => !ids.data)) return <LoadingState />;

  const opening = kinds.filter(({ begin }) => begin).toReversed();
  const newest = opening.flatMap(({ name, ids }) =>
    (ids.data ?? []).slice(0, 1).map((id) => ({ kind: name, id })),
  );
  const shown =
    chosen.find(({ kind, id }) => kinds.some(({ name, ids }) => name === kind && ids.data?.includes(id))) ??
    newest[0];
  const Page = kinds.find(({ name }) => name === shown?.kind)?.page;
  if (!shown || !Page) {
    return (
      <EmptyState
        title="No evaluation yet"
        action={
          <span className="row-2">
            {opening.map(({ name, begin }, place) => (
              <Button
                key={name}
                kind={place === 0 ? 'primary' : undefined}
                disabled={!begin?.when(project)}
                onClick={() => begin && runCommand(begin.command)}
              >
                {begin?.command.title}
              </Button>
            ))}
          </span>
        }
      >
        {opening.map(({ begin }) => begin?.about).join(' ')}
      </EmptyState>
    );
  }
  return (
    <div className="results">
      <div className="run-list">
        {kinds.map(({ name, list: List }) => (
          <List key={name} shown={name === shown.kind ? shown.id : null} />
        ))}
      </div>
      <Page key={`${shown.kind} ${shown.id}`} shown={shown.id} project={project} />
    </div>
  );
}
