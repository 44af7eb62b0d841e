import { defineCommands } from '../../commands/commands.ts';
import type { Feature } from '../../project/feature.ts';
import { defineMode } from '../../project/mode.ts';
import { ReportsView, ShareView } from './export-page.tsx';

export const exportCommands = defineCommands(
  'export',
  { group: 'Corpus, tags, automaton' },
  {
    import: { title: 'Import an automaton…' },
  },
);

export { useAutomatonImport } from './export-page.tsx';
export { BrandDialog, useBrand } from './share/brand-dialog.tsx';
export { saveFile } from './share/picture-file.ts';
export { SharePictureDialog } from './share/share-dialog.tsx';

const SHARE = defineMode('share', 'present', 'Share', 'Export the automaton…');
const REPORTS = defineMode('reports', 'present', 'Reports', 'Write a report…');

export const feature: Feature = {
  order: 17.6,
  commands: [exportCommands],
  views: [
    { mode: SHARE, component: ShareView },
    { mode: REPORTS, component: ReportsView },
  ],
};
