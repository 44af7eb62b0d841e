import { type DragEvent, useState } from 'react';
import { nearestNames } from '#shared/algorithms/vocabulary/nearest-names.ts';
import { tagNameSchema } from '#shared/contract/base.ts';
import type { MoveCard, MoveSentence } from '#shared/contract/moves.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import { openInExplore } from '../../project/open-in-explore.ts';
import { takeFocus } from '../../ui/hooks/take-focus.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import type { TakenUp } from './moves-state.ts';

/** One move: what shows it, what stands around it, and what can be done with it. */
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
  /** Null keeps the name. */
  readonly onRename: (name: string | null) => void;
  readonly onStartRename: () => void;
  readonly onSplit: () => void;
  readonly onShow: () => void;
  readonly onTake: (taken: TakenUp | null) => void;
  readonly onDrop: () => void;
}) {
  const [isOver, setOver] = useState(false);
  const { name, tag, share, rounds, stability, central, borderline } = card;
  const sentence = (shown: MoveSentence, number: number) => (
    <SentenceItem
      key={`${shown.round} ${shown.text}`}
      sentence={shown}
      number={number}
      onDragStart={
        tag === null || isFixed ? null : () => onTake({ kind: 'sentence', move: name, tag, sentence: shown })
      }
      onDragEnd={() => onTake(null)}
    />
  );
  const className = [
    'move-card',
    `move-card-${role}`,
    isOver && 'move-card-over',
    isTaken && 'move-card-taken',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Focusable
      as="li"
      className={className}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`#${name}, ${formatShare(share)} of the rounds`}
      aria-current={isCurrent}
      draggable={!isFixed && !isRenaming}
      onFocus={onFocus}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        onTake({ kind: 'move', move: name });
      }}
      onDragEnd={() => onTake(null)}
      onDragOver={(event: DragEvent) => {
        if (isFixed) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      <div className="move-card-head">
        {isRenaming ? (
          <NameField name={name} others={others} onDone={onRename} />
        ) : (
          <h3 className="clip" title={`#${name}`}>
            #{name}
          </h3>
        )}
        <button
          type="button"
          className="link number"
          aria-expanded={isOpen}
          title={`Show the ${formatAmount(rounds, 'round')}`}
          onClick={onShow}
        >
          {formatShare(share)}
        </button>
      </div>
      <meter className="move-card-share" min={0} max={1} value={share} aria-hidden="true" />
      <ul aria-label={`Central sentences of #${name}`}>{central.map(sentence)}</ul>
      {borderline.length > 0 && (
        <>
          <p className="quiet small">Nearly another move</p>
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
      <div className="move-card-foot">
        <span
          className="quiet small"
          title="How much of it two runs on 70 % of the dialogues found again: the mean best Jaccard index"
        >
          {stability === null ? '' : `${formatShare(stability)} found again`}
        </span>
        <Button small kind="quiet" disabled={isFixed} onClick={onStartRename}>
          Rename
        </Button>
        <Button small kind="quiet" disabled={isFixed || !card.splits} onClick={onSplit}>
          Split
        </Button>
      </div>
    </Focusable>
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

function SentenceItem({
  sentence,
  number,
  onDragStart,
  onDragEnd,
}: {
  readonly sentence: MoveSentence;
  readonly number: number;
  /** Null where it cannot be given another move. */
  readonly onDragStart: (() => void) | null;
  readonly onDragEnd: () => void;
}) {
  return (
    <li
      draggable={onDragStart !== null}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.setData('text/plain', sentence.text);
        onDragStart?.();
      }}
      onDragEnd={(event) => {
        event.stopPropagation();
        onDragEnd();
      }}
    >
      <button
        type="button"
        className="move-sentence"
        data-sentence={number}
        title="Show its dialogue"
        onClick={() => openInExplore(sentence.dialogue, sentence.position)}
      >
        {sentence.text}
      </button>
    </li>
  );
}

/** A new name for a move. A name that may be a misspelling of another move's is asked about first. */
function NameField({
  name,
  others,
  onDone,
}: {
  readonly name: string;
  readonly others: readonly string[];
  readonly onDone: (name: string | null) => void;
}) {
  const [text, setText] = useState(name);
  const [near, setNear] = useState<string | null>(null);
  const parsed = tagNameSchema.safeParse(text);
  const submit = (typed: string): void => {
    const isNew = typed !== name && !others.includes(typed);
    const [found] = isNew && near === null ? nearestNames(typed, others, 1) : [];
    if (found === undefined) onDone(typed);
    else setNear(others[found] ?? null);
  };
  return (
    <form
      className="grow"
      onSubmit={(event) => {
        event.preventDefault();
        if (parsed.success) submit(parsed.data);
      }}
    >
      <input
        className="input"
        aria-label={`New name of #${name}`}
        aria-invalid={!parsed.success}
        title={parsed.success ? undefined : parsed.error.issues[0]?.message}
        value={text}
        ref={takeFocus}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setNear(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
        }}
        onBlur={() => onDone(null)}
      />
      {near && (
        <p className="small warning" role="status">
          No move is called #{text.trim().replace(/^#/, '')}. Did you mean #{near}? Enter uses the new name,
          Esc cancels.
        </p>
      )}
    </form>
  );
}
