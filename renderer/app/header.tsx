import { useQuery } from '@tanstack/react-query';
import type { Project } from '#shared/contract/projects.ts';
import { required } from '#shared/domain/required.ts';
import { CommandButton, useCommandEntry } from '../commands/command-button.tsx';
import type { Command } from '../commands/commands.ts';
import { useCommand, useKeyHint } from '../commands/use-command.ts';
import { healthCommands } from '../features/health/index.ts';
import { helpCommands } from '../features/help/index.ts';
import { JobStrip } from '../features/jobs/index.ts';
import { modulesCommands } from '../features/modules/index.ts';
import { settingsCommands } from '../features/settings/index.ts';
import { projectCommands } from '../features/start/index.ts';
import { StepMenus } from '../features/steps/index.ts';
import { editCommands } from '../project/commands.ts';
import { allViews } from '../project/feature.ts';
import { AREA_COMMANDS, AREAS, type Area, type Mode, showMode, useMode } from '../project/mode.ts';
import { projectQueries } from '../project/queries.ts';
import { openProject } from '../project/session.ts';
import { useTagEdits } from '../project/tags/tag-finder.tsx';
import type { ShownAutomaton } from '../project/use-shown-automaton.ts';
import { DropMenu, type MenuEntry } from '../ui/overlays/menu.tsx';
import { tellError } from '../ui/overlays/toasts.tsx';
import './workbench.css';

interface WorkbenchHeaderProps {
  readonly project: Project;
  readonly mode: Mode;
  readonly shown: ShownAutomaton;
}

export function WorkbenchHeader({ project, mode, shown }: WorkbenchHeaderProps) {
  return (
    <header className="header rigid wrap flex middle pad-1-2 line-below fill-2">
      <h1 className="visually-hidden">{project.name}</h1>
      <ProjectMenu project={project} />
      <AreaSwitch shown={mode} />
      <StepMenus project={project} shown={shown} />
      <div className="header-space grow flex shrink at-end">
        <JobStrip />
      </div>
      <UndoButtons />
      <MoreMenu />
    </header>
  );
}

function ProjectMenu({ project }: { readonly project: Project }) {
  const recent = useQuery(projectQueries.recent).data ?? [];
  const others = recent.filter((other) => other.exists && other.path !== project.path).slice(0, 6);
  const entry = useCommandEntry();
  const entries: MenuEntry[] = [
    entry(projectCommands.new),
    entry(projectCommands.open),
    entry(projectCommands.close),
    ...(others.length > 0 ? [{ kind: 'line' } as const, { kind: 'heading', label: 'Recent' } as const] : []),
    ...others.map(
      (other): MenuEntry => ({
        label: other.name,
        hint: other.path,
        onSelect: () => void openProject(other.path).catch(tellError),
      }),
    ),
    { kind: 'line' },
    entry(modulesCommands.settings),
  ];
  return (
    <DropMenu
      kind="quiet"
      className="header-project"
      label={`Project ${project.name}`}
      buttonLabel={`${project.name}, project menu`}
      entries={entries}
      title={project.path}
    >
      <strong className="clip">{project.name}</strong>
    </DropMenu>
  );
}

function UndoButtons() {
  const history = useQuery(projectQueries.history).data;
  const { undo, redo } = useTagEdits(null);
  const withKeys = useKeyHint();
  useCommand(editCommands.undo, history?.undo ? undo : null);
  useCommand(editCommands.redo, history?.redo ? redo : null);
  return (
    <div className="row-2 header-tools">
      <CommandButton
        small
        kind="quiet"
        icon="undo"
        aria-label={history?.undo ? `Undo: ${history.undo}` : 'Undo'}
        title={history?.undo ? withKeys(editCommands.undo, `Undo: ${history.undo}`) : 'Nothing to undo'}
        disabled={!history?.undo}
        command={editCommands.undo}
      />
      {history?.redo && (
        <CommandButton
          small
          kind="quiet"
          icon="redo"
          aria-label={`Redo: ${history.redo}`}
          title={withKeys(editCommands.redo, `Redo: ${history.redo}`)}
          command={editCommands.redo}
        />
      )}
    </div>
  );
}

function MoreMenu() {
  const entry = useCommandEntry();
  const entries = [
    helpCommands.palette,
    helpCommands.keys,
    settingsCommands.settings,
    healthCommands.show,
    healthCommands.copy,
  ].map((command) => entry(command));
  return <DropMenu kind="quiet" label="More" entries={entries} />;
}

function AreaSwitch({ shown }: { readonly shown: Mode }) {
  return (
    <nav className="modes rigid flex rounded-large fill-3 gap-half" aria-label="Areas">
      {AREAS.map((area, index) => (
        <AreaButton
          key={area.name}
          area={area}
          command={required(AREA_COMMANDS[index], area.name)}
          current={area.name === shown.area}
        />
      ))}
      {allViews().map(({ mode }) => (
        <ViewCommand key={mode.name} mode={mode} />
      ))}
    </nav>
  );
}

function ViewCommand({ mode }: { readonly mode: Mode }) {
  useCommand(mode.command, () => showMode(mode));
  return null;
}

interface AreaButtonProps {
  readonly area: (typeof AREAS)[number];
  readonly command: Command;
  readonly current: boolean;
}

function AreaButton({ area, command, current }: AreaButtonProps) {
  const withKeys = useKeyHint();
  useCommand(command, () => showArea(area.name));
  return (
    <button
      type="button"
      className="mode"
      aria-current={current ? 'page' : undefined}
      title={withKeys(command)}
      onClick={() => showArea(area.name)}
    >
      {area.label}
    </button>
  );
}

function showArea(name: Area): void {
  const views = allViews().filter(({ mode }) => mode.area === name);
  const last = useMode.getState().lastOf[name];
  const view = views.find(({ mode }) => mode.name === last) ?? views[0];
  if (view) showMode(view.mode);
}
