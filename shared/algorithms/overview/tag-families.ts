/** The suffix after the first words of a family's tags. */
const ANY = '*';

/** True of the name of a family. */
export const isFamily = (tag: string): boolean => tag.endsWith(ANY);

/**
 * The families a tag is of: all tags that begin with the same words ("hotel_ask_price" is of "hotel_ask_*" and of
 * "hotel_*"). A name says itself which tags it stands for, so nothing more is kept of a family.
 *
 * @returns the closest first; none of a tag of one word
 */
export function familiesOf(tag: string): string[] {
  const families: string[] = [];
  for (const { index, 0: separator } of tag.matchAll(/[-_.:/ ]+/g)) {
    const end = index + separator.length;
    if (index > 0 && end < tag.length) families.unshift(`${tag.slice(0, end)}${ANY}`);
  }
  return families;
}

/**
 * Returns the name by which a picture knows a turn: the first of its tags that has one, or else the closest family of
 * the first tag that has a family.
 *
 * @param tags in their given order
 */
export function nameOfRound(tags: readonly string[], isName: (name: string) => boolean): string | undefined {
  return tags.find(isName) ?? tags.flatMap(familiesOf).find(isName);
}
