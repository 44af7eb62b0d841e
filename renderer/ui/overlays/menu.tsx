import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { nextIndex } from '../lists/roving.ts';
import { Icon } from '../text/icon.tsx';
import { placeNear } from './place-near.ts';
import './menu.css';

export type MenuEntry =
  | { readonly kind: 'line' }
  | { readonly kind: 'heading'; readonly label: string }
  | {
      readonly kind: 'action';
      readonly label: string;
      readonly hint?: string;
      /** Remark on the right, such as the keys. */
      readonly side?: string;
      /** Present if the entry is one of several to choose from. */
      readonly checked?: boolean;
      /** True if other entries can be checked too. */
      readonly beside?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    };

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** Handles keys: arrows, Home and End move the focus, a letter goes to the next entry that starts with it. */
export function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const all = itemsOf(event.currentTarget);
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
  const next = nextIndex(event.key, at, all.length, { axis: 'vertical', wrap: true });
  if (next !== null) {
    event.preventDefault();
    all[next]?.focus();
  } else if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    [...all.slice(at + 1), ...all.slice(0, at + 1)]
      .find((item) => item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))
      ?.focus();
  }
}

/** A button with a menu in the top layer, so that no panel clips it. Esc, a click or a choice closes it. */
export function Menu({
  label,
  buttonLabel,
  entries,
  className,
  children,
  disabled,
  title,
  button: extra,
  opensByArrow = true,
}: {
  readonly label: string;
  /** Accessible name of the button, if its content is not enough; starts with the visible text. */
  readonly buttonLabel?: string;
  readonly entries: readonly MenuEntry[];
  readonly className?: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  readonly title?: string;
  /** More attributes for the button, for lists that manage the focus themselves. */
  readonly button?: { readonly tabIndex?: number; readonly [data: `data-${string}`]: string | number };
  /** True if Arrow Down opens the menu; false if it has another meaning around the button. */
  readonly opensByArrow?: boolean;
}) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') menu.current?.hidePopover();
    else moveInMenu(event);
    event.stopPropagation();
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? 'button'}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={buttonLabel}
        title={title}
        disabled={disabled}
        {...extra}
        onKeyDown={(event) => {
          if (!opensByArrow || event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          menu.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="menu"
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
          if (!opened) return;
          requestAnimationFrame(() => {
            if (!menu.current || !button.current) return;
            placeNear(menu.current, button.current);
            const all = itemsOf(menu.current);
            (all.find((item) => item.getAttribute('aria-checked') === 'true') ?? all[0])?.focus();
          });
        }}
      >
        {open && entries.map((entry, index) => <Entry key={keyOf(entry, index)} entry={entry} menu={menu} />)}
      </div>
    </>
  );
}

function keyOf(entry: MenuEntry, index: number): string {
  return entry.kind === 'line' ? `line ${index}` : `${index} ${entry.label}`;
}

function Entry({
  entry,
  menu,
}: {
  readonly entry: MenuEntry;
  readonly menu: React.RefObject<HTMLDivElement | null>;
}) {
  if (entry.kind === 'line') return <div className="menu-line" aria-hidden="true" />;
  if (entry.kind === 'heading') {
    return (
      <div className="menu-heading" role="presentation">
        {entry.label}
      </div>
    );
  }
  const role =
    entry.checked === undefined
      ? { role: 'menuitem' }
      : { role: entry.beside ? 'menuitemcheckbox' : 'menuitemradio', 'aria-checked': entry.checked };
  return (
    <button
      type="button"
      className="menu-item"
      {...role}
      aria-disabled={entry.disabled || undefined}
      tabIndex={-1}
      onClick={() => {
        if (entry.disabled) return;
        menu.current?.hidePopover();
        entry.onSelect();
      }}
    >
      {entry.checked && <Icon name="check" />}
      <span className="menu-item-text">{entry.label}</span>
      {entry.hint && <span className="menu-item-hint">{entry.hint}</span>}
      {entry.side && <span className="menu-item-side">{entry.side}</span>}
    </button>
  );
}
