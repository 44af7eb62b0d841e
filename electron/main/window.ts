import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebContents } from 'electron';
import { PAGE_URL } from './page.ts';

/** Context isolation, sandbox and no Node in the page; navigation is denied in `hardenContents`. */
export function windowOptions(
  preload: string,
  place: Rectangle | null = null,
): BrowserWindowConstructorOptions {
  return {
    width: place?.width ?? 1440,
    height: place?.height ?? 900,
    ...(place && { x: place.x, y: place.y }),
    minWidth: 800,
    minHeight: 560,
    title: 'Dialogram',
    show: false,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      spellcheck: false,
    },
  };
}

/** The window for who presents a story: empty, filled by the page that opened it, without a preload. */
const NOTES_WINDOW = 'dialogram-notes';

/** The page never navigates away, opens no window except for its notes, and embeds nothing. */
export function hardenContents(contents: Pick<WebContents, 'setWindowOpenHandler' | 'on'>): void {
  contents.setWindowOpenHandler(({ url, frameName }) =>
    url === 'about:blank' && frameName === NOTES_WINDOW
      ? { action: 'allow', overrideBrowserWindowOptions: { autoHideMenuBar: true } }
      : { action: 'deny' },
  );
  contents.on('will-navigate', (event) => {
    if (event.url !== PAGE_URL) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (event.url !== PAGE_URL) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** True for a message of the page's own main frame. */
export function isOwnFrame(event: {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && frame.url.split(/[?#]/)[0] === PAGE_URL;
}

export function showWhenReady(window: Pick<BrowserWindow, 'once' | 'show'>): void {
  window.once('ready-to-show', () => window.show());
}
