import type { BrowserWindow } from 'electron';
import { z } from 'zod';
import { settingsFile } from '#backend/machine/settings.ts';
import { ZOOM_STEPS } from '#shared/contract/native.ts';

type Zoomed = { readonly webContents: Pick<BrowserWindow['webContents'], 'setZoomFactor'> };

/** The size of text and everything else in the window. */
export interface Zoom {
  factor(): number;
  /** Sets the nearest step, and keeps it for the next start. */
  set(window: Zoomed, factor: number): void;
  /** One step larger or smaller. */
  step(window: Zoomed, by: 1 | -1): void;
  /** Gives a new page the size that was kept. */
  apply(window: Zoomed): void;
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
