import { defineCommands } from '../../commands/commands.ts';
import { type Feature, isOpen } from '../../project/feature.ts';
import { forgetStored } from '../../ui/hooks/preferences.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { DropTarget } from './drop-target.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SourcesDialog } from './sources-dialog.tsx';

export const corpusCommands = defineCommands(
  'corpus',
  { group: 'Corpus, tags, automaton' },
  {
    import: { title: 'Import files…', keys: ['Mod+I'] },
    sources: { title: 'Show sources and rejected records…' },
  },
);

export { corpusQueries } from './rejects-list.tsx';

export const feature: Feature = {
  order: 2,
  commands: [corpusCommands],
  does: [
    { command: corpusCommands.import, when: isOpen, run: () => openDialog(ImportDialog, { paths: [] }) },
    { command: corpusCommands.sources, when: isOpen, run: () => openDialog(SourcesDialog, {}) },
  ],
  everywhere: DropTarget,
  onPurge: () => forgetStored('mapping.'),
};
