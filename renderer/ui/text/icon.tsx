import type { ReactNode } from 'react';
import './tag-chip.css';

/** A key shown on a control; screen readers read it from `aria-keyshortcuts`. */
export function KeyCap({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <span aria-hidden="true">
      <kbd>{text}</kbd>
    </span>
  );
}

const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  'chevron-down': 'M4 6l4 4 4-4',
  'chevron-up': 'M4 10l4-4 4 4',
  'chevron-right': 'M6 4l4 4-4 4',
  'chevron-left': 'M10 4L6 8l4 4',
  undo: 'M6 3L3 6l3 3M3 6h6.5a3.5 3.5 0 010 7H6',
  redo: 'M10 3l3 3-3 3M13 6H6.5a3.5 3.5 0 000 7H10',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.7 10.7L14 14',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M6 8h4M8 6v4',
  home: 'M3 8h7M7 5l3 3-3 3M13 3v10',
  tidy: 'M2.5 8H6M6 8c2 0 2-4.5 4-4.5h3.5M6 8h7.5M6 8c2 0 2 4.5 4 4.5h3.5',
  legend: 'M2.5 4h2M7 4h6.5M2.5 8h2M7 8h6.5M2.5 12h2M7 12h6.5',
  check: 'M3 8.5L6.5 12 13 4.5',
  lock: 'M4 7.5h8V13H4zM5.5 7.5V5a2.5 2.5 0 015 0v2.5',
  alert: 'M8 2.5L14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1',
  info: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 7.4v3.6M8 5v.1',
  help: 'M8 14A6 6 0 108 2a6 6 0 000 12zM6.2 6.4a1.8 1.8 0 113 1.4c-.7.5-1.2.8-1.2 1.6M8 11.4v.1',
  sun: 'M8 10.8a2.8 2.8 0 100-5.6 2.8 2.8 0 000 5.6zM8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13.2 9.6A5.6 5.6 0 016.4 2.8a5.6 5.6 0 106.8 6.8z',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  path: 'M3.5 12.5a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM12.5 6.5a1.5 1.5 0 100-3 1.5 1.5 0 000 3zM5 11h3.5c3 0 0-6 2.5-6',
  download: 'M8 2.5v7.5M5 7.2L8 10.2l3-3M3 13.5h10',
  grip: 'M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.6M9.2 7v3.6',
  restore: 'M3 8a5 5 0 105-5c-1.8 0-3.2.8-4.2 2M3.5 2.5V5.3h2.8',
  play: 'M5 3l8 5-8 5z',
  'read-right': 'M2.5 4.5v7M5 8h8.5M10 4.5L13.5 8 10 11.5',
  'read-down': 'M4.5 2.5h7M8 5v8.5M4.5 10L8 13.5 11.5 10',
  story: 'M2.5 3h11v7.5h-11zM8 10.5v3M5.5 13.5h5M8 4.8v3.9M6 6.75h4',
  annotate: 'M2.5 3h11v6.5H9L6 12.5V9.5H2.5zM11 13.5h3',
  quote: 'M3 9.5c0-3 1-5 3.5-6M3 9.5h3.5v3H3zM9.5 9.5c0-3 1-5 3.5-6M9.5 9.5H13v3H9.5z',
  command:
    'M6 6h4v4H6zM6 6H4.5A1.5 1.5 0 116 4.5zM10 6V4.5A1.5 1.5 0 1111.5 6zM10 10h1.5a1.5 1.5 0 11-1.5 1.5zM6 10v1.5A1.5 1.5 0 114.5 10z',
  comment: 'M2.5 3h11v8H7.5L5 13.5V11H2.5z',
  pin: 'M6 2.5h4l-.5 4 2 2.5h-7l2-2.5zM8 9v4.5',
  choices: 'M2.5 5h5M11 5h2.5M2.5 11h2.5M8.5 11h5M9.2 3.2v3.6M6.8 9.2v3.6',
  box: 'M2.5 5h8.5v8.5H2.5zM5 5V2.5h8.5V11H11',
  chain: 'M2 8h2.5M11.5 8H14M6.5 8h.01M8 8h.01M9.5 8h.01',
  fold: 'M2.5 3h11v10h-11zM10 3v10',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

type ChipKind = 'machine' | 'person' | 'archived' | 'removed';

/** Returns a chip's class: a person's tag has a lock, an archived one is pale, a removed one is struck. */
export function chipClass(kind: ChipKind): string {
  return `chip chip-${kind}`;
}

interface ChipContentProps {
  readonly name: string;
  readonly kind: ChipKind;
  readonly children?: ReactNode;
}

export function ChipContent({ name, kind, children }: ChipContentProps) {
  return (
    <>
      {kind === 'person' && <Icon name="lock" />}
      <span className="chip-name clip">#{name}</span>
      {children}
    </>
  );
}

interface ChipButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly title: string;
  readonly tabIndex: number;
  readonly onClick: () => void;
}

/** A button with an icon behind the chips of a turn. */
export function ChipButton({ icon, label, ...rest }: ChipButtonProps) {
  return (
    <button type="button" className="chip chip-add" aria-label={label} data-stop="" {...rest}>
      <Icon name={icon} />
    </button>
  );
}

interface RemovedChipProps {
  readonly name: string;
  readonly tabIndex: number;
  readonly onRestore: () => void;
}

export function RemovedChip({ name, tabIndex, onRestore }: RemovedChipProps) {
  return (
    <button
      type="button"
      className={chipClass('removed')}
      aria-label={`Restore #${name}`}
      title={`#${name} was removed. Restore it.`}
      tabIndex={tabIndex}
      data-stop=""
      onClick={onRestore}
    >
      <ChipContent name={name} kind="removed">
        <Icon name="restore" />
      </ChipContent>
    </button>
  );
}
