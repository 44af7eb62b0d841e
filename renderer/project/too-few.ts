/** With fewer dialogues or turns, one more can change a share a lot. */
const ENOUGH = 30;

/**
 * Returns a warning that a result is based on too few, or none if there are enough.
 * @param things in the plural, such as "dialogues"
 */
export const tooFew = (count: number, things: string): string[] =>
  count < ENOUGH ? [`These are too few ${things} to rely on: it takes at least ${ENOUGH}.`] : [];
