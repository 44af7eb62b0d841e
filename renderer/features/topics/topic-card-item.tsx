import { writeWhere } from '#shared/algorithms/filters/write-where.ts';
import { topicNameSchema } from '#shared/contract/base.ts';
import type { TopicCard, TopicExample } from '#shared/contract/topics.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { narrowFilterBy } from '../../project/dialogue-filter.ts';
import { EXPLORE, openInExplore, showMode } from '../../project/mode.ts';
import { CardNameField, CardSentence, CardShare, DropCard } from '../../ui/cards/drop-card.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { draftFlowFrom } from '../flows/index.ts';

/** The card or dialogue that is being moved onto another topic. */
export type PickedUp =
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'example'; readonly topic: string; readonly example: TopicExample };

export function showDialoguesOf(topic: string): void {
  narrowFilterBy(writeWhere({ kind: 'field', field: 'topic', comparison: '=', values: [topic] }));
  showMode(EXPLORE);
}

export function TopicCardItem({
  card,
  others,
  isCurrent,
  isPicked,
  isRenaming,
  isFixed,
  onFocus,
  onRename,
  onStartRename,
  onSplit,
  onMerge,
  onPick,
  onDrop,
}: {
  readonly card: TopicCard;
  /** Names of the other topics. */
  readonly others: readonly string[];
  readonly isCurrent: boolean;
  readonly isPicked: boolean;
  readonly isRenaming: boolean;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onRename: (name: string | null) => void;
  readonly onStartRename: () => void;
  readonly onSplit: () => void;
  readonly onMerge: (into: string) => void;
  readonly onPick: (picked: PickedUp | null) => void;
  readonly onDrop: () => void;
}) {
  const { name, dialogues, share, phrases, examples, splits } = card;
  return (
    <DropCard
      label={`${name}, ${formatAmount(dialogues, 'dialogue')}`}
      dragged={isFixed || isRenaming ? null : name}
      isCurrent={isCurrent}
      isTaken={isPicked}
      isFixed={isFixed}
      onFocus={onFocus}
      onTake={() => onPick({ kind: 'topic', topic: name })}
      onLetGo={() => onPick(null)}
      onDrop={onDrop}
    >
      <div className="row-2 drop-card-head">
        {isRenaming ? (
          <CardNameField
            name={name}
            others={others}
            kind="topic"
            schema={topicNameSchema}
            onDone={onRename}
          />
        ) : (
          <h3 className="clip" title={name}>
            {name}
          </h3>
        )}
        <button
          type="button"
          className="link number"
          title={`Show the ${formatAmount(dialogues, 'dialogue')} in Explore`}
          onClick={() => showDialoguesOf(name)}
        >
          {formatCount(dialogues)} · {formatShare(share)}
        </button>
      </div>
      <CardShare share={share} />
      {phrases.length > 0 && (
        <ul className="topic-phrases" aria-label={`Key phrases of ${name}`}>
          {phrases.map((phrase) => (
            <li key={phrase.text} title={`In ${formatShare(phrase.share)} of these dialogues`}>
              {phrase.text}
            </li>
          ))}
        </ul>
      )}
      <ul aria-label={`Typical openers of ${name}`}>
        {examples.map((example, number) => (
          <CardSentence
            key={example.dialogue}
            text={example.text}
            number={number}
            title="Show its dialogue"
            onOpen={() => openInExplore(example.dialogue, 0)}
            onTake={isFixed ? null : () => onPick({ kind: 'example', topic: name, example })}
            onLetGo={() => onPick(null)}
          />
        ))}
      </ul>
      <div className="row-2 drop-card-foot">
        <span />
        <Button
          small
          kind="quiet"
          disabled={isFixed}
          title={`Draft a flow from the ${formatAmount(dialogues, 'dialogue')}`}
          onClick={() => draftFlowFrom(name)}
        >
          Draft a flow…
        </Button>
        <Button small kind="quiet" disabled={isFixed} onClick={onStartRename}>
          Rename
        </Button>
        <Button small kind="quiet" disabled={isFixed || !splits} onClick={onSplit}>
          Split
        </Button>
        <Menu
          label={`Merge ${name} into`}
          className="button button-small button-quiet"
          disabled={isFixed || others.length === 0}
          entries={others.map((other) => ({ label: other, onSelect: () => onMerge(other) }))}
        >
          Merge…
        </Menu>
      </div>
    </DropCard>
  );
}
