import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the projects' folder for shells without a file dialog: DIALOGRAM_HOME, otherwise "Dialogram" in the
 * home folder.
 */
export function workspaceFolder(): string {
  return process.env.DIALOGRAM_HOME ?? join(homedir(), 'Dialogram');
}

export function settingsFolder(): string {
  return process.env.DIALOGRAM_HOME ? join(process.env.DIALOGRAM_HOME, '.settings') : personalFolder();
}

/** Returns the app's folder for the current person, by the convention of the operating system. */
export function personalFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Dialogram');
  if (process.platform === 'win32') return join(process.env.APPDATA ?? homedir(), 'Dialogram');
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'dialogram');
}

/** Returns the folder of files that ship with the app, such as prompts. Two levels up from source and build alike. */
export function resourcesFolder(): string {
  return fileURLToPath(new URL('../../resources', import.meta.url));
}
