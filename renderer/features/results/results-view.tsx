import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about } from '../../client/queries.ts';
import { runCommand } from '../../commands/use-command.ts';
import { useDialogueFilter } from '../../project/dialogue-filter.ts';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { EmptyState, FailedState, LoadingState, Notice } from '../../ui/state/notice.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { type ResultId, type ResultKind, resultKinds, showResult, useResults } from './results-state.ts';

export interface RowPlace {
  readonly kind: string;
  readonly shown: ResultId | null;
}

interface RunRowProps extends RowPlace {
  readonly id: ResultId;
  readonly over?: boolean;
  readonly name?: string;
  readonly at?: string;
  readonly children: ReactNode;
}

export function RunRow({ kind, id, shown, over = false, name, at, children }: RunRowProps) {
  return (
    <li>
      <button
        type="button"
        className="stack run-row barred lights focus-inside wide line-below breaks no-border no-fill pointer to-start"
        aria-current={id === shown || undefined}
        onClick={() => showResult(kind, id, over)}
      >
        <span className="bold run-time">
          {name} {at && <span className={name && 'quiet small'}>{formatTime(at)}</span>}
        </span>
        {children}
      </button>
    </li>
  );
}

interface RunKind<Run> extends Omit<ResultKind, 'useIds' | 'list' | 'page'> {
  readonly title: string;
  readonly empty?: string;
  readonly useRuns: () => UseQueryResult<readonly Run[]>;
  readonly idOf: (run: Run) => RunId;
  readonly row: ComponentType<RowPlace & { readonly run: Run }>;
  readonly page: ComponentType<{ readonly run: Run; readonly project: Project }>;
  readonly combined?: {
    readonly id: string;
    readonly name: string;
    readonly about: string;
    readonly page: ComponentType;
  };
}

export function runKind<Run>(runs: RunKind<Run>) {
  const { title, empty, useRuns, idOf, row: Row, page: Page, combined, ...kind } = runs;
  return resultKinds.fill({
    ...kind,
    useIds: () => {
      const { data, isError, error, refetch } = useRuns();
      return {
        data: data && [...data.map(idOf), ...(combined ? [combined.id] : [])],
        isError,
        error,
        refetch,
      };
    },
    list: ({ shown }) => {
      const runs = useRuns().data ?? [];
      if (runs.length === 0 && empty === undefined) return null;
      const place = { kind: kind.name, shown };
      return (
        <section className="rigid" aria-label={title}>
          <div className="panel-head">
            <h3>{title}</h3>
          </div>
          <ul>
            {runs.length === 0 && <li className="quiet small run-note">{empty}</li>}
            {combined && (
              <RunRow {...place} id={combined.id} over name={combined.name}>
                <span className="quiet small">{combined.about}</span>
              </RunRow>
            )}
            {runs.map((run) => (
              <Row key={idOf(run)} {...place} run={run} />
            ))}
          </ul>
        </section>
      );
    },
    page: ({ shown, project }) => {
      const run = useRuns().data?.find((one) => idOf(one) === shown);
      if (combined && shown === combined.id) return <combined.page />;
      return run && <Page run={run} project={project} />;
    },
  });
}

export function ResultsView({ project }: { readonly project: Project }) {
  const { where } = useDialogueFilter();
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
  const kind = kinds.find(({ name }) => name === shown?.kind);
  const Page = kind?.page;
  if (!shown || !Page) return <FirstResult project={project} kinds={opening} />;
  return (
    <div className="results fill">
      <div className="run-list stack rigid shrink-down line-after scrolls-y">
        <div className="panel-head">
          <h2>Results</h2>
          <DropMenu
            small
            label="New result"
            entries={kinds.flatMap(({ begin, starts }): MenuEntry[] => {
              const command = begin?.command ?? starts;
              if (!command) return [];
              return [{ label: command.title, onSelect: () => runCommand(command) }];
            })}
          >
            New…
          </DropMenu>
        </div>
        {kinds.map(({ name, list: List }) => (
          <List key={name} shown={name === shown.kind ? shown.id : null} />
        ))}
      </div>
      <div className="fill downward">
        {where.trim() !== '' && !kind.isFiltered && <Unfiltered />}
        <Page key={`${shown.kind} ${shown.id}`} shown={shown.id} project={project} />
      </div>
    </div>
  );
}

export const Unfiltered = () => (
  <Notice bar>The filter does not apply here. These figures are for all dialogues in the run.</Notice>
);

interface FirstResultProps {
  readonly project: Project;
  readonly kinds: readonly Pick<(typeof resultKinds.items)[number], 'name' | 'begin'>[];
}

function FirstResult({ project, kinds }: FirstResultProps) {
  const { run } = useShownAutomaton();
  const first = kinds.flatMap(({ begin }) => (begin?.when(project) && begin.small) || [])[0];
  const started = useMutation({
    mutationFn: async () => first?.start(run?.id ?? null),
    meta: about('batches', 'jobs'),
  });
  if (started.isPending || started.isSuccess) return <LoadingState label="Starting a small batch run…" />;
  const small = first !== undefined && run !== null ? first : null;
  return (
    <EmptyState
      title="No results yet"
      action={
        <span className="row-2">
          {small && (
            <Button kind="primary" does={started}>
              {small.title}
            </Button>
          )}
          {kinds.map(({ name, begin }, place) => (
            <Button
              key={name}
              kind={small === null && place === 0 ? 'primary' : undefined}
              disabled={!begin?.when(project)}
              title={begin?.about}
              onClick={() => begin && runCommand(begin.command)}
            >
              {begin?.command.title}
            </Button>
          ))}
        </span>
      }
    >
      {started.isError
        ? readable(started.error).message
        : (small?.about ?? kinds.map(({ begin }) => begin?.about).join(' '))}
    </EmptyState>
  );
}
