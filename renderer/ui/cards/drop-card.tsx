import { type DragEvent, type ReactNode, useState } from 'react';
import { formatShare } from '#shared/domain/figure-text.ts';
import { Focusable } from '../panes/focusable.tsx';
import './drop-card.css';

/** A card in a grid. It can be dragged onto another card, and accepts drops. */
export function DropCard({
  label,
  className = '',
  dragged,
  isCurrent,
  isTaken,
  isFixed,
  onFocus,
  onTake,
  onLetGo,
  onDrop,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  /** The dragged thing, as text; null if it cannot be dragged. */
  readonly dragged: string | null;
  readonly isCurrent: boolean;
  readonly isTaken: boolean;
  /** True if nothing can be dropped on it. */
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onTake: () => void;
  readonly onLetGo: () => void;
  readonly onDrop: () => void;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const classes = ['drop-card', className, isOver && 'drop-card-over', isTaken && 'drop-card-taken'];
  return (
    <Focusable
      as="li"
      className={classes.filter(Boolean).join(' ')}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-current={isCurrent}
      draggable={dragged !== null}
      onFocus={onFocus}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', dragged ?? '');
        onTake();
      }}
      onDragEnd={onLetGo}
      onDragOver={(event: DragEvent) => {
        if (isFixed) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      {children}
    </Focusable>
  );
}

export function CardShare({ share }: { readonly share: number }) {
  return (
    <meter
      className="drop-card-share"
      min={0}
      max={1}
      value={share}
      title={formatShare(share)}
      aria-hidden="true"
    />
  );
}

/** A sentence on a card, which can be dragged onto another card. */
export function CardSentence({
  text,
  number,
  title,
  onOpen,
  onTake,
  onLetGo,
}: {
  readonly text: string;
  /** Its position on the card, from 0, by which keyboard commands find it. */
  readonly number: number;
  readonly title: string;
  readonly onOpen: () => void;
  /** Null while it cannot be dragged. */
  readonly onTake: (() => void) | null;
  readonly onLetGo: () => void;
}) {
  return (
    <li
      draggable={onTake !== null}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.setData('text/plain', text);
        onTake?.();
      }}
      onDragEnd={(event) => {
        event.stopPropagation();
        onLetGo();
      }}
    >
      <button type="button" className="card-sentence" data-sentence={number} title={title} onClick={onOpen}>
        {text}
      </button>
    </li>
  );
}
