import type { Feature } from '../../project/feature.ts';
import { settingsSections } from '../settings/index.ts';
import { BackupSettings, FolderFact } from './backup-settings.tsx';
import { DamagedProject } from './damaged-project.tsx';

export const feature: Feature = {
  order: 23,
  everywhere: DamagedProject,
  fills: [
    settingsSections.fill({
      order: 5,
      id: 'storage',
      title: 'Storage and backups',
      settings: [
        { title: 'Folder for new projects', words: 'disk workspace', component: FolderFact },
        { title: 'Backups', words: 'copy restore disk size', component: BackupSettings },
      ],
    }),
  ],
};
