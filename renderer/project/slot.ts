/** Puts something into a slot, once the page starts. */
export type Fill = () => void;

/** A place of a feature that others fill: the tabs of its view, buttons on its pages. */
interface Slot<Item> {
  /** What fills it, by the order of the features. */
  readonly items: readonly Item[];
  fill(item: Item): Fill;
}

export function defineSlot<Item>(): Slot<Item> {
  const items: Item[] = [];
  return { items, fill: (item) => () => void items.push(item) };
}
