import { useLayoutEffect, useRef } from 'react';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { ContextTurn, ReviewItem } from '#shared/contract/review.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import { useKeyHint } from '../../../commands/use-command.ts';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { reviewCommands } from '../commands.ts';

function TurnWords({ turn }: { readonly turn: ReviewItem['turn'] }) {
  return turn.utterances.map((utterance) => (
    <p key={utterance.id} className="utterance">
      {utterance.text.trim() === '' ? <span className="quiet">(no text)</span> : utterance.text}
    </p>
  ));
}

interface ContextTurnsProps {
  readonly label: string;
  readonly turns: readonly ContextTurn[];
  readonly empty: string;
  readonly endFirst?: boolean;
}

export function ContextTurns({ label, turns, empty, endFirst = false }: ContextTurnsProps) {
  const list = useRef<HTMLOListElement>(null);
  const shown = turns[turns.length - 1]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every current turn
  useLayoutEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = endFirst ? box.scrollHeight : 0;
  }, [shown, endFirst]);
  return (
    <Focusable as="ol" ref={list} className="review-context shrink-down scrolls" aria-label={label}>
      {turns.length === 0 && <li className="pad-2-0 quiet small">{empty}</li>}
      {turns.map((turn) => (
        <li key={turn.id} className={`rigid review-near of-${turn.role}`}>
          <div className="row-2 quiet small">
            <span className={`role-mark role-mark-${turn.role}`} aria-hidden="true" />
            {ROLE_NAMES[turn.role]}
            <span className="to-end clip">{turn.tags.map((tag) => `#${tag}`).join(' ')}</span>
          </div>
          <TurnWords turn={turn} />
        </li>
      ))}
    </Focusable>
  );
}

interface ItemHeadProps {
  readonly item: ReviewItem;
  readonly onState: (state: number) => void;
}

export function ItemHead({ item, onState }: ItemHeadProps) {
  const withKeys = useKeyHint();
  const { turn, dialogue } = item;
  return (
    <>
      <div className="row-2 rigid min-small">
        <span className={`role-mark role-mark-${turn.role}`} aria-hidden="true" />
        <strong>{ROLE_NAMES[turn.role]}</strong>
        <span className="quiet clip" title={`${dialogue.externalId} in ${dialogue.source}`}>
          turn {turn.index + 1} of {dialogue.turns} · {dialogue.externalId}
          {dialogue.domains.length > 0 && ` · ${dialogue.domains.join(', ')}`}
        </span>
        <span className="rigid to-end flex gap-1">
          <InPlace of={item.visits}>
            {({ state, symbol, support }) => (
              <button
                type="button"
                className={`pointer fill-1 small state-link state-link-${symbol.role}`}
                title={withKeys(
                  reviewCommands.explore,
                  `State ${state}, reached by “${spokenTag(symbol.tag)}”. Click to show it on the graph.`,
                )}
                onClick={() => onState(state)}
              >
                state {state}
                <span className="quiet"> · {formatAmount(support, 'dialogue')}</span>
              </button>
            )}
          </InPlace>
        </span>
      </div>
      <div className="review-words large scrolls">
        <TurnWords turn={turn} />
      </div>
    </>
  );
}

export function ItemMarks({ item }: { readonly item: ReviewItem }) {
  const { checked, settled, flagged, comment, machineFlag, changedSince, why } = item;
  return (
    <>
      {checked && (
        <span className="accent bold review-mark" title={formatTime(checked.at)}>
          <Icon name="check" /> checked
        </span>
      )}
      {settled && (
        <span className="accent bold review-mark" title="You have decided between the two sides">
          <Icon name="check" /> settled
        </span>
      )}
      {changedSince && <span className="review-mark warning">a tagger added tags after the check</span>}
      {flagged && (
        <span className="review-mark warning clip" title={flagged.note}>
          <Icon name="alert" /> flagged{flagged.note && `: ${flagged.note}`}
        </span>
      )}
      {comment && (
        <span
          className="review-mark clip"
          title={`${comment.author}, ${formatTime(comment.at)}: ${comment.text}`}
        >
          <Icon name="comment" /> {comment.text}
        </span>
      )}
      {machineFlag && (
        <span className="review-mark warning clip" title={machineFlag}>
          <Icon name="info" /> {machineFlag}
        </span>
      )}
      <span className="quiet clip to-end" title={why}>
        {why}
      </span>
    </>
  );
}

interface ItemSidesProps {
  readonly item: ReviewItem;
  readonly onTake: (side: 'left' | 'right') => void;
}

export function ItemSides({ item, onTake }: ItemSidesProps) {
  const withKeys = useKeyHint();
  if (!item.sides) return null;
  const { left, right } = item.sides;
  return (
    <div className="rigid halves gap-2">
      {(['left', 'right'] as const).map((side) => {
        const own = item.sides?.[side] ?? left;
        const other = new Set((side === 'left' ? right : left).tags);
        return (
          <button
            key={side}
            type="button"
            className="stack-1 review-side shrink rounded pointer outline to-start fill-1 pad-2"
            title={withKeys(reviewCommands[side])}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(side)}
          >
            <span className="quiet small">{withKeys(reviewCommands[side], `Use ${own.title}`)}</span>
            <span className="wrap flex gap-1 min-small">
              {own.tags.length === 0 && <span className="quiet">no tags</span>}
              {own.tags.map((tag) => (
                <span key={tag} className={`chip ${other.has(tag) ? '' : 'chip-differs'}`}>
                  #{tag}
                </span>
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
}
