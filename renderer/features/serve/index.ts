import { defineCommands } from '../../commands/commands.ts';
import { type Feature, hasTags } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { ServeDialog } from './serve-dialog.tsx';

const serveCommands = defineCommands(
  'serve',
  { group: 'Help' },
  {
    open: { title: 'Serve this project to other programs…' },
  },
);

export const feature: Feature = {
  order: 20.5,
  commands: [serveCommands],
  does: [{ command: serveCommands.open, when: hasTags, run: () => openDialog(ServeDialog, {}) }],
};
