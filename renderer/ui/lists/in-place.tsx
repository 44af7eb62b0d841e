import { Children, type ReactNode } from 'react';

interface InPlaceProps<Item> {
  readonly of: readonly Item[];
  readonly children: (item: Item, at: number) => ReactNode;
}

export function InPlace<Item>({ of, children }: InPlaceProps<Item>) {
  return Children.toArray(of.map(children));
}
