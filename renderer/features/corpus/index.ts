import { openDialog } from '../../commands/dialogs.tsx';
import { type Feature, isOpen } from '../../project/feature.ts';
import { forgetStored } from '../../ui/hooks/stored.ts';
import { corpusCommands } from './commands.ts';
import { DropTarget } from './drop-target.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SourcesDialog } from './sources-dialog.tsx';

export { corpusCommands } from './commands.ts';
export { corpusQueries } from './queries.ts';

export const feature: Feature = {
  order: 2,
  commands: [corpusCommands],
  does: [
    { command: corpusCommands.import, when: isOpen, run: () => openDialog(ImportDialog, { paths: [] }) },
    { command: corpusCommands.sources, when: isOpen, run: () => openDialog(SourcesDialog, {}) },
  ],
  everywhere: DropTarget,
  // The speakers' names that are remembered of imported tables.
  onPurge: () => forgetStored('mapping.'),
};
