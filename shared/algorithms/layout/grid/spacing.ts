export interface Arrangement {
  /** States as cards with their totals, or as the circles and tagged transitions of a DFA. */
  readonly notation: 'boxes' | 'dfa';
  readonly direction: 'right' | 'down';
  /** Width divided by height of the space to fill; null if the picture may be as large as it needs. */
  readonly ratio: number | null;
}

export const PLAIN_ARRANGEMENT: Arrangement = { notation: 'boxes', direction: 'right', ratio: null };

/** Distances between states, in px. Levels follow the reading direction, rows are across it. */
export interface Spacing {
  readonly direction: Arrangement['direction'];
  readonly rowPx: number;
  readonly mostLabelPx: number;
  /** From left to right: extra space between two levels. From the top down: distance of levels. */
  readonly levelPx: number;
  /** From top to bottom, neighbors are staggered over this many levels, so that labels fit. */
  readonly steps: number;
}

const ROW_PX = 30;
const MOST_ROW_PX = 64;
/** Width divided by height of the graph in a usual window. */
const WINDOW_RATIO = 1.5;
export const STATE_PX = 17;
export const MAX_LABEL_PX = 168;

/** From top to bottom: height of a step, and free space below the lowest step. */
export const STEP_PX = 20;
const FREE_PX = 60;
const ROW_DOWN_PX = 60;
/** Space between a label and the next state, where a loop may turn. */
const BESIDE_PX = 20;

/** Returns the spacing for a picture that need not fill a page. */
export function plainSpacing(direction: Arrangement['direction']): Spacing {
  return direction === 'right'
    ? { direction, rowPx: ROW_PX, mostLabelPx: MAX_LABEL_PX, levelPx: 0, steps: 1 }
    : downSpacing(ROW_DOWN_PX, 0);
}

function downSpacing(rowPx: number, leastLevelPx: number): Spacing {
  const steps = rowPx >= 150 ? 1 : rowPx >= 90 ? 2 : 3;
  return {
    direction: 'down',
    rowPx,
    mostLabelPx: Math.min(MAX_LABEL_PX, steps * rowPx - 2 * STATE_PX - BESIDE_PX),
    levelPx: Math.max(leastLevelPx, FREE_PX + STEP_PX * (steps - 1)),
    steps,
  };
}

/** Returns the readable spacing closest to a ratio. Cuts labels if the picture is too wide, then spreads its rows. */
export function fittedSpacing(
  { direction, ratio }: Arrangement,
  { levels, rows }: { readonly levels: number; readonly rows: number },
  widthAt: (mostLabelPx: number) => number,
): Spacing {
  const plain = plainSpacing(direction);
  const within = (least: number, value: number, most: number): number =>
    Math.round(Math.max(least, Math.min(most, value)));
  if (levels < 2) return plain;
  // Rows of a wide picture move apart, since a window shows it small.
  if (ratio === null)
    return direction === 'down'
      ? plain
      : { ...plain, rowPx: within(ROW_PX, widthAt(MAX_LABEL_PX) / WINDOW_RATIO / rows, MOST_ROW_PX) };
  if (direction === 'down') {
    const rowPx = within(44, (ratio * levels * plain.levelPx) / rows, 200);
    return downSpacing(rowPx, within(0, (rows * rowPx) / (ratio * levels), 150));
  }
  const height = rows * ROW_PX;
  const cuts = [MAX_LABEL_PX, 148, 128, 108, 92];
  const mostLabelPx = cuts.find((px) => widthAt(px) <= ratio * height) ?? 92;
  const width = widthAt(mostLabelPx);
  return {
    direction,
    mostLabelPx,
    rowPx: within(ROW_PX, width / ratio / rows, MOST_ROW_PX),
    levelPx: within(0, (ratio * height - width) / (levels - 1), 160),
    steps: 1,
  };
}
