/** All letters of a small picture, except totals. */
export const TEXT_FONT_PX = 14;
export const NAME_LINE_PX = 17;
export const TOTAL_FONT_PX = 15;
/** The smallest letters of a fitted picture, in px on the screen. */
export const LEAST_FONT_PX = 10;
export const SHARE_GAP_PX = 6;
export const TOTAL_LINE_PX = 18;

export const cardTextPx = ({
  lines = [],
  value,
  share = '',
}: {
  readonly lines?: readonly string[];
  readonly value: string;
  readonly share?: string;
}): number => lines.length * NAME_LINE_PX + (value + share === '' ? 0 : TOTAL_LINE_PX);

/** The smallest scale of a default picture in a usual window. It is readable in a slightly smaller one, too. */
export const LEAST_SCALE = 10 / 12;

export const USUAL_STAGE = { width: 840, height: 560 };
