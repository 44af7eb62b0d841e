import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './tag-chip.css';

type ChipKind = 'machine' | 'person' | 'archived' | 'removed';

/** The looks of a tag: a person's carries a lock, an archived one is pale, one taken away is struck. */
export function chipClass(kind: ChipKind): string {
  return `chip chip-${kind}`;
}

/** What stands in a chip; the chip itself may be a button, a span or a menu's button. */
export function ChipContent({
  name,
  kind,
  children,
}: {
  readonly name: string;
  readonly kind: ChipKind;
  readonly children?: ReactNode;
}) {
  return (
    <>
      {kind === 'person' && <Icon name="lock" />}
      <span className="chip-name">#{name}</span>
      {children}
    </>
  );
}
