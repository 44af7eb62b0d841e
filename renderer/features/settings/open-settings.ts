import { openDialog } from '../../commands/dialogs.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

/** Opens the settings, at a section if its id is given. */
export function openSettings(section: string | null = null): void {
  openDialog(SettingsDialog, { section });
}
