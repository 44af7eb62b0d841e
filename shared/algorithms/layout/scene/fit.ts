import { COUNT_FONT_PX } from '../labels/edge-labels.ts';
import type { Box } from '../labels/taken-boxes.ts';
import { NAME_FONT_PX, SHARE_FONT_PX } from '../layered/card-measures.ts';
import type { Scene } from './scene.ts';

interface Stage {
  readonly width: number;
  readonly height: number;
}

/** Px around a picture that is fitted. */
export const PAD_PX = 16;
const LARGEST_FIT = 1.25;

/** The scale at which everything fits; small pictures are slightly enlarged. */
export function wholeScale(bounds: Box, stage: Stage): number {
  const width = Math.max(1, bounds.right - bounds.left);
  const height = Math.max(1, bounds.bottom - bounds.top);
  const k = Math.min(LARGEST_FIT, (stage.width - 2 * PAD_PX) / width, (stage.height - 2 * PAD_PX) / height);
  return Math.max(0.01, k);
}

/** Px on the screen that the smallest letters of a picture have where all of it is fitted into a stage. */
export const leastFontAt = ({ bounds }: Pick<Scene, 'bounds'>, stage: Stage): number =>
  wholeScale(bounds, stage) * Math.min(NAME_FONT_PX, SHARE_FONT_PX, COUNT_FONT_PX);
