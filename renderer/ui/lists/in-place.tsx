import { Children, type ReactNode } from 'react';

/** A list whose items never change places, such as stored turns, so that their index is their key. */
export function InPlace<Item>({
  of,
  children,
}: {
  readonly of: readonly Item[];
  readonly children: (item: Item, at: number) => ReactNode;
}) {
  return Children.toArray(of.map(children));
}
