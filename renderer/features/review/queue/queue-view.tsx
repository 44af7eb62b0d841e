import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReviewItem, ReviewQueue } from '#shared/contract/review.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatCount, formatRemainder } from '#shared/domain/figure-text.ts';
import { CommandButton, KeyButton } from '../../../commands/command-button.tsx';
import type { Command } from '../../../commands/commands.ts';
import { runCommand, useCommand, useKeyScope } from '../../../commands/use-command.ts';
import { editCommands } from '../../../project/commands.ts';
import { EXPLORE, showMode } from '../../../project/mode.ts';
import { TagEditor } from '../../../project/tags/tag-finder.tsx';
import type { ShownAutomaton } from '../../../project/use-shown-automaton.ts';
import { goTo } from '../../../project/view.ts';
import { Button, buttonClass, IconButton } from '../../../ui/inputs/button.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { Split } from '../../../ui/panes/split.tsx';
import { EmptyState, FailedState, LoadingState, ProgressBar } from '../../../ui/state/notice.tsx';
import { NoteField, noteCommands } from '../../notes/index.ts';
import {
  foldList,
  ORDER_NAMES,
  reviewCommands,
  reviewQueries,
  showStart,
  showSummary,
  TOGGLE_COMMANDS,
  useReview,
} from '../commands.ts';
import { AdjudicationPanel, QualityPanel } from '../quality-panel.tsx';
import { AlikeOffer, NearestOffers } from './alike-offer.tsx';
import { ContextTurns, ItemHead, ItemMarks, ItemSides } from './item-card.tsx';
import { QueueList } from './queue-list.tsx';
import { TagToggles } from './tag-toggles.tsx';
import { type ReviewSession, useReviewSession } from './use-review-session.ts';

/** Number of recent decisions that determine the pace. */
const COUNTED = 20;
/** A longer pause is a break. */
const BREAK_MS = 120_000;

/**
 * Estimates by the median time between recent decisions, without breaks; null before four.
 * `times` ascend, in milliseconds.
 */
export function secondsLeft(times: readonly number[], rest: number): number | null {
  const steps = times
    .slice(-COUNTED - 1)
    .map((time, at, all) => time - (all[at - 1] ?? Number.NEGATIVE_INFINITY))
    .filter((step) => step <= BREAK_MS)
    .sort((a, b) => a - b);
  if (steps.length < 3) return null;
  const middle = steps.length >> 1;
  const median = steps.length % 2 === 1 ? steps[middle]! : (steps[middle - 1]! + steps[middle]!) / 2;
  return (median * rest) / 1000;
}

const ACTIONS: readonly { readonly command: Command; readonly label: string; readonly primary?: boolean }[] =
  [
    { command: reviewCommands.accept, label: 'Accept', primary: true },
    { command: reviewCommands.reject, label: 'Reject all' },
    { command: reviewCommands.skip, label: 'Skip' },
    { command: reviewCommands.flag, label: 'Flag…' },
    { command: reviewCommands.previous, label: 'Back' },
    { command: editCommands.undo, label: 'Undo' },
  ];

function ActionBar() {
  return (
    <div
      className="review-actions rigid wrap flex gap-2 pad-2-3 line-above fill-2 in-middle"
      role="toolbar"
      aria-label="Decide on the turn"
    >
      {ACTIONS.map(({ command, label, primary }) => (
        <KeyButton
          key={command.id}
          keyLast
          command={command}
          className={buttonClass(primary ? 'primary' : 'plain', false)}
        >
          {label}
        </KeyButton>
      ))}
    </div>
  );
}

export function QueueView({ queue, shown }: { readonly queue: number; readonly shown: ShownAutomaton }) {
  const found = useQuery(reviewQueries.queue(queue));
  if (found.isError) {
    return (
      <section className="panel" aria-label="Review">
        <FailedState error={found.error} onRetry={showStart} />
      </section>
    );
  }
  if (!found.data) return <LoadingState label="Loading the queue…" />;
  if (found.data.total === 0) {
    return (
      <EmptyState
        title="Nothing to review here"
        action={<Button onClick={showStart}>Choose another order</Button>}
      >
        {ORDER_NAMES[found.data.order].none}
      </EmptyState>
    );
  }
  return <OpenQueue key={queue} queue={found.data} shown={shown} />;
}

