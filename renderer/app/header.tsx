import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Project } from '#shared/contract/projects.ts';
import { useApi } from '../client/api.tsx';
import { useKeyHint, useKeyText } from '../commands/command-keys.ts';
import type { Command } from '../commands/commands.ts';
import { runCommand, useCommand } from '../commands/use-command.ts';
import { helpCommands } from '../features/help/index.ts';
import { JobStrip } from '../features/jobs/index.ts';
import { modulesCommands } from '../features/modules/index.ts';
import { settingsCommands, themeCommands } from '../features/settings/index.ts';
import { projectCommands } from '../features/start/index.ts';
import { StepMenus } from '../features/steps/index.ts';
import { editCommands } from '../project/commands.ts';
import { allFeatures } from '../project/feature.ts';
import { type Mode, showMode } from '../project/mode.ts';
import { projectQueries } from '../project/queries.ts';
import { openProject } from '../project/session.ts';
import { useTagEdits } from '../project/tags/use-tag-edits.ts';
import type { Shown } from '../project/use-shown.ts';
import { IconButton } from '../ui/inputs/button.tsx';
import { Menu, type MenuEntry } from '../ui/overlays/menu.tsx';
import { tellError } from '../ui/overlays/toasts.tsx';
import { Icon } from '../ui/text/icon.tsx';
import './mode-switch.css';

/** Project, the three steps with what is on show, the job at hand, and what can be undone. */
export function WorkbenchHeader({
  project,
  mode,
  shown,
}: {
  readonly project: Project;
  readonly mode: Mode;
  readonly shown: Shown;
}) {
  const withKeys = useKeyHint();
  return (
    <header className="header">
      <h1 className="visually-hidden">{project.name}</h1>
      <ProjectMenu project={project} />
      <ModeSwitch shown={mode} />
      <StepMenus project={project} shown={shown} />
      <div className="header-space">
        <JobStrip />
      </div>
      <UndoButtons />
      <div className="row-2 header-tools">
        <IconButton
          icon="command"
          label="Find a command"
          title={withKeys(helpCommands.palette)}
          onClick={() => runCommand(helpCommands.palette)}
        />
        <ThemeButton />
        <IconButton
          icon="help"
          label="Show all keys"
          title={withKeys(helpCommands.keys)}
          onClick={() => runCommand(helpCommands.keys)}
        />
      </div>
    </header>
  );
}

function ProjectMenu({ project }: { readonly project: Project }) {
  const api = useApi();
  const recent = useQuery(projectQueries(api.client).recent).data ?? [];
  const others = recent.filter((other) => other.exists && other.path !== project.path).slice(0, 6);
  const keyText = useKeyText();
  const entry = (command: Command): MenuEntry => ({
    kind: 'action',
    label: command.title,
    side: keyText(command) ?? undefined,
    onSelect: () => runCommand(command),
  });
  const entries: MenuEntry[] = [
    entry(projectCommands.new),
    entry(projectCommands.open),
    entry(projectCommands.close),
    ...(others.length > 0 ? [{ kind: 'line' } as const, { kind: 'heading', label: 'Recent' } as const] : []),
    ...others.map(
      (other): MenuEntry => ({
        kind: 'action',
        label: other.name,
        hint: other.path,
        onSelect: () => void openProject(api, other.path).catch(tellError),
      }),
    ),
    { kind: 'line' },
    entry(modulesCommands.settings),
    entry(settingsCommands.settings),
  ];
  return (
    <Menu
      label={`Project ${project.name}`}
      buttonLabel={`${project.name}, project menu`}
      entries={entries}
      className="button button-quiet header-project"
      title={project.path}
    >
      <strong className="clip">{project.name}</strong>
      <Icon name="chevron-down" />
    </Menu>
  );
}

function UndoButtons() {
  const queries = projectQueries(useApi().client);
  const history = useQuery(queries.history).data;
  const { undo, redo } = useTagEdits(null);
  const withKeys = useKeyHint();
  useCommand(editCommands.undo, history?.undo ? undo : null);
  useCommand(editCommands.redo, history?.redo ? redo : null);
  return (
    <div className="row-2 header-tools">
      <IconButton
        icon="undo"
        label={history?.undo ? `Undo: ${history.undo}` : 'Undo'}
        title={history?.undo ? withKeys(editCommands.undo, `Undo: ${history.undo}`) : 'Nothing to undo'}
        disabled={!history?.undo}
        onClick={() => runCommand(editCommands.undo)}
      />
      <IconButton
        icon="redo"
        label={history?.redo ? `Redo: ${history.redo}` : 'Redo'}
        title={history?.redo ? withKeys(editCommands.redo, `Redo: ${history.redo}`) : 'Nothing to redo'}
        disabled={!history?.redo}
        onClick={() => runCommand(editCommands.redo)}
      />
    </div>
  );
}

function ThemeButton() {
  return (
    <IconButton
      icon="sun"
      className="header-theme"
      label="Change between light and dark"
      onClick={() => runCommand(themeCommands.theme)}
    />
  );
}

/** The views of a project. */
function ModeSwitch({ shown }: { readonly shown: Mode }) {
  const modes = allFeatures().flatMap(({ view }) => view?.mode ?? []);
  return (
    <nav className="modes" aria-label="Views">
      {modes.map((mode) => (
        <ModeButton key={mode.name} mode={mode} current={mode === shown} />
      ))}
    </nav>
  );
}

function ModeButton({ mode, current }: { readonly mode: Mode; readonly current: boolean }) {
  const show = () => showMode(mode);
  const withKeys = useKeyHint();
  useCommand(mode.command, show);
  const button = useRef<HTMLButtonElement>(null);
  // Where there is no room for all views, they scroll.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <button
      ref={button}
      type="button"
      className="mode"
      aria-current={current ? 'page' : undefined}
      title={withKeys(mode.command)}
      onClick={show}
    >
      {mode.label}
    </button>
  );
}
