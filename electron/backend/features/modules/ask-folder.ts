import { statSync } from 'node:fs';
import type { ModuleResult } from '#shared/contract/modules.ts';
import type { FileAccess } from '../../files.ts';
import { type ResidentOf, stayInThread } from '../../workers/staying.ts';
import type { KeptFolder } from './module-settings.ts';
import type { LeftOut } from './read-documents.ts';

type Found = Pick<ModuleResult, 'passages' | 'fault' | 'remark'>;
type Folder = ResidentOf<'folder', 'openFolder'>;

const MOST_PASSAGES = 3;

/** Searches folders, each in a thread that keeps its index in memory until released. */
interface FolderSearch {
  /** Never throws: faults are in the result. */
  ask(folder: KeptFolder, query: string): Promise<Found>;
  close(): Promise<void>;
}

export function createFolderSearch(access: FileAccess): FolderSearch {
  const folders = new Map<string, Promise<Folder>>();
  const folderAt = (path: string): Promise<Folder> => {
    const known = folders.get(path);
    if (known) return known;
    const starting = stayInThread('folder', 'openFolder', [path]).then((folder) => {
      folder.onEnd(() => folders.delete(path));
      return folder;
    });
    folders.set(path, starting);
    starting.catch(() => folders.delete(path));
    return starting;
  };
  return {
    async ask({ path }, query) {
      const failed = (fault: string): Found => ({ passages: [], fault, remark: null });
      try {
        // Checked at every search, since a shell may allow only one folder and links may have changed.
        const place = access.forReading(path);
        if (!statSync(place).isDirectory()) return failed(`${path} is no folder. Choose a folder instead.`);
        const folder = await folderAt(place);
        const { passages, files, indexed, leftOut } = await folder.ask('search', query, MOST_PASSAGES);
        return {
          passages: [...passages],
          fault:
            indexed > 0 ? null : `${path} holds no text to search. It reads .txt, .md, .html and .csv files.`,
          remark: remarkOn(files, indexed, passages.length, leftOut),
        };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code;
        if (code === 'ENOENT') return failed(`${path} does not exist. Choose the folder again.`);
        if (code === 'EACCES' || code === 'EPERM')
          return failed(`${path} cannot be read. Check its permissions.`);
        return failed(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    async close() {
      const open = [...folders.values()];
      folders.clear();
      await Promise.all(open.map((folder) => folder.then((own) => own.close()).catch(() => {})));
    },
  };
}

function remarkOn(files: number, indexed: number, found: number, leftOut: readonly LeftOut[]): string | null {
  const said: string[] = [];
  if (indexed > 0 && found === 0) said.push(`Nothing alike in ${indexed} passages of ${files} files.`);
  const [first] = leftOut;
  if (first) {
    const others = leftOut.length > 1 ? ` and ${leftOut.length - 1} more` : '';
    said.push(`Left out: ${first.name} ${first.why}${others}.`);
  }
  return said.length > 0 ? said.join(' ') : null;
}
