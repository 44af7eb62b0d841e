/** The pointer must move this far before a press becomes a move. */
export const LEAST_MOVE_PX = 4;

const KEY_PX = 10;
/** The distance that a key moves a state. */
export const MOVING_KEYS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-KEY_PX, 0],
  ArrowRight: [KEY_PX, 0],
  ArrowUp: [0, -KEY_PX],
  ArrowDown: [0, KEY_PX],
};
