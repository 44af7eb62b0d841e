import type { Arrangement } from '#shared/algorithms/layout/grid/spacing.ts';
import { PICTURE_PAGES, type PicturePage, pageRatio } from '#shared/algorithms/layout/picture/look.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';

const NOTATIONS = [
  { notation: 'boxes', label: 'Boxes' },
  { notation: 'dfa', label: 'DFA' },
] as const;

const DIRECTIONS = [
  { direction: 'right', label: 'Left to right' },
  { direction: 'down', label: 'Top down' },
] as const;

const FITS: Readonly<Record<PicturePage, string>> = {
  free: 'The room it needs',
  '16:9': 'A slide, 16:9',
  '4:3': 'A slide, 4:3',
  a4: 'A4, landscape',
};

/** Which way the picture is read, and which page its states are spaced for. */
export function ArrangementMenu({
  arrangement,
  onArrange,
  onRelease,
}: {
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
  /** Lets the layout place the states that were moved; not there where none was. */
  readonly onRelease?: () => void;
}) {
  return (
    <Menu
      label="Arrangement"
      buttonLabel={arrangement.direction === 'down' ? 'Top down' : 'Left to right'}
      className="button button-quiet button-icon"
      title="Notation, reading direction and page of the picture"
      entries={[
        { kind: 'heading', label: 'Notation' },
        ...NOTATIONS.map(({ notation, label }) => ({
          kind: 'action' as const,
          label,
          checked: arrangement.notation === notation,
          onSelect: () => onArrange({ ...arrangement, notation }),
        })),
        { kind: 'heading', label: 'Read' },
        ...DIRECTIONS.map(({ direction, label }) => ({
          kind: 'action' as const,
          label,
          checked: arrangement.direction === direction,
          onSelect: () => onArrange({ ...arrangement, direction }),
        })),
        { kind: 'heading', label: 'Laid out for' },
        ...PICTURE_PAGES.map((page) => ({
          kind: 'action' as const,
          label: FITS[page],
          checked: arrangement.ratio === pageRatio(page),
          onSelect: () => onArrange({ ...arrangement, ratio: pageRatio(page) }),
        })),
        ...(onRelease
          ? [
              { kind: 'line' as const },
              { kind: 'action' as const, label: 'Put moved states back', onSelect: onRelease },
            ]
          : []),
      ]}
    >
      <Icon name={arrangement.direction === 'down' ? 'read-down' : 'read-right'} />
    </Menu>
  );
}
