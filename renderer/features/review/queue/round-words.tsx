import { useLayoutEffect, useRef } from 'react';
import type { ContextRound, ReviewItem } from '#shared/contract/review.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import './queue.css';

/** Shows the speakers and messages of a turn, always as plain text. */
export function RoundWords({ round }: { readonly round: ReviewItem['round'] }) {
  return round.utterances.map((utterance) => (
    <p key={utterance.id} className="utterance">
      {utterance.text.trim() === '' ? <span className="quiet">(no text)</span> : utterance.text}
    </p>
  ));
}

/** Shows the turns around the current one, for reading only. */
export function ContextRounds({
  label,
  rounds,
  empty,
  endFirst = false,
}: {
  readonly label: string;
  readonly rounds: readonly ContextRound[];
  readonly empty: string;
  /** True to scroll to the end if not everything fits. */
  readonly endFirst?: boolean;
}) {
  const list = useRef<HTMLOListElement>(null);
  const shown = rounds[rounds.length - 1]?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for every current turn
  useLayoutEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = endFirst ? box.scrollHeight : 0;
  }, [shown, endFirst]);
  return (
    <Focusable as="ol" ref={list} className="review-context" aria-label={label}>
      {rounds.length === 0 && <li className="review-edge quiet small">{empty}</li>}
      {rounds.map((round) => (
        <li key={round.id} className={`review-near of-${round.role}`}>
          <div className="row-2 quiet small">
            <span className={`role-mark role-mark-${round.role}`} aria-hidden="true" />
            {ROLE_NAMES[round.role]}
            <span className="to-end clip">{round.tags.map((tag) => `#${tag}`).join(' ')}</span>
          </div>
          <RoundWords round={round} />
        </li>
      ))}
    </Focusable>
  );
}
