import { join } from 'node:path';
import type { BrowserWindow, IpcMainInvokeEvent } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { NATIVE_CHANNELS } from '#shared/contract/native.ts';
import { type NativeHost, serveNative } from './native.ts';
import { createOpenedFiles } from './opened-files.ts';

type Handler = (event: IpcMainInvokeEvent, argument?: unknown) => unknown;

const OWN = { sender: 'our page' } as unknown as IpcMainInvokeEvent;
const STRANGE = { sender: 'another frame' } as unknown as IpcMainInvokeEvent;
const WINDOW = { id: 1 } as unknown as BrowserWindow;

function serve(host: Partial<NativeHost> = {}) {
  const handlers = new Map<string, Handler>();
  const showOpenDialog = vi.fn(async () => ({ canceled: true, filePaths: [] as string[] }));
  const showSaveDialog = vi.fn(async () => ({ canceled: true, filePath: '' }));
  const showItemInFolder = vi.fn();
  serveNative({
    ipcMain: { handle: (channel, handler) => void handlers.set(channel, handler as Handler) },
    dialog: { showOpenDialog, showSaveDialog } as unknown as NativeHost['dialog'],
    shell: { showItemInFolder },
    opened: createOpenedFiles(),
    zoom: { factor: () => 1.25, set: () => {} },
    documents: '/home/ann/Documents',
    windowOf: () => WINDOW,
    trusts: (event) => event === OWN,
    ...host,
  });
  const ask = async (channel: string, event = OWN, argument?: unknown): Promise<unknown> => {
    const handler = handlers.get(channel);
    if (!handler) throw new Error(`Nobody answers ${channel}.`);
    return handler(event, argument);
  };
  return { handlers, ask, showOpenDialog, showSaveDialog, showItemInFolder };
}

const CHANNELS = Object.values(NATIVE_CHANNELS);

describe('serveNative', () => {
  it('answers every channel of the contract, and no other', () => {
    expect([...serve().handlers.keys()].sort()).toEqual([...CHANNELS].sort());
  });

  it.each(CHANNELS)('%s: refuses who is not our page, and shows nothing', async (channel) => {
    const { ask, showOpenDialog, showSaveDialog, showItemInFolder } = serve();
    await expect(ask(channel, STRANGE, '/x')).rejects.toThrow(/unknown page/);
    for (const shown of [showOpenDialog, showSaveDialog, showItemInFolder])
      expect(shown).not.toHaveBeenCalled();
  });

  it.each(CHANNELS)('%s: refuses a page without a window', async (channel) => {
    await expect(serve({ windowOf: () => null }).ask(channel)).rejects.toThrow(/unknown page/);
  });

  it('a canceled dialog gives null, or no files', async () => {
    const { ask } = serve();
    expect(await ask(NATIVE_CHANNELS.chooseProjectToOpen)).toBeNull();
    expect(await ask(NATIVE_CHANNELS.chooseNewProject, OWN, 'Mine')).toBeNull();
    expect(await ask(NATIVE_CHANNELS.chooseExportFile, OWN, 'a.svg')).toBeNull();
    expect(await ask(NATIVE_CHANNELS.chooseFilesToImport)).toEqual([]);
    expect(await ask(NATIVE_CHANNELS.chooseFolder)).toBeNull();
  });

  it('tells and sets the size of the window', async () => {
    const set = vi.fn();
    const { ask } = serve({ zoom: { factor: () => 1.25, set } });
    expect(await ask(NATIVE_CHANNELS.zoom)).toBe(1.25);
    for (const argument of ['2', undefined]) await ask(NATIVE_CHANNELS.setZoom, OWN, argument);
    expect(set).not.toHaveBeenCalled();
    await ask(NATIVE_CHANNELS.setZoom, OWN, 2);
    expect(set.mock.calls).toEqual([[WINDOW, 2]]);
  });

  it('hands over a file that the app was opened with, once', async () => {
    const opened = createOpenedFiles();
    const { ask } = serve({ opened });
    expect(await ask(NATIVE_CHANNELS.openedFile)).toBeNull();
    opened.offer('/home/ann/calls.dialogram');
    await expect(ask(NATIVE_CHANNELS.openedFile, STRANGE)).rejects.toThrow(/unknown page/);
    expect(await ask(NATIVE_CHANNELS.openedFile)).toBe('/home/ann/calls.dialogram');
    expect(await ask(NATIVE_CHANNELS.openedFile)).toBeNull();
  });

  it('gives what was chosen', async () => {
    const { ask, showOpenDialog, showSaveDialog } = serve();
    showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/a.dialogram', '/b.dialogram'] });
    showSaveDialog.mockResolvedValue({ canceled: false, filePath: '/c' });
    expect(await ask(NATIVE_CHANNELS.chooseProjectToOpen)).toBe('/a.dialogram');
    expect(await ask(NATIVE_CHANNELS.chooseFilesToImport)).toEqual(['/a.dialogram', '/b.dialogram']);
    expect(await ask(NATIVE_CHANNELS.chooseNewProject, OWN, 'Mine')).toBe('/c');
    expect(await ask(NATIVE_CHANNELS.chooseExportFile, OWN, 'a.svg')).toEqual({
      out: '/c',
      ifExists: 'replace',
    });
    // Linux asks only if told to.
    expect(showSaveDialog).toHaveBeenLastCalledWith(
      WINDOW,
      expect.objectContaining({ properties: ['showOverwriteConfirmation'] }),
    );
    expect(showOpenDialog).toHaveBeenLastCalledWith(
      WINDOW,
      expect.objectContaining({ properties: ['openFile', 'multiSelections'] }),
    );
  });

  it('lets a folder be chosen, and no file in its place', async () => {
    const { ask, showOpenDialog } = serve();
    showOpenDialog.mockResolvedValue({ canceled: false, filePaths: ['/home/ann/handbook'] });
    expect(await ask(NATIVE_CHANNELS.chooseFolder)).toBe('/home/ann/handbook');
    expect(showOpenDialog).toHaveBeenLastCalledWith(WINDOW, { properties: ['openDirectory'] });
  });

  it('suggests a name in the documents folder, whatever the page sends', async () => {
    const { ask, showSaveDialog } = serve();
    await ask(NATIVE_CHANNELS.chooseNewProject, OWN, 'Mine');
    await ask(NATIVE_CHANNELS.chooseNewProject, OWN, { evil: true });
    const options = showSaveDialog.mock.calls.map((call) => (call as unknown as [unknown, object])[1]);
    expect(options).toMatchObject([
      { defaultPath: join('/home/ann/Documents', 'Mine.dialogram') },
      { defaultPath: join('/home/ann/Documents', 'Untitled.dialogram') },
    ]);
  });

  it('shows a delivered file in its folder, and nothing that is no path', async () => {
    const { ask, showItemInFolder } = serve();
    await ask(NATIVE_CHANNELS.deliver, OWN, '/out/automaton.svg');
    await ask(NATIVE_CHANNELS.deliver, OWN, { path: '/x' });
    expect(showItemInFolder.mock.calls).toEqual([['/out/automaton.svg']]);
  });
});
