import { type Feature, isOpen } from '../../project/feature.ts';
import { chooseAndCreate, chooseAndOpen, closeProject, createDemo } from '../../project/session.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { projectCommands } from './commands.ts';
import { WorkspaceDialogs } from './workspace-dialogs.tsx';

export { projectCommands } from './commands.ts';
export { StartPage } from './start-page.tsx';

export const feature: Feature = {
  order: 1,
  commands: [projectCommands],
  does: [
    { command: projectCommands.new, run: (api) => void chooseAndCreate(api).catch(tellError) },
    { command: projectCommands.open, run: (api) => void chooseAndOpen(api).catch(tellError) },
    { command: projectCommands.demo, run: (api) => void createDemo(api).catch(tellError) },
    { command: projectCommands.close, when: isOpen, run: (api) => void closeProject(api).catch(tellError) },
  ],
  everywhere: WorkspaceDialogs,
};
