/** Adds an item to a slot when the page starts. */
export type Fill = () => void;

/** A list that other features add to, such as the tabs of a view or the buttons of a page. */
interface Slot<Item> {
  /** The items, in the order of the features. */
  readonly items: readonly Item[];
  fill(item: Item): Fill;
}

export function defineSlot<Item>(): Slot<Item> {
  const items: Item[] = [];
  return { items, fill: (item) => () => void items.push(item) };
}
