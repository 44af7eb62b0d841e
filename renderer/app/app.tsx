import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useApi, useConnectionStatus } from '../client/api.tsx';
import { useProjectChanges } from '../client/use-changes.ts';
import { OpenDialog } from '../commands/dialogs.tsx';
import { useCommand, useGlobalKeys, useMenuCommands } from '../commands/use-command.ts';
import { StartPage } from '../features/start/index.ts';
import { allFeatures, type Doing } from '../project/feature.ts';
import { projectQueries } from '../project/queries.ts';
import { enterProject, restoreProject } from '../project/session.ts';
import { ToastRegion, tellError } from '../ui/overlays/toasts.tsx';
import { FailedState, LoadingState, Notice } from '../ui/state/notice.tsx';
import { Workbench } from './workbench.tsx';

/** Shows the start page or the open project, with the dialogs and notices of both. */
export function App() {
  const status = useConnectionStatus();
  useGlobalKeys();
  useMenuCommands();

  const ready = useRestoredProject();

  return (
    <div className="app">
      {status === 'lost' && (
        <Notice kind="warning" bar>
          Dialogram is not responding. Trying to reconnect… If you stopped it, start it again and open the
          address it shows. Everything you saved is safe.
        </Notice>
      )}
      {ready ? <OpenPage /> : <LoadingState label="Opening…" />}
      <Commands />
      <OpenDialog />
      {allFeatures().map(({ order, everywhere: Piece }) => Piece && <Piece key={order} ready={ready} />)}
      <ToastRegion />
    </div>
  );
}

/** Registers the commands that need no view: those that always work, and those that need an open project. */
function Commands() {
  const queries = projectQueries(useApi().client);
  const project = useQuery(queries.project).data ?? null;
  return allFeatures()
    .flatMap(({ does }) => does ?? [])
    .map((doing) => <Does key={doing.command.id} doing={doing} project={project} />);
}

function Does({ doing, project }: { readonly doing: Doing; readonly project: Project | null }) {
  const api = useApi();
  const able = doing.when?.(project) ?? true;
  useCommand(doing.command, able ? () => doing.run(api) : null);
  return null;
}

/** Finds or opens the project again on a new connection. Returns true once it has. */
function useRestoredProject(): boolean {
  const { client, queryClient } = useApi();
  const status = useConnectionStatus();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (status !== 'connected') return;
    let left = false;
    const restore = async () => {
      const project = await restoreProject(client).catch((error) => {
        tellError(error);
        return null;
      });
      if (left) return;
      enterProject(queryClient, project);
      setReady(true);
    };
    void restore();
    return () => {
      left = true;
    };
  }, [client, queryClient, status]);
  return ready;
}

function OpenPage() {
  const queries = projectQueries(useApi().client);
  const project = useQuery(queries.project);
  useProjectChanges(project.data?.path ?? null);
  if (project.isPending) return <LoadingState label="Opening…" />;
  if (project.isError) return <FailedState error={project.error} onRetry={() => void project.refetch()} />;
  return project.data ? <Workbench key={project.data.path} project={project.data} /> : <StartPage />;
}
