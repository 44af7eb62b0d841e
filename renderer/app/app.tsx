import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { fileName } from '#shared/domain/figure-text.ts';
import { required } from '#shared/domain/required.ts';
import { queryClient, useConnectionStatus, useProjectChanges } from '../client/api.ts';
import { invalidate } from '../client/queries.ts';
import { useCommand, useGlobalKeys, useMenuCommands } from '../commands/use-command.ts';
import { FilterBar } from '../features/filters/index.ts';
import { StartPage } from '../features/start/index.ts';
import { allFeatures, allViews, type Doing } from '../project/feature.ts';
import { AREAS, type Area, showMode, useMode } from '../project/mode.ts';
import { projectQueries } from '../project/queries.ts';
import { closeProject, enterProject, restoreProject, saveProjectAs } from '../project/session.ts';
import { useShownAutomaton } from '../project/use-shown-automaton.ts';
import { useView } from '../project/view.ts';
import { Button } from '../ui/inputs/button.tsx';
import { OpenDialogs } from '../ui/overlays/dialog.tsx';
import { ToastRegion, tell, tellError, useAction } from '../ui/overlays/toasts.tsx';
import { Tabs } from '../ui/panes/tabs.tsx';
import { ErrorBoundary, LoadingState, Notice, Unanswered } from '../ui/state/notice.tsx';
import { WorkbenchHeader } from './header.tsx';

/** Checks whenever the person returns to the window whether the open file is still in its place and writable. */
function LostProject({ project }: { readonly project: Project }) {
  useEffect(() => {
    const look = () => void invalidate(queryClient, ['project']);
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  const save = useAction(() => saveProjectAs(), {
    onSuccess: (saved) => saved && tell(`Saved as ${fileName(saved.path)}.`),
  });
  if (project.inPlace && !project.readOnly) return null;
  return (
    <Notice
      kind={project.inPlace ? 'warning' : 'error'}
      bar
      actions={
        <>
          <Button small kind="primary" does={save}>
            Save as…
          </Button>
          <Button small onClick={() => void closeProject().catch(tellError)}>
            {project.inPlace ? 'Close' : 'Close without saving'}
          </Button>
        </>
      }
    >
      {project.inPlace
        ? `${fileName(project.path)} is read-only, because you cannot write to its folder. To make changes, save the project in another folder.`
        : `${fileName(project.path)} was moved, deleted or replaced, so your changes cannot be saved. Put the file back, or save the open project under another name.`}
    </Notice>
  );
}

const VIEW_PANEL = 'view';

function Workbench({ project }: { readonly project: Project }) {
  const entered = useView((view) => view.project === project.path);
  useEffect(() => {
    for (const { onOpen } of allFeatures()) onOpen?.(project.path);
  }, [project.path]);
  return entered ? <OpenWorkbench project={project} /> : null;
}

function OpenWorkbench({ project }: { readonly project: Project }) {
  const shown = useShownAutomaton();
  const name = useMode((state) => state.mode);
  const views = allViews();
  const {
    mode,
    isFiltered = false,
    component: View,
  } = required(views.find((view) => view.mode.name === name) ?? views[0], 'view');
  const siblings = views.filter((view) => view.mode.area === mode.area);
  return (
    <>
      <WorkbenchHeader project={project} mode={mode} shown={shown} />
      <LostProject project={project} />
      {isFiltered && project.counts.dialogues > 0 && <FilterBar run={shown.run?.id ?? null} />}
      <main className="stack grow shrink-down">
        {siblings.length > 1 && (
          <div className="view-tabs rigid flex line-below pad-0-1">
            <Tabs
              label={`Views of ${labelOf(mode.area)}`}
              value={mode.name}
              options={siblings.map((view) => ({ value: view.mode.name, label: view.mode.label }))}
              panelId={VIEW_PANEL}
              onChange={(chosen) => {
                const next = siblings.find((view) => view.mode.name === chosen);
                if (next) showMode(next.mode);
              }}
            />
          </div>
        )}
        <div
          className="grow flex shrink-down"
          {...(siblings.length > 1 && {
            id: VIEW_PANEL,
            role: 'tabpanel',
            'aria-labelledby': `${VIEW_PANEL}-${mode.name}`,
          })}
        >
          <ErrorBoundary key={mode.name} what={mode.label}>
            <View project={project} shown={shown} />
          </ErrorBoundary>
        </div>
      </main>
      {allFeatures().map(({ order, alongside: Piece }) => Piece && <Piece key={order} />)}
    </>
  );
}

function labelOf(area: Area): string {
  return required(
    AREAS.find(({ name }) => name === area),
    `area ${area}`,
  ).label;
}

export function App() {
  const status = useConnectionStatus();
  useGlobalKeys();
  useMenuCommands();

  const ready = useRestoredProject();

  return (
    <div className="app stack tall">
      {status === 'lost' && (
        <Notice kind="warning" bar>
          Dialogram is not responding. Trying to reconnect… If you stopped it, start it again and open the
          address it shows. Everything you saved is safe.
        </Notice>
      )}
      <ErrorBoundary what="The page">
        {ready ? <OpenPage /> : <LoadingState label="Opening…" />}
      </ErrorBoundary>
      <Commands />
      <OpenDialogs />
      {allFeatures().map(({ order, everywhere: Piece }) => Piece && <Piece key={order} ready={ready} />)}
      <ToastRegion />
    </div>
  );
}

function Commands() {
  const project = useQuery(projectQueries.project).data ?? null;
  return allFeatures()
    .flatMap(({ does }) => does ?? [])
    .map((doing) => <CommandOf key={doing.command.id} doing={doing} project={project} />);
}

function CommandOf({ doing, project }: { readonly doing: Doing; readonly project: Project | null }) {
  const able = doing.when?.(project) ?? true;
  useCommand(doing.command, able ? doing.run : null);
  return null;
}

function useRestoredProject(): boolean {
  const status = useConnectionStatus();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (status !== 'connected') return;
    let left = false;
    const restore = async () => {
      const project = await restoreProject().catch((error) => {
        tellError(error);
        return null;
      });
      if (left) return;
      enterProject(project);
      setReady(true);
    };
    void restore();
    return () => {
      left = true;
    };
  }, [status]);
  return ready;
}

function OpenPage() {
  const project = useQuery(projectQueries.project);
  useProjectChanges(project.data?.path ?? null);
  if (!project.isSuccess) return <Unanswered of={project} loading="Opening…" />;
  return project.data ? <Workbench key={project.data.path} project={project.data} /> : <StartPage />;
}
