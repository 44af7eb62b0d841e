import { defineCommands } from '../../commands/commands.ts';
import type { Feature } from '../../project/feature.ts';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { copyDiagnosis, HealthDialog } from './health-dialog.tsx';

export const healthCommands = defineCommands(
  'health',
  { group: 'Help' },
  {
    show: { title: 'Health…' },
    copy: { title: 'Copy diagnosis' },
  },
);

export const feature: Feature = {
  order: 24,
  commands: [healthCommands],
  does: [
    { command: healthCommands.show, run: () => openDialog(HealthDialog, {}) },
    { command: healthCommands.copy, run: () => void copyDiagnosis() },
  ],
};
