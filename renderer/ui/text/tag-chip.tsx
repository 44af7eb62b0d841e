import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import './tag-chip.css';

type ChipKind = 'machine' | 'person' | 'archived' | 'removed';

/** Returns a chip's class: a person's tag has a lock, an archived one is pale, a removed one is struck. */
export function chipClass(kind: ChipKind): string {
  return `chip chip-${kind}`;
}

/** The content of a chip; the chip itself may be a button, a span or a menu button. */
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