function OpenQueue({ queue, shown }: { readonly queue: ReviewQueue; readonly shown: ShownAutomaton }) {
  const session = useReviewSession(queue, shown.automaton?.id ?? null);
  const folded = useReview((state) => state.listFolded);
  const card = useRef<HTMLElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [typing, setTyping] = useState<'tag' | 'flag' | 'comment' | null>(null);
  const { item } = session;
  const [visit] = item?.visits ?? [];
  const toCard = () => card.current?.focus({ preventScroll: true });
  const stop = () => {
    setTyping(null);
    toCard();
  };

  useEffect(() => card.current?.focus({ preventScroll: true }), []);
  useReviewCommands(session, {
    type: () => setTyping('tag'),
    flag: () => setTyping('flag'),
    comment: () => setTyping('comment'),
    list: () => {
      foldList(false);
      requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus());
    },
    toState: visit ? () => showState(visit.state) : null,
    hasSides: queue.left !== null,
  });

  const main = (
    <section className="panel review" aria-label="Review">
      <QueueHead queue={queue} session={session} folded={folded} />
      {session.error != null && !item && <FailedState error={session.error} onRetry={session.retry} />}
      <Focusable
        as="article"
        ref={card}
        className="stack grow review-stage shrink-down"
        aria-label={`Turn ${session.index + 1} of ${formatCount(session.total)}`}
      >
        {item && (
          <>
            <ContextTurns label="Before" turns={item.before} empty="The dialogue begins here." endFirst />
            <div className={`pad-3-4 anchor rounded-large fill-2 stack-3 review-item of-${item.turn.role}`}>
              <ItemHead item={item} onState={showState} />
              <ItemSides item={item} onTake={session.take} />
              <TagToggles
                run={queue.run}
                slots={session.slots}
                onToggle={session.toggle}
                onType={() => setTyping('tag')}
              />
              <NearestOffers queue={queue.id} turn={item.turn.id} onTake={session.add} />
              <div className="row-3 review-foot rigid hides small">
                <AlikeOffer queue={queue.id} turn={item.turn.id} onTake={session.acceptAlike} />
                <ItemMarks item={item} />
              </div>
              {typing === 'tag' && (
                <TagEditor
                  label="Find or create a tag"
                  run={queue.run}
                  present={item.tags.map((tag) => tag.name)}
                  onTake={(name) => {
                    session.add(name);
                    stop();
                  }}
                  onClose={stop}
                />
              )}
              {typing === 'flag' && (
                <NoteField
                  label="Note for the flag"
                  hint="What should someone check? Enter saves the flag, Esc cancels."
                  action="Flag"
                  maxLength={1000}
                  text={item.flagged?.note ?? ''}
                  onTake={(note) => {
                    session.flag(note);
                    stop();
                  }}
                  onClose={stop}
                />
              )}
              {typing === 'comment' && (
                <NoteField
                  label="Comment on the turn"
                  hint="Add a comment. Enter saves, Esc cancels. Clear the text to delete it."
                  action="Comment"
                  maxLength={4000}
                  text={item.comment?.text ?? ''}
                  onTake={(text) => {
                    session.comment(text);
                    stop();
                  }}
                  onClose={stop}
                />
              )}
            </div>
            <ContextTurns label="After" turns={item.after} empty="The dialogue ends here." />
          </>
        )}
      </Focusable>
      <ActionBar />
      <p className="visually-hidden" role="status">
        {item && announcement(item)}
      </p>
    </section>
  );
  return (
    <Split
      name="review"
      axis="columns"
      label="Width of the list of turns"
      initial={0.28}
      minFirst={480}
      minSecond={260}
      folded={folded}
      onFold={() => foldList(true)}
      first={main}
      second={
        <aside ref={list} className="panel" aria-label="Queue">
          {queue.left && <AdjudicationPanel queue={queue.id} />}
          <QualityPanel queue={queue.id} />
          <QueueList
            queue={queue.id}
            total={queue.total}
            index={session.index}
            onOpen={(index) => {
              session.go(index);
              toCard();
            }}
          />
        </aside>
      }
    />
  );
}

