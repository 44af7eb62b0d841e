/** So far the pointer goes before a press becomes a move. */
export const LEAST_MOVE_PX = 4;

const KEY_PX = 10;
/** How far a key moves what it is pressed at. */
export const MOVING_KEYS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-KEY_PX, 0],
  ArrowRight: [KEY_PX, 0],
  ArrowUp: [0, -KEY_PX],
  ArrowDown: [0, KEY_PX],
};
