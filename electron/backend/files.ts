import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DialogramError } from '#shared/contract/errors.ts';

export function workspaceFolder(): string {
  return process.env.DIALOGRAM_HOME ?? join(homedir(), 'Dialogram');
}

export function settingsFolder(): string {
  return process.env.DIALOGRAM_HOME ? join(process.env.DIALOGRAM_HOME, '.settings') : personalFolder();
}

export function personalFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Dialogram');
  if (process.platform === 'win32') return join(process.env.APPDATA ?? homedir(), 'Dialogram');
  return join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'dialogram');
}

export function resourcesFolder(): string {
  return fileURLToPath(new URL('../../resources', import.meta.url));
}

export interface FileAccess {
  /** The folder for file names without a path. */
  readonly workspace: string;
  forReading(path: string): string;
  forWriting(path: string): string;
}

const LONGEST_PATH = 4095;

/** @throws INVALID if the path with its folder is too long */
function checkedLength(path: string): string {
  if (path.length <= LONGEST_PATH) return path;
  throw new DialogramError('INVALID', `The path has ${path.length} characters, which is too long.`, {
    nextStep: 'Choose a shorter path.',
  });
}

export function anyFile(options: { readonly workspace: string; readonly from: string }): FileAccess {
  const place = (path: string): string =>
    checkedLength(isAbsolute(path) ? path : resolve(options.from, path));
  return { workspace: options.workspace, forReading: place, forWriting: place };
}

/** The maximum number of symbolic links to follow in a row, as in Linux. */
const MOST_LINKS = 40;

function targetOfLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Resolves all links, even if the file does not exist. @throws CANNOT_WRITE for circular links */
export function realPlace(path: string, links = 0): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  if (parent === path) return path;
  const place = join(realPlace(parent, links), basename(path));
  // If a link leads to a missing file, SQLite and others would create that file.
  const target = targetOfLink(place);
  if (target === null) return place;
  if (links >= MOST_LINKS) {
    throw new DialogramError('CANNOT_WRITE', `${path} is a link that points back to itself.`, {
      place: path,
      nextStep: 'Remove the link, or choose another name.',
    });
  }
  return realPlace(resolve(dirname(place), target), links + 1);
}

/** Returns true for a file that a browser uploaded to the workspace. */
export function isUpload(path: string, workspace: string): boolean {
  const uploads = join(workspace, 'uploads');
  const inside = relative(uploads, path);
  return inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && inside !== path;
}

/** File access for the browser shell: only files in one folder. Links that lead out of the folder are refused. */
export function onlyWithin(workspace: string): FileAccess {
  const root = realpathSync(workspace);
  const guard = (code: 'CANNOT_READ' | 'CANNOT_WRITE') => (path: string) => {
    const place = realPlace(resolve(root, path));
    const inside = relative(root, place);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) {
      throw new DialogramError(code, `${path} is outside the workspace folder.`, {
        place: path,
        nextStep: `In the browser, Dialogram only reads and writes files in ${root}. Upload or move the file there.`,
      });
    }
    return place;
  };
  return { workspace: root, forReading: guard('CANNOT_READ'), forWriting: guard('CANNOT_WRITE') };
}
