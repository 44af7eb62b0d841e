const PATHS = {
  minus: 'M3 8h10',
  plus: 'M8 3v10M3 8h10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M6 8h4M8 6v4',
  home: 'M3 8h7M7 5l3 3-3 3M13 3v10',
  tidy: 'M2.5 8H6M6 8c2 0 2-4.5 4-4.5h3.5M6 8h7.5M6 8c2 0 2 4.5 4 4.5h3.5',
  legend: 'M2.5 4h2M7 4h6.5M2.5 8h2M7 8h6.5M2.5 12h2M7 12h6.5',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.7 10.7L14 14',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  picture: 'M8 2.5v7.5M5 7.2L8 10.2l3-3M3 13.5h10',
} as const;

export type GraphIconName = keyof typeof PATHS;

/** A 16 px line icon of the picture's own tools. */
export function GraphIcon({ name }: { readonly name: GraphIconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A square button with such an icon; `label` is its name and its tooltip. */
export function ToolButton({
  icon,
  label,
  pressed,
  disabled,
  onPress,
}: {
  readonly icon: GraphIconName;
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <button
      type="button"
      className="button button-quiet button-icon"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      <GraphIcon name={icon} />
    </button>
  );
}
