import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import { ROLE_NAMES, ROLES } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { narrowFilterBy } from '../../project/dialogue-filter.ts';
import { showSide } from '../../project/view.ts';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { describeNotDrawn } from './advice-bar.tsx';

/** Says how many turns the picture passes over, with a list of their moves; renders nothing if it draws all. */
export function NotDrawnNote({ automaton }: { readonly automaton: AutomatonSummary }) {
  const { notDrawn } = automaton.report;
  if (!notDrawn || notDrawn.turns === 0) return null;
  const entries = ROLES.toReversed().flatMap((role): MenuEntry[] => {
    const own = notDrawn.moves.filter((move) => move.role === role);
    if (own.length === 0) return [];
    return [
      { kind: 'heading', label: `Not drawn, ${ROLE_NAMES[role]}` },
      ...own.map(
        ({ tag, turns }): MenuEntry => ({
          kind: 'action',
          label: spokenTag(tag),
          side: formatAmount(turns, 'turn'),
          onSelect: () => {
            narrowFilterBy(writeWhere({ kind: 'tag', tag }));
            showSide('dialogues');
          },
        }),
      ),
    ];
  });
  const what = automaton.tagger === 'annotations' ? 'tag' : 'move';
  return (
    <span className="graph-chip">
      {describeNotDrawn(notDrawn.turns, notDrawn.of, what)}
      <Menu
        label="Turns that are not drawn"
        entries={entries}
        className="button button-small"
        title="Choose one to list its dialogues. More states draw more of them."
      >
        Show them
      </Menu>
    </span>
  );
}
