import { useQuery } from '@tanstack/react-query';
import type { Project } from '#shared/contract/projects.ts';
import { useApi } from '../client/api.tsx';
import { useKeyHint, useKeyText } from '../commands/command-keys.ts';
import { type CommandId, commandOf } from '../commands/commands.ts';
import { runCommand, useCommand } from '../commands/use-command.ts';
import { JobStrip } from '../features/jobs/job-strip.tsx';
import { StepMenus } from '../features/steps/step-menus.tsx';
import { openProject } from '../project/session.ts';
import { useTagEdits } from '../project/tags/use-tag-edits.ts';
import type { Shown } from '../project/use-shown.ts';
import { IconButton } from '../ui/inputs/button.tsx';
import { Menu, type MenuEntry } from '../ui/overlays/menu.tsx';
import { tellError } from '../ui/overlays/toasts.tsx';
import { Icon } from '../ui/text/icon.tsx';
import { ModeSwitch } from './mode-switch.tsx';

/** Project, the three steps with what is on show, the job at hand, and what can be undone. */
export function WorkbenchHeader({ project, shown }: { readonly project: Project; readonly shown: Shown }) {
  const withKeys = useKeyHint();
  return (
    <header className="header">
      <h1 className="visually-hidden">{project.name}</h1>
      <ProjectMenu project={project} />
      <ModeSwitch />
      <StepMenus project={project} shown={shown} />
      <div className="header-space">
        <JobStrip />
      </div>
      <UndoButtons />
      <div className="button-group header-tools">
        <IconButton
          icon="command"
          label="Find a command"
          title={withKeys('help.palette')}
          onClick={() => runCommand('help.palette')}
        />
        <ThemeButton />
        <IconButton
          icon="help"
          label="Show all keys"
          title={withKeys('help.keys')}
          onClick={() => runCommand('help.keys')}
        />
      </div>
    </header>
  );
}

function ProjectMenu({ project }: { readonly project: Project }) {
  const api = useApi();
  const recent = useQuery(api.queries.recent).data ?? [];
  const others = recent.filter((other) => other.exists && other.path !== project.path).slice(0, 6);
  const keyText = useKeyText();
  const entry = (id: CommandId): MenuEntry => ({
    kind: 'action',
    label: commandOf(id).title,
    side: keyText(id) ?? undefined,
    onSelect: () => runCommand(id),
  });
  const entries: MenuEntry[] = [
    entry('project.new'),
    entry('project.open'),
    entry('project.close'),
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
    entry('modules.settings'),
    entry('help.settings'),
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
  const { queries } = useApi();
  const history = useQuery(queries.history).data;
  const { undo, redo } = useTagEdits(null);
  const withKeys = useKeyHint();
  useCommand('edit.undo', history?.undo ? undo : null);
  useCommand('edit.redo', history?.redo ? redo : null);
  return (
    <div className="button-group header-tools">
      <IconButton
        icon="undo"
        label={history?.undo ? `Undo: ${history.undo}` : 'Undo'}
        title={history?.undo ? withKeys('edit.undo', `Undo: ${history.undo}`) : 'Nothing to undo'}
        disabled={!history?.undo}
        onClick={() => runCommand('edit.undo')}
      />
      <IconButton
        icon="redo"
        label={history?.redo ? `Redo: ${history.redo}` : 'Redo'}
        title={history?.redo ? withKeys('edit.redo', `Redo: ${history.redo}`) : 'Nothing to redo'}
        disabled={!history?.redo}
        onClick={() => runCommand('edit.redo')}
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
      onClick={() => runCommand('view.theme')}
    />
  );
}
