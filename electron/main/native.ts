import { join } from 'node:path';
import type { BrowserWindow, Dialog, IpcMain, IpcMainInvokeEvent, Shell } from 'electron';
import type { ExportTarget } from '#shared/contract/base.ts';
import { NATIVE_CHANNELS } from '#shared/contract/native.ts';
import type { OpenedFiles } from './opened-files.ts';
import type { Zoom } from './window.ts';

export interface NativeHost {
  readonly ipcMain: Pick<IpcMain, 'handle'>;
  readonly dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>;
  readonly shell: Pick<Shell, 'showItemInFolder'>;
  readonly opened: Pick<OpenedFiles, 'take'>;
  readonly zoom: Pick<Zoom, 'factor' | 'set'>;
  readonly documents: string;
  windowOf(event: IpcMainInvokeEvent): BrowserWindow | null;
  /** Returns true for the main frame of our page. Requests of other frames are refused. */
  trusts(event: IpcMainInvokeEvent): boolean;
}

const PROJECTS = [{ name: 'Dialogram projects', extensions: ['dialogram'] }];
const TRANSCRIPTS = [
  {
    name: 'Transcripts',
    extensions:
      'jsonl ndjson json csv tsv xlsx xlsm ods parquet txt gz zst zip xes mbox vtt srt yml yaml md co'.split(
        ' ',
      ),
  },
  { name: 'All files', extensions: ['*'] },
];

export function serveNative(host: NativeHost): void {
  const { dialog, shell } = host;
  const handle = <Result>(
    channel: string,
    answer: (window: BrowserWindow, argument: unknown) => Promise<Result> | Result,
  ): void => {
    host.ipcMain.handle(channel, (event, argument: unknown) => {
      const window = host.windowOf(event);
      if (!host.trusts(event) || !window) throw new Error(`An unknown page asked for ${channel}.`);
      return answer(window, argument);
    });
  };
  const name = (argument: unknown): string => (typeof argument === 'string' ? argument : 'Untitled');

  handle(NATIVE_CHANNELS.chooseProjectToOpen, async (window) => {
    const { filePaths } = await dialog.showOpenDialog(window, {
      properties: ['openFile'],
      filters: PROJECTS,
    });
    return filePaths[0] ?? null;
  });
  handle(NATIVE_CHANNELS.chooseNewProject, async (window, argument) => {
    const { filePath } = await dialog.showSaveDialog(window, {
      defaultPath: join(host.documents, `${name(argument)}.dialogram`),
      filters: PROJECTS,
    });
    return filePath || null;
  });
  handle(NATIVE_CHANNELS.chooseFilesToImport, async (window) => {
    const { filePaths } = await dialog.showOpenDialog(window, {
      properties: ['openFile', 'multiSelections'],
      filters: TRANSCRIPTS,
    });
    return filePaths;
  });
  handle(NATIVE_CHANNELS.chooseFolder, async (window) => {
    const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory'] });
    return filePaths[0] ?? null;
  });
  handle(NATIVE_CHANNELS.openedFile, () => host.opened.take());
  handle(NATIVE_CHANNELS.chooseExportFile, async (window, argument) => {
    const { filePath } = await dialog.showSaveDialog(window, {
      defaultPath: join(host.documents, name(argument)),
      // Windows and macOS ask by themselves.
      properties: ['showOverwriteConfirmation'],
    });
    return filePath ? ({ out: filePath, ifExists: 'replace' } satisfies ExportTarget) : null;
  });
  handle(NATIVE_CHANNELS.deliver, (_window, argument) => {
    if (typeof argument === 'string') shell.showItemInFolder(argument);
  });
  handle(NATIVE_CHANNELS.zoom, () => host.zoom.factor());
  handle(NATIVE_CHANNELS.setZoom, (window, argument) => {
    if (typeof argument === 'number') host.zoom.set(window, argument);
  });
}
