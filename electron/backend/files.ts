import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';

/** Which files a shell lets the backend touch. */
export interface FileAccess {
  /** Where bare names land. */
  readonly workspace: string;
  forReading(path: string): string;
  forWriting(path: string): string;
}

/** The desktop's and the command line's: any file that the person may touch; relative paths from `from`. */
export function anyFile(options: { readonly workspace: string; readonly from: string }): FileAccess {
  const place = (path: string): string => (isAbsolute(path) ? path : resolve(options.from, path));
  return { workspace: options.workspace, forReading: place, forWriting: place };
}

/** The real place of a path whose last parts may not exist yet. */
function realPlace(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPlace(parent), basename(path));
}

/** The browser shell's: one folder and nothing outside it, links followed. */
export function onlyWithin(workspace: string): FileAccess {
  const root = realpathSync(workspace);
  const guard = (code: 'CANNOT_READ' | 'CANNOT_WRITE') => (path: string) => {
    const place = realPlace(resolve(root, path));
    const inside = relative(root, place);
    if (inside.startsWith('..') || isAbsolute(inside)) {
      throw new DialogramError(code, `${path} is outside the workspace folder.`, {
        place: path,
        nextStep: `In the browser, files are read and written in ${root} only; upload or move the file there.`,
      });
    }
    return place;
  };
  return { workspace: root, forReading: guard('CANNOT_READ'), forWriting: guard('CANNOT_WRITE') };
}
