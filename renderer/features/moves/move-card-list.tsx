import { tagNameSchema } from '#shared/contract/base.ts';
import type { MoveCard, RoleMoves } from '#shared/contract/moves.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { CardDeck } from '../../project/cards/card-deck.tsx';
import { useTagEdits } from '../../project/tags/tag-finder.tsx';
import { changeMoves, movesCommands, useMoveEdit, useMoves } from './moves-state.ts';

interface MoveCardListProps {
  readonly run: RunId;
  readonly role: RoleMoves;
  readonly isPreview: boolean;
}

export function MoveCardList({ run, role: { role, moves }, isPreview }: MoveCardListProps) {
  const open = useMoves((state) => state.open);
  const edit = useMoveEdit(run);
  const { apply } = useTagEdits(run);
  const show = ({ name }: MoveCard): void => changeMoves({ open: open === name ? null : name });
  return (
    <CardDeck
      label={`Moves of the ${ROLE_NAMES[role]}`}
      cards={moves}
      kind="move"
      sign="#"
      schema={tagNameSchema}
      isPreview={isPreview}
      commands={{ ...movesCommands, show: movesCommands.turns }}
      sentencesOf={({ central, borderline }) => [...central, ...borderline]}
      givesSentences={({ tag }) => tag !== null}
      describe={({ from, sentence }) =>
        sentence === null
          ? `You picked up #${from.name}. Go to another move and press Enter to merge them. Esc cancels.`
          : `You picked up “${sentence.text}”. Go to its move and press Enter. Esc cancels.`
      }
      onShow={show}
      onMerge={(move, into, done) => edit.mutate({ kind: 'merge', role, move, into }, { onSuccess: done })}
      onPlace={({ turn }, { tag }, on) => {
        if (tag !== null) void apply({ kind: 'replace', turn, tag, by: on.name });
      }}
      onRename={(move, name, done) => edit.mutate({ kind: 'rename', role, move, name }, { onSuccess: done })}
      onSplit={(move) => edit.mutate({ kind: 'split', role, move })}
      className={`move-card-${role}`}
      labelOf={({ name, share }) => `#${name}, ${formatShare(share)} of the turns`}
      figureOf={(card) => (
        <button
          type="button"
          className="link number"
          aria-expanded={open === card.name}
          title={`Show the ${formatAmount(card.turns, 'turn')}`}
          onClick={() => show(card)}
        >
          {formatShare(card.share)}
        </button>
      )}
      bodyOf={({ name, central, borderline, before, after }, sentence) => (
        <>
          <ul aria-label={`Typical sentences of #${name}`}>{central.map(sentence)}</ul>
          {borderline.length > 0 && (
            <>
              <p className="quiet small">Close to another move</p>
              <ul className="move-sentences-borderline" aria-label={`Borderline sentences of #${name}`}>
                {borderline.map((shown, at) => sentence(shown, central.length + at))}
              </ul>
            </>
          )}
          <dl className="move-neighbours grid gap-0-2 small">
            <dt>Before</dt>
            <Neighbours of={before} outside="start" />
            <dt>After</dt>
            <Neighbours of={after} outside="end" />
          </dl>
        </>
      )}
      footOf={({ stability }) => (
        <span
          className="quiet small"
          title="How much of this move is found again when only 70 % of the dialogues are used (mean best Jaccard index)"
        >
          {stability === null ? '' : `Stability: ${formatShare(stability)}`}
        </span>
      )}
    />
  );
}

function Neighbours({ of, outside }: { readonly of: MoveCard['before']; readonly outside: string }) {
  return (
    <dd>
      {of.length === 0 && 'nothing'}
      {of.map(({ name, share }) => (
        <span key={name ?? ''}>
          {name === null ? outside : `#${name}`} {formatShare(share)}
        </span>
      ))}
    </dd>
  );
}