function announcement(item: ReviewItem): string {
  const tags = item.tags.map((tag) => tag.name).join(', ') || 'no tags';
  const marks = [item.checked && 'checked', item.settled && 'settled', item.flagged && 'flagged']
    .filter(Boolean)
    .join(', ');
  const words = item.turn.utterances.map((utterance) => utterance.text).join(' ');
  return `Turn ${formatCount(item.index + 1)} of ${formatCount(item.total)}, ${ROLE_NAMES[item.turn.role]}: ${words}. Tags: ${tags}. ${marks}`;
}

function showState(state: number): void {
  goTo({ kind: 'state', state });
  showMode(EXPLORE);
}

interface QueueHeadProps {
  readonly queue: ReviewQueue;
  readonly session: ReviewSession;
  readonly folded: boolean;
}

function QueueHead({ queue, session, folded }: QueueHeadProps) {
  const left = secondsLeft(session.times, session.total - session.index);
  return (
    <div className="panel-head review-bar">
      <h2 className="clip">{ORDER_NAMES[queue.order].title}</h2>
      <span className="review-progress">
        <ProgressBar label="Progress" done={session.index + 1} total={session.total} />
        <span>
          {formatCount(session.index + 1)} of {formatCount(session.total)}
        </span>
        <span className="quiet">
          {formatCount(queue.decided)} {queue.left ? 'settled' : 'checked'} · {formatCount(queue.today)} today
          {left !== null && ` · about ${formatRemainder(left)} left`}
        </span>
      </span>
      <Button small onClick={showStart}>
        Choose…
      </Button>
      <CommandButton small command={reviewCommands.finish}>
        Finish
      </CommandButton>
      {folded && (
        <IconButton icon="fold" small label="Show the list of turns" onClick={() => foldList(false)} />
      )}
    </div>
  );
}

function useReviewCommands(
  session: ReviewSession,
  does: {
    readonly type: () => void;
    readonly flag: () => void;
    readonly comment: () => void;
    readonly list: () => void;
    readonly toState: (() => void) | null;
    readonly hasSides: boolean;
  },
): void {
  useKeyScope('review');
  useCommand(reviewCommands.accept, session.accept);
  useCommand(reviewCommands.alike, () => session.acceptAlike());
  useCommand(reviewCommands.reject, session.reject);
  useCommand(reviewCommands.skip, session.skip);
  useCommand(reviewCommands.flag, does.flag);
  useCommand(reviewCommands.comment, does.comment);
  useCommand(reviewCommands.pin, () => runCommand(noteCommands.pins));
  useCommand(reviewCommands.unmark, session.unmark);
  useCommand(reviewCommands.next, session.skip);
  useCommand(reviewCommands.previous, session.back);
  useCommand(reviewCommands.open, session.nextUnchecked);
  useCommand(reviewCommands.tag, does.type);
  useCommand(reviewCommands.list, does.list);
  useCommand(reviewCommands.explore, does.toState);
  useCommand(reviewCommands.finish, showSummary);
  useCommand(reviewCommands.left, does.hasSides ? () => session.take('left') : null);
  useCommand(reviewCommands.right, does.hasSides ? () => session.take('right') : null);
  useCommand(editCommands.undo, session.undo, 1);
  useCommand(editCommands.redo, session.redo, 1);
  for (const [slot, command] of TOGGLE_COMMANDS.entries()) {
    // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
    useCommand(command, () => session.toggle(slot));
  }
}
