import { tagNameSchema } from '#shared/contract/base.ts';
import type { MoveCard, MoveSentence } from '#shared/contract/moves.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { openInExplore } from '../../project/mode.ts';
import { CardNameField, CardSentence, CardShare, DropCard } from '../../ui/cards/drop-card.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import type { PickedUp } from './moves-state.ts';

/** Shows one move with examples and context, and the actions on it. */
export function MoveCardItem({
  card,
  role,
  others,
  isCurrent,
  isOpen,
  isTaken,
  isRenaming,
  isFixed,
  onFocus,
  onRename,
  onStartRename,
  onSplit,
  onShow,
  onTake,
  onDrop,
}: {
  readonly card: MoveCard;
  readonly role: Role;
  /** Names of the role's other moves. */
  readonly others: readonly string[];
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly isTaken: boolean;
  readonly isRenaming: boolean;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onRename: (name: string | null) => void;
  readonly onStartRename: () => void;
  readonly onSplit: () => void;
  readonly onShow: () => void;
  readonly onTake: (taken: PickedUp | null) => void;
  readonly onDrop: () => void;
}) {
  const { name, tag, share, rounds, stability, central, borderline } = card;
  const sentence = (shown: MoveSentence, number: number) => (
    <CardSentence
      key={`${shown.round} ${shown.text}`}
      text={shown.text}
      number={number}
      title="Show its dialogue"
      onOpen={() => openInExplore(shown.dialogue, shown.position)}
      onTake={
        tag === null || isFixed ? null : () => onTake({ kind: 'sentence', move: name, tag, sentence: shown })
      }
      onLetGo={() => onTake(null)}
    />
  );
  return (
    <DropCard
      className={`move-card-${role}`}
      label={`#${name}, ${formatShare(share)} of the turns`}
      dragged={isFixed || isRenaming ? null : name}
      isCurrent={isCurrent}
      isTaken={isTaken}
      isFixed={isFixed}
      onFocus={onFocus}
      onTake={() => onTake({ kind: 'move', move: name })}
      onLetGo={() => onTake(null)}
      onDrop={onDrop}
    >
      <div className="row-2 drop-card-head">
        {isRenaming ? (
          <CardNameField
            name={name}
            others={others}
            sign="#"
            kind="move"
            schema={tagNameSchema}
            onDone={onRename}
          />
        ) : (
          <h3 className="clip" title={`#${name}`}>
            #{name}
          </h3>
        )}
        <button
          type="button"
          className="link number"
          aria-expanded={isOpen}
          title={`Show the ${formatAmount(rounds, 'turn')}`}
          onClick={onShow}
        >
          {formatShare(share)}
        </button>
      </div>
      <CardShare share={share} />
      <ul aria-label={`Typical sentences of #${name}`}>{central.map(sentence)}</ul>
      {borderline.length > 0 && (
        <>
          <p className="quiet small">Close to another move</p>
          <ul className="move-sentences-borderline" aria-label={`Borderline sentences of #${name}`}>
            {borderline.map((shown, at) => sentence(shown, central.length + at))}
          </ul>
        </>
      )}
      <dl className="move-neighbours small">
        <dt>Before</dt>
        <Neighbours of={card.before} outside="start" />
        <dt>After</dt>
        <Neighbours of={card.after} outside="end" />
      </dl>
      <div className="row-2 drop-card-foot">
        <span
          className="quiet small"
          title="How much of this move is found again from 70 % of the dialogues (mean best Jaccard index)"
        >
          {stability === null ? '' : `Stability: ${formatShare(stability)}`}
        </span>
        <Button small kind="quiet" disabled={isFixed} onClick={onStartRename}>
          Rename
        </Button>
        <Button small kind="quiet" disabled={isFixed || !card.splits} onClick={onSplit}>
          Split
        </Button>
      </div>
    </DropCard>
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
