import { writeFile } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
} from 'electron';
import { loggedError, openLog } from '#backend/machine/log.ts';
import type { KeyStore } from '#backend/providers/model/keys.ts';
import { lineOfNodePort, relay } from '#backend/thread/relay.ts';
import { type BackendThread, createRestartLimit, startBackendThread } from '#backend/thread/start-thread.ts';
import { OPENED_MESSAGE, PORT_MESSAGE, RUN_MESSAGE } from '#shared/contract/native.ts';
import { lineOfElectronPort } from './electron-ports.ts';
import { createSafeKeys } from './keys.ts';
import { menuTemplate } from './menu.ts';
import { serveNative } from './native.ts';
import { createOpenedFiles, fileOfArguments } from './opened-files.ts';
import { answerPage, decidePermissions, PAGE_SCHEME, PAGE_URL } from './page.ts';
import {
  createZoom,
  hardenContents,
  isOwnFrame,
  keepWindowPlace,
  readWindowPlace,
  showWhenReady,
  windowOptions,
} from './window.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));
const PRELOAD = join(folder, '../preload/index.cjs');
const PAGE_FOLDER = join(folder, '../renderer');

const opened = createOpenedFiles();
/** The number of arguments before the person's: the program and, if the app is not packaged, its script. */
const ownArguments = app.isPackaged ? 1 : 2;

let backend: BackendThread | null = null;
const mayRestart = createRestartLimit();

const log = () => openLog(app.getPath('userData'));

function startBackend(keys: KeyStore): BackendThread {
  const thread = startBackendThread(
    {
      shell: 'electron',
      version: app.getVersion(),
      settingsFolder: app.getPath('userData'),
      ...(app.isPackaged ? { resources: join(process.resourcesPath, 'dialogram') } : {}),
      files: {
        reach: 'any',
        workspace: process.env.DIALOGRAM_HOME ?? join(app.getPath('documents'), 'Dialogram'),
      },
    },
    keys,
  );
  thread.onCrash((error) => {
    const restarted = mayRestart();
    log().write({ event: 'backend-ended', restarted, error: loggedError(error) });
    if (!restarted) {
      backend = null;
      dialog.showErrorBox(
        'Dialogram cannot continue',
        `Its backend stopped several times: ${error.message}\n\nWhat you saved is kept. Start Dialogram again. If that does not help, reinstall Dialogram.`,
      );
      app.quit();
      return;
    }
    console.error('The backend stopped and is restarting:', error);
    backend = startBackend(keys);
    // A page without a backend is useless; reloaded, it gets a new port and its project back.
    for (const window of BrowserWindow.getAllWindows()) window.webContents.reload();
  });
  return thread;
}

/** Creates a new line to the backend for every load of the page. */
function connectPage(window: BrowserWindow): void {
  window.webContents.on('did-finish-load', () => {
    if (!backend) return;
    const { port1, port2 } = new MessageChannelMain();
    relay(lineOfElectronPort(port1), lineOfNodePort(backend.connect()));
    window.webContents.postMessage(PORT_MESSAGE, null, [port2]);
  });
}

function openInWindow(path: string | null): void {
  opened.offer(path);
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return;
  if (window.isMinimized()) window.restore();
  window.focus();
  window.webContents.send(OPENED_MESSAGE);
}

function runInWindow(command: string): void {
  const [window] = BrowserWindow.getAllWindows();
  window?.webContents.send(RUN_MESSAGE, command);
}

const zoom = () => createZoom(app.getPath('userData'));

function zoomWindow(by: 1 | -1 | 0): void {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return;
  if (by === 0) zoom().set(window, 1);
  else zoom().step(window, by);
}

/** Writes a file when the window is open, because `npm start` waits for it. */
function tellShown(window: BrowserWindow): void {
  const { DIALOGRAM_SHOWN: file } = process.env;
  if (file) window.once('ready-to-show', () => writeFile(file, '', () => {}));
}

function openWindow(): void {
  const file = join(app.getPath('userData'), 'window.json');
  const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
  const place = readWindowPlace(file, screens);
  const window = new BrowserWindow(windowOptions(PRELOAD, place));
  if (place?.maximized) window.maximize();
  keepWindowPlace(window, file);
  showWhenReady(window);
  tellShown(window);
  connectPage(window);
  window.webContents.on('did-finish-load', () => zoom().apply(window));
  void window.loadURL(PAGE_URL);
}

if (app.requestSingleInstanceLock()) {
  // Electron rejects these two calls once the app is ready.
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([PAGE_SCHEME]);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
  opened.offer(fileOfArguments(process.argv, ownArguments, process.cwd()));
  // macOS reports a double-click by an event, even before the app is ready.
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openInWindow(path);
  });
  app.on('second-instance', (_event, argv, folder) =>
    openInWindow(fileOfArguments(argv, ownArguments, folder)),
  );
  app.on('render-process-gone', (_event, _contents, { reason }) =>
    log().write({ event: 'page-ended', reason }),
  );
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    if (!backend) return;
    // Projects are closed properly first; then quitting continues.
    event.preventDefault();
    const stopping = backend;
    backend = null;
    stopping.stop().finally(() => app.quit());
  });
  void app.whenReady().then(() => {
    protocol.handle(PAGE_SCHEME.scheme, (request) => answerPage(request, PAGE_FOLDER));
    decidePermissions(session.defaultSession);
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, runInWindow, zoomWindow)));
    serveNative({
      ipcMain,
      dialog,
      shell,
      opened,
      zoom: zoom(),
      documents: app.getPath('documents'),
      windowOf: (event) => BrowserWindow.fromWebContents(event.sender),
      trusts: isOwnFrame,
    });
    backend = startBackend(
      createSafeKeys({ safeStorage, platform: process.platform, folder: app.getPath('userData') }),
    );
    openWindow();
    app.on('activate', () => {
      if (BrowserWindow.getAllWindows().length === 0) openWindow();
    });
  });
} else {
  app.quit();
}
