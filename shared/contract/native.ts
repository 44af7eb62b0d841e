import type { ExportTarget } from './base.ts';

/** Electron uses native dialogs; the browser uploads and downloads. Null means that the person canceled. */
export interface NativeAbilities {
  readonly shell: 'electron' | 'browser';
  chooseProjectToOpen(): Promise<string | null>;
  chooseNewProject(suggestedName: string): Promise<string | null>;
  chooseFilesToImport(): Promise<readonly string[]>;
  /** Asks for a folder to search. Also null in a browser, which cannot show the server's folders. */
  chooseFolder(): Promise<string | null>;
  /** Returns, once, a file that the operating system asked the app to open; null if there is none. */
  openedFile(): Promise<string | null>;
  /** Electron's dialog asks before it replaces a file. The browser shell returns a free place; see `deliver`. */
  chooseExportFile(suggestedName: string): Promise<ExportTarget | null>;
  /** Called after an export: the desktop app shows the file in its folder; a browser downloads it. */
  deliver(path: string): Promise<void>;
  /** The zoom of the page, one of ZOOM_STEPS; 1 in a browser, which has a zoom of its own. */
  zoom(): Promise<number>;
  setZoom(factor: number): Promise<void>;
}

export const ZOOM_STEPS: readonly number[] = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2];

export const NATIVE_CHANNELS = {
  chooseProjectToOpen: 'native:choose-project-to-open',
  chooseNewProject: 'native:choose-new-project',
  chooseFilesToImport: 'native:choose-files-to-import',
  chooseFolder: 'native:choose-folder',
  openedFile: 'native:opened-file',
  chooseExportFile: 'native:choose-export-file',
  deliver: 'native:deliver',
  zoom: 'native:zoom',
  setZoom: 'native:set-zoom',
} as const;

export interface PreloadBridge {
  readonly native: NativeAbilities;
  pathOfFile(file: unknown): string;
}

/** The `window` message with which the preload hands the page its port to the backend. */
export const PORT_MESSAGE = 'dialogram:port';

/** The `window` message that tells the page that there is a file to open. `openedFile` then returns its path. */
export const OPENED_MESSAGE = 'dialogram:opened';

/** The prefix of the `window` message with which the system's menu runs a command. The command's id follows. */
export const RUN_MESSAGE = 'dialogram:run ';

/** The commands of the page in the system's Help menu. */
export const HELP_COMMANDS = [
  { id: 'health.show', label: 'Health…' },
  { id: 'health.copy', label: 'Copy diagnosis' },
] as const;

export const WEB_ROUTES = {
  rpc: '/rpc',
  /** POST a file's bytes with `?name=`; answers `{ path }`. */
  uploads: '/uploads',
  /** GET with `?path=`, an exported file of the workspace, as a download. */
  downloads: '/downloads',
} as const;

/** Origin of the desktop app's page and of its messages to itself. */
export const PAGE_ORIGIN = 'app://dialogram';
