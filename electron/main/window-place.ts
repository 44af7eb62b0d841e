import { readFileSync, writeFileSync } from 'node:fs';
import type { BrowserWindow, Rectangle } from 'electron';
import { z } from 'zod';

const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1).max(100_000),
  height: z.int().min(1).max(100_000),
  maximized: z.boolean(),
});
type WindowPlace = z.infer<typeof placeSchema>;

/** Pixels of a window that must be on a screen, so it can be grabbed. */
const GRIP_PX = 100;

/**
 * Returns the last place of the window; null if unknown, or no longer on any screen.
 * @param screens the current work areas
 */
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
    // The title bar is at the top, so the top must be on the screen.
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
      console.error(`Where the window was could not be kept in ${file}:`, error);
    }
  });
}
