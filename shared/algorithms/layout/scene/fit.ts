import type { Box } from '../labels/taken-boxes.ts';
import { LEAST_FONT_PX, TEXT_FONT_PX, USUAL_STAGE } from '../layered/card-measures.ts';
import type { Scene } from './scene.ts';

export const PAD_PX = 16;
const LARGEST_FIT = 1.25;

/** The scale at which everything fits; small pictures are slightly enlarged. */
export function wholeScale(bounds: Box, stage: { readonly width: number; readonly height: number }): number {
  const width = Math.max(1, bounds.right - bounds.left);
  const height = Math.max(1, bounds.bottom - bounds.top);
  const k = Math.min(LARGEST_FIT, (stage.width - 2 * PAD_PX) / width, (stage.height - 2 * PAD_PX) / height);
  return Math.max(0.01, k);
}

/** The stage height at which a fitted picture is readable; 0 if a usual window is too low. */
export function readableHeight({ bounds, isSmall }: Pick<Scene, 'bounds' | 'isSmall'>): number {
  // Labels of large pictures keep their size on the screen.
  if (!isSmall) return 0;
  const height = ((bounds.bottom - bounds.top) * LEAST_FONT_PX) / TEXT_FONT_PX + 2 * PAD_PX;
  return height > USUAL_STAGE.height ? 0 : Math.ceil(height);
}
