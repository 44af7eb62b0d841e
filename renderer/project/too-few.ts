/** With fewer dialogues or turns, one more of them can change a share a lot. */
const ENOUGH = 30;

/**
 * Warns that a result rests on too little, as the sentence that follows it.
 * @param things in the plural, such as "dialogues"
 * @returns none if there are enough
 */
export const tooFew = (count: number, things: string): string[] =>
  count < ENOUGH ? [`These are too few ${things} to rely on: it takes at least ${ENOUGH}.`] : [];
