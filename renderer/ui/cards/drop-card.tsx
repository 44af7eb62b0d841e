import { type DragEvent, type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { nearestNames } from '#shared/algorithms/vocabulary/spelling.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import { takeFocus } from '../hooks/focus.ts';
import { Focusable } from '../panes/focusable.tsx';
import './drop-card.css';
import { Form } from '../inputs/field.tsx';

interface CardNameFieldProps {
  readonly name: string;
  readonly others: readonly string[];
  /** Prefix of every name, such as "#" for tags. */
  readonly sign?: string;
  /** The kind of thing being named, as a noun. */
  readonly kind: string;
  readonly schema: z.ZodType<string>;
  readonly onDone: (name: string | null) => void;
}

/** Renames a card. Asks first if the name resembles another card's. */
export function CardNameField({ name, others, sign = '', kind, schema, onDone }: CardNameFieldProps) {
  const [text, setText] = useState(name);
  const [near, setNear] = useState<string | null>(null);
  const parsed = schema.safeParse(text);
  const submit = (typed: string): void => {
    const isNew = typed !== name && !others.includes(typed);
    const [found] = isNew && near === null ? nearestNames(typed, others, 1) : [];
    if (found === undefined) onDone(typed);
    else setNear(others[found] ?? null);
  };
  const typed = parsed.success ? parsed.data : text.trim();
  return (
    <Form
      className="grow"
      onSubmit={() => {
        if (parsed.success) submit(parsed.data);
      }}
    >
      <input
        className="input"
        aria-label={`New name of ${sign}${name}`}
        aria-invalid={!parsed.success}
        title={parsed.success ? undefined : parsed.error.issues[0]?.message}
        value={text}
        ref={takeFocus}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setNear(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
        }}
        onBlur={() => onDone(null)}
      />
      {near && (
        <p className="small warning" role="status">
          No {kind} is called {sign}
          {typed}. Did you mean {sign}
          {near}? Enter uses the new name, Esc cancels.
        </p>
      )}
    </Form>
  );
}

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

interface CardSentenceProps {
  readonly text: string;
  /** Its index on the card, for keyboard commands. */
  readonly number: number;
  readonly title: string;
  readonly onOpen: () => void;
  /** Null while it cannot be dragged. */
  readonly onTake: (() => void) | null;
  readonly onLetGo: () => void;
}

export function CardSentence({ text, number, title, onOpen, onTake, onLetGo }: CardSentenceProps) {
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
