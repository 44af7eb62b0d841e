import { defineCommands } from '../../commands/commands.ts';
import { type Feature, isOpen } from '../../project/feature.ts';
import { chooseAndCreate, chooseAndOpen, closeProject, createDemo } from '../../project/session.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { WorkspaceDialogs } from './workspace-dialogs.tsx';

export const projectCommands = defineCommands(
  'project',
  { group: 'Project' },
  {
    new: { title: 'New project…' },
    open: { title: 'Open project…', keys: ['Mod+O'] },
    demo: { title: 'Try the demo' },
    close: { title: 'Close project' },
  },
);

export { StartPage } from './start-page.tsx';

export const feature: Feature = {
  order: 1,
  commands: [projectCommands],
  does: [
    { command: projectCommands.new, run: () => void chooseAndCreate().catch(tellError) },
    { command: projectCommands.open, run: () => void chooseAndOpen().catch(tellError) },
    { command: projectCommands.demo, run: () => void createDemo().catch(tellError) },
    { command: projectCommands.close, when: isOpen, run: () => void closeProject().catch(tellError) },
  ],
  everywhere: WorkspaceDialogs,
};
