import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import { PICTURE_PAGES, type PicturePage, pageRatio } from '#shared/algorithms/layout/picture/look.ts';
import { DropMenu, type MenuEntry } from '../../ui/overlays/menu.tsx';

const NOTATIONS = [
  { notation: 'boxes', label: 'Boxes' },
  { notation: 'dfa', label: 'DFA' },
] as const;

const DIRECTIONS = [
  { direction: 'right', label: 'Left to right' },
  { direction: 'down', label: 'Top down' },
] as const;

const FITS: Readonly<Record<PicturePage, string>> = {
  free: 'As large as needed',
  '16:9': 'A slide, 16:9',
  '4:3': 'A slide, 4:3',
  a4: 'A4, landscape',
};

export function PictureMenu({
  view,
  arrangement,
  onArrange,
  onRelease,
  onTell,
  onShare,
  onAnnotate,
  onHome,
  onTidy,
  legend,
  onLegend,
  chains,
  onChains,
  groups,
}: {
  /** The actions that only a small picture has in this menu; null for a large picture, which has buttons. */
  readonly view: {
    readonly onFit: () => void;
    readonly onZoom: (by: 1 | -1) => void;
    readonly choices: boolean;
    readonly onChoices: () => void;
  } | null;
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
  readonly onRelease: (() => void) | null;
  readonly onTell: (() => void) | null;
  readonly onShare: (() => void) | null;
  readonly onAnnotate: (() => void) | null;
  readonly onHome: () => void;
  readonly onTidy: () => void;
  readonly legend: boolean;
  readonly onLegend: () => void;
  readonly chains: boolean;
  readonly onChains: () => void;
  /** The groups of states, and which of them are shown as one box; null if states cannot be grouped. */
  readonly groups: {
    readonly phases: readonly string[];
    readonly closed: readonly string[];
    readonly onClose: (closed: readonly string[]) => void;
  } | null;
}) {
  const offered = (label: string, onSelect: (() => void) | null): MenuEntry[] =>
    onSelect ? [{ label, onSelect }] : [];
  const passedOn = [
    ...offered('Add to the story', onTell),
    ...offered('Share the picture…', onShare),
    ...offered('Annotate…', onAnnotate),
  ];
  const entries: MenuEntry[] = [
    ...(view
      ? ([
          { label: 'Fit the whole picture', onSelect: view.onFit },
          { label: 'Zoom in', onSelect: () => view.onZoom(1) },
          { label: 'Zoom out', onSelect: () => view.onZoom(-1) },
          { label: 'Show and filter', checked: view.choices, beside: true, onSelect: view.onChoices },
          { kind: 'line' },
        ] as const)
      : []),
    ...passedOn,
    ...(passedOn.length > 0 ? [{ kind: 'line' } as const] : []),
    { label: 'Legend', checked: legend, beside: true, onSelect: onLegend },
    { label: 'Draw chains of states as one transition', checked: chains, beside: true, onSelect: onChains },
    { label: 'Go to the start', onSelect: onHome },
    { label: 'Lay out again', onSelect: onTidy },
    ...offered('Reset the positions of all states', onRelease),
    { kind: 'heading', label: 'Notation' },
    ...NOTATIONS.map(
      ({ notation, label }): MenuEntry => ({
        label,
        checked: arrangement.notation === notation,
        onSelect: () => onArrange({ ...arrangement, notation }),
      }),
    ),
    { kind: 'heading', label: 'Direction' },
    ...DIRECTIONS.map(
      ({ direction, label }): MenuEntry => ({
        label,
        checked: arrangement.direction === direction,
        onSelect: () => onArrange({ ...arrangement, direction }),
      }),
    ),
    { kind: 'heading', label: 'Page' },
    ...PICTURE_PAGES.map(
      (page): MenuEntry => ({
        label: FITS[page],
        checked: arrangement.ratio === pageRatio(page),
        onSelect: () => onArrange({ ...arrangement, ratio: pageRatio(page) }),
      }),
    ),
    ...(groups ? groupEntries(groups) : []),
  ];
  return <DropMenu small kind="quiet" label="Picture" entries={entries} />;
}

function groupEntries({
  phases,
  closed,
  onClose,
}: {
  readonly phases: readonly string[];
  readonly closed: readonly string[];
  readonly onClose: (closed: readonly string[]) => void;
}): MenuEntry[] {
  if (phases.length === 0)
    return [
      { kind: 'heading', label: 'Groups' },
      {
        label: 'No groups yet',
        hint: 'Shift-click states or drag a frame around them, then group them.',
        disabled: true,
        onSelect: () => {},
      },
    ];
  return [
    { kind: 'heading', label: 'Groups drawn as one box' },
    ...phases.map(
      (phase): MenuEntry => ({
        label: phase,
        checked: closed.includes(phase),
        beside: true,
        onSelect: () =>
          onClose(closed.includes(phase) ? closed.filter((one) => one !== phase) : [...closed, phase]),
      }),
    ),
    ...(phases.length > 1
      ? [
          { kind: 'line' } as const,
          { label: 'Close all groups', onSelect: () => onClose(phases) } as const,
          { label: 'Open all groups', onSelect: () => onClose([]) } as const,
        ]
      : []),
  ];
}
