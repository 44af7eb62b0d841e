import { useQuery } from '@tanstack/react-query';
import { useApi } from '../client/api.tsx';
import { openDialog } from '../commands/dialogs.ts';
import { useCommand } from '../commands/use-command.ts';
import { changeResults, useResults } from '../features/results/results-state.ts';
import { showMode } from '../project/mode.ts';
import { chooseAndCreate, chooseAndOpen, closeProject, createDemo } from '../project/session.ts';
import { isDark, prefer } from '../ui/hooks/preferences.ts';
import { tellError } from '../ui/overlays/toasts.tsx';

/** What can be done whether a project is open or not, and what needs one but no view of it. */
export function AppCommands() {
  const api = useApi();
  const project = useQuery(api.queries.project).data ?? null;
  const open = project !== null;

  useCommand('project.new', () => void chooseAndCreate(api).catch(tellError));
  useCommand('project.open', () => void chooseAndOpen(api).catch(tellError));
  useCommand('project.demo', () => void createDemo(api).catch(tellError));
  useCommand('project.close', open ? () => void closeProject(api).catch(tellError) : null);

  useCommand('corpus.import', open ? () => openDialog({ kind: 'import', paths: [] }) : null);
  useCommand('corpus.sources', open ? () => openDialog({ kind: 'sources' }) : null);
  useCommand('tags.run', (project?.counts.dialogues ?? 0) > 0 ? () => openDialog({ kind: 'tag' }) : null);
  useCommand(
    'tags.model',
    (project?.counts.dialogues ?? 0) > 0 ? () => openDialog({ kind: 'tag-model' }) : null,
  );
  useCommand(
    'automaton.learn',
    (project?.counts.taggingRuns ?? 0) > 0 ? () => openDialog({ kind: 'learn' }) : null,
  );

  useCommand(
    'evaluation.run',
    (project?.counts.dialogues ?? 0) > 0 ? () => openDialog({ kind: 'evaluate' }) : null,
  );

  useCommand(
    'batch.run',
    (project?.counts.taggingRuns ?? 0) > 0 ? () => openDialog({ kind: 'batch' }) : null,
  );

  useCommand(
    'judging.run',
    (project?.counts.taggingRuns ?? 0) > 0
      ? () => openDialog({ kind: 'judge', batch: useResults.getState().batch })
      : null,
  );
  useCommand(
    'judging.rates',
    open
      ? () => {
          changeResults({ judging: 'rates' });
          showMode('results');
        }
      : null,
  );

  useCommand('view.theme', () => prefer('theme', isDark() ? 'light' : 'dark'));
  useCommand('help.palette', () => openDialog({ kind: 'palette' }));
  useCommand('help.keys', () => openDialog({ kind: 'keys' }));
  useCommand('help.settings', () => openDialog({ kind: 'settings' }));
  useCommand('modules.settings', () => openDialog({ kind: 'modules' }));
  useCommand('models.settings', () => openDialog({ kind: 'models' }));
  return null;
}
