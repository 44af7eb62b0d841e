import { Children, type ReactNode } from 'react';

interface InPlaceProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item, at: number) => ReactNode;
}

/** A list whose items never change places, such as stored turns, so that their index is their key. */
export function InPlace<Item>({ of, children }: InPlaceProps<Item>) {
  return Children.toArray(of.map(children));
}
