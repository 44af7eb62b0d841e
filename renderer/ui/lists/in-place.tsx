import { Children, type ReactNode } from 'react';

/** A list whose items never change places, such as the turns of a kept conversation: each is known by where it stands. */
export function InPlace<Item>({
  of,
  children,
}: {
  readonly of: readonly Item[];
  readonly children: (item: Item, at: number) => ReactNode;
}) {
  return Children.toArray(of.map(children));
}
