import { defineCommands } from '../../commands/commands.ts';
import type { Feature } from '../../project/feature.ts';

export const exportCommands = defineCommands(
  'export',
  { group: 'Corpus, tags, automaton' },
  {
    automaton: { title: 'Export the automaton…' },
    import: { title: 'Import an automaton…' },
  },
);

export { ExportDialog } from './export-dialog.tsx';
export { BrandDialog, useBrand } from './share/brand-dialog.tsx';
export { saveFile } from './share/picture-file.ts';
export { type PictureParts, pictureParts, pictureSvg } from './share/picture-svg.ts';
export { SharePictureDialog } from './share/share-dialog.tsx';
export { useAutomatonImport } from './use-automaton-import.ts';

export const feature: Feature = {
  order: 6,
  commands: [exportCommands],
};
