import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { type ButtonKind, buttonClass } from '../inputs/button.tsx';
import { nextIndex } from '../lists/virtual-list.tsx';
import { Icon } from '../text/icon.tsx';

const EDGE = 8;
const GAP = 4;

/** Positions a popup below its button, or above if there is more room, and keeps all of it on the page. */
function placeNear(open: HTMLElement, button: HTMLElement): void {
  const anchor = button.getBoundingClientRect();
  open.style.maxHeight = '';
  const { width, height } = open.getBoundingClientRect();
  const below = window.innerHeight - anchor.bottom - GAP - EDGE;
  const above = anchor.top - GAP - EDGE;
  const under = height <= below || below >= above;
  const shown = Math.min(height, under ? below : above);
  if (shown < height) open.style.maxHeight = `${shown}px`;
  const left = Math.max(EDGE, Math.min(anchor.left, window.innerWidth - width - EDGE));
  open.style.left = `${left}px`;
  open.style.top = `${under ? anchor.bottom + GAP : anchor.top - GAP - shown}px`;
}

const QUIET_MS = 350;

/** Hides the open card. Only one card is open at a time, by pointer or by focus. */
let hideOpen = (): void => undefined;

interface HintCardProps {
  /** Returns the card. Called only when the card is shown, so that its data is not fetched earlier. */
  readonly card: () => ReactNode;
  readonly children: (describedBy: string | undefined) => ReactNode;
}

/** Shows a card on keyboard focus or when the pointer rests; Esc hides it. The control is the first child. */
export function HintCard({ card, children }: HintCardProps) {
  const id = useId();
  const box = useRef<HTMLSpanElement>(null);
  const hint = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const show = (ms: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // If someone types in a field, ignore a pointer that happens to rest on a control.
      const typed = document.activeElement?.closest('input, textarea');
      if (typed && !box.current?.contains(typed)) return;
      hideOpen();
      hideOpen = hide;
      setOpen(true);
    }, ms);
  };
  const hide = () => {
    window.clearTimeout(timer.current);
    setOpen(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const element = hint.current;
    const control = box.current?.firstElementChild;
    if (!open || !element || !(control instanceof HTMLElement)) return;
    element.showPopover();
    const place = () => placeNear(element, control);
    place();
    // The content is loaded a moment later.
    const sized = new ResizeObserver(place);
    sized.observe(element);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setOpen(false);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      sized.disconnect();
      document.removeEventListener('keydown', onKeyDown, { capture: true });
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens to events of the control inside
    <span
      ref={box}
      className="shrink inline-flex full"
      onPointerEnter={() => show(QUIET_MS)}
      onPointerLeave={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={hide}
    >
      {children(open ? id : undefined)}
      {open && (
        <div
          ref={hint}
          id={id}
          popover="manual"
          role="tooltip"
          className="hint-card pad-2-3 scrolls rounded-large outline fixed fill-1 no-margin no-pointer shadow text-1"
        >
          {card()}
        </div>
      )}
    </span>
  );
}

export type MenuEntry =
  | { readonly kind: 'line' }
  | { readonly kind: 'heading'; readonly label: string }
  | {
      readonly kind?: never;
      readonly label: string;
      readonly hint?: string;
      readonly side?: string;
      readonly checked?: boolean;
      /** True if several entries can be checked at the same time. */
      readonly beside?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    };

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

export function moveInMenu(event: ReactKeyboardEvent<HTMLElement>): void {
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

interface MenuProps {
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
}: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
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

type DropMenuProps = Omit<MenuProps, 'children'> & {
  readonly kind?: ButtonKind;
  readonly small?: boolean;
  readonly children?: ReactNode;
};

/** A menu under a button with an arrow. The button shows the label, unless it has other content. */
export function DropMenu({ kind = 'plain', small = false, className, children, ...rest }: DropMenuProps) {
  return (
    <Menu className={buttonClass(kind, small, className)} {...rest}>
      {children ?? rest.label}
      <Icon name="chevron-down" />
    </Menu>
  );
}

function keyOf(entry: MenuEntry, index: number): string {
  return entry.kind === 'line' ? `line ${index}` : `${index} ${entry.label}`;
}

interface EntryProps {
  readonly entry: MenuEntry;
  readonly menu: React.RefObject<HTMLDivElement | null>;
}

function Entry({ entry, menu }: EntryProps) {
  if (entry.kind === 'line') return <div className="menu-line above-1 below-1" aria-hidden="true" />;
  if (entry.kind === 'heading') {
    return (
      <div className="menu-heading quiet small" role="presentation">
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
      className="menu-item wide middle min-control no-border grid rounded no-fill pointer to-start"
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
      <span className="menu-item-label clamp in-2">{entry.label}</span>
      {entry.hint && <span className="menu-item-hint clamp quiet small in-2">{entry.hint}</span>}
      {entry.side && <span className="menu-item-side quiet small indent-4">{entry.side}</span>}
    </button>
  );
}
