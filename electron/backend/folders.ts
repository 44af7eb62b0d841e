import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where projects of the shells without a file dialog live: DIALOGRAM_HOME, else "Dialogram" in the home folder. */
export function workspaceFolder(): string {
  return process.env.DIALOGRAM_HOME ?? join(homedir(), 'Dialogram');
}

/** Where settings are kept. */
export function settingsFolder(): string {
  return process.env.DIALOGRAM_HOME ? join(process.env.DIALOGRAM_HOME, '.settings') : personalFolder();
}

/** What the app keeps for a person of this machine, by the custom of the system. */
export function personalFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Dialogram');
  if (process.platform === 'win32') return join(process.env.APPDATA ?? homedir(), 'Dialogram');
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'dialogram');
}

/** What the app brings along beside its code: prompts, prices. The same two steps away from source and from build. */
export function resourcesFolder(): string {
  return fileURLToPath(new URL('../../resources', import.meta.url));
}
