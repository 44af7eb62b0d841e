import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebContents } from 'electron';
import { z } from 'zod';
import { settingsFile } from '#backend/machine/settings.ts';
import { ZOOM_STEPS } from '#shared/contract/native.ts';
import { PAGE_URL } from './page.ts';

type ZoomableWindow = { readonly webContents: Pick<BrowserWindow['webContents'], 'setZoomFactor'> };

export interface Zoom {
  factor(): number;
  /** Sets the nearest step and stores it. */
  set(window: ZoomableWindow, factor: number): void;
  step(window: ZoomableWindow, by: 1 | -1): void;
  /** Applies the stored zoom to a new page. */
  apply(window: ZoomableWindow): void;
}

const [SMALLEST, LARGEST] = [Math.min(...ZOOM_STEPS), Math.max(...ZOOM_STEPS)];

const nearest = (factor: number): number =>
  ZOOM_STEPS.reduce((best, step) => (Math.abs(step - factor) < Math.abs(best - factor) ? step : best));

export function createZoom(folder: string): Zoom {
  const schema = z.object({ factor: z.number().min(SMALLEST).max(LARGEST) });
  const file = settingsFile(folder, 'zoom.json', schema, { factor: 1 });
  const zoom: Zoom = {
    factor: () => file.read().factor,
    set(window, factor) {
      file.write({ factor: nearest(factor) });
      window.webContents.setZoomFactor(nearest(factor));
    },
    step(window, by) {
      const at = ZOOM_STEPS.indexOf(nearest(zoom.factor()));
      const next = ZOOM_STEPS[at + by];
      if (next !== undefined) zoom.set(window, next);
    },
    apply: (window) => window.webContents.setZoomFactor(zoom.factor()),
  };
  return zoom;
}

const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  maximized: z.boolean(),
});
type WindowPlace = z.infer<typeof placeSchema>;

/** A window must have at least this many pixels on a screen, so that people can grab it. */
const GRIP_PX = 100;

/** Returns null if the place is unknown or outside the work areas of all screens. */
export function readWindowPlace(file: string, screens: readonly Rectangle[]): WindowPlace | null {
  let place: WindowPlace;
  try {
    place = placeSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Never written yet, or damaged: the window opens with its default size.
    return null;
  }
  const isWithin = screens.some((screen) => {
    const width = Math.min(place.x + place.width, screen.x + screen.width) - Math.max(place.x, screen.x);
    // The title bar must be on the screen.
    const isTopOn = place.y >= screen.y && place.y < screen.y + screen.height - GRIP_PX / 2;
    return width >= GRIP_PX && isTopOn;
  });
  return isWithin ? place : null;
}

/** Remembers where a window is whenever it closes. */
export function keepWindowPlace(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized'>,
  file: string,
): void {
  window.on('close', () => {
    const { x, y, width, height } = window.getNormalBounds();
    const place: WindowPlace = { x, y, width, height, maximized: window.isMaximized() };
    try {
      writeFileSync(file, JSON.stringify(place));
    } catch (error) {
      console.error(`The position of the window could not be saved in ${file}:`, error);
    }
  });
}

/** Context isolation, sandbox and no Node in the page. `hardenContents` denies navigation. */
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

/** The presenter's window starts empty and without a preload script; the page that opened it fills it. */
const NOTES_WINDOW = 'dialogram-notes';

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

/** True for a message of our page's main frame. */
export function isOwnFrame(event: {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && frame.url.split(/[?#]/)[0] === PAGE_URL;
}

export function showWhenReady(window: Pick<BrowserWindow, 'once' | 'show'>): void {
  window.once('ready-to-show', () => window.show());
}
