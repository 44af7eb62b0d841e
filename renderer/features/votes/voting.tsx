import { useEffect, useRef, useState } from 'react';
import type { BlindPair, RevealedPair } from '#shared/contract/votes.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { KeyButton } from '../../commands/command-button.tsx';
import type { Command } from '../../commands/commands.ts';
import { runCommand, useCommand, useKeyScope } from '../../commands/use-command.ts';
import { editCommands } from '../../project/commands.ts';
import { Button, buttonClass } from '../../ui/inputs/button.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState, FailedState, LoadingState } from '../../ui/state/notice.tsx';
import { Underway } from '../columns/index.ts';
import { COLUMNS, COMPARE_PANEL, CompareTabs, changeTurn, useNewestInView } from '../comparison/index.ts';
import { PairSides, WholeDialogue } from './pair-sides.tsx';
import { RankingView } from './ranking-view.tsx';
import { isRevealed, useVoting, type Voting as VotingState } from './use-voting.ts';
import { VoteStart } from './vote-start.tsx';
import { changeVotes, RANKING, useVotes, voteCommands } from './vote-state.ts';
import { CHOICE_WORDS, describePower, describeSeries, PLANNED_VOTES } from './vote-words.ts';
import './votes.css';

export function PairConversation({ pair }: { readonly pair: BlindPair | RevealedPair }) {
  const turns = useRef<HTMLElement>(null);
  const revealed = isRevealed(pair);
  useNewestInView(turns, `${pair.pair}`);
  if (pair.unit === 'whole-dialogue') {
    return (
      <section className="conversation vote-conversation line-after" aria-label="Dialogue">
        <h2 className="rigid pad-1-3 pad-top-2">True answer</h2>
        <Focusable as="section" className="conversation-turns focus-inside" aria-label="True answer">
          {revealed && <WholeDialogue said={pair.truth} conversation={pair.conversation} />}
        </Focusable>
      </section>
    );
  }
  return (
    <section className="conversation vote-conversation line-after" aria-label="Dialogue">
      <h2 className="rigid pad-1-3 pad-top-2">So far</h2>
      <Focusable as="section" ref={turns} className="conversation-turns focus-inside" aria-label="Turns">
        <ol>
          {pair.conversation.map((turn) => (
            <li key={turn.turn} className={`said of-${turn.role}`}>
              <span className="quiet small">{ROLE_NAMES[turn.role]}</span>
              <p className="utterance">{turn.text}</p>
            </li>
          ))}
        </ol>
      </Focusable>
      {revealed && (
        <Focusable as="section" className="truth rigid accent-soft scrolls" aria-label="True answer">
          <h2 className="rigid pad-1-3 pad-top-2">True answer</h2>
          <div className="stack gap-half aside-3 below-3">
            {pair.truth.map(({ turn, text }) => (
              <p key={turn} className="utterance">
                {text}
              </p>
            ))}
          </div>
        </Focusable>
      )}
    </section>
  );
}

function Voting() {
  const voting = useVoting();
  const { pair, counts, busy, error, next } = voting;
  const [note, setNote] = useState('');
  const id = pair?.pair;
  const kept = pair?.vote?.note ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair has another note
  useEffect(() => setNote(kept), [id, kept]);
  useVoteCommands(voting, note);

  return (
    <>
      <VoteBar counts={counts} asksModel={voting.asksModel} />
      {error !== null && <FailedState error={error} onRetry={next} />}
      {error === null && pair === null && busy && <Waiting asksModel={voting.asksModel} />}
      {error === null && pair === null && !busy && (
        <EmptyState
          title="You have seen every pair"
          action={<Button onClick={() => changeTurn({ tab: RANKING })}>Show the ranking</Button>}
        >
          Choose other columns to continue voting.
        </EmptyState>
      )}
      {error === null && pair !== null && (
        <>
          <div className="vote-body grow flex shrink-down" aria-busy={busy}>
            {(pair.unit === 'next-turn' || isRevealed(pair)) && <PairConversation pair={pair} />}
            <PairSides pair={pair} />
          </div>
          <VoteFoot pair={pair} last={voting.last} note={note} onNote={setNote} busy={busy} />
        </>
      )}
    </>
  );
}

/** A model on a small machine takes a minute or more for two answers, so a clock shows that it is at work. */
function Waiting({ asksModel }: { readonly asksModel: boolean }) {
  if (!asksModel) return <LoadingState label="Choosing two answers…" />;
  return (
    <div className="state state-loading">
      <Underway what="The models are writing two answers" />
      <p className="quiet small">Answers for later pairs are written while you vote.</p>
    </div>
  );
}

function useVoteCommands({ pair, vote, undo, reveal, next }: VotingState, note: string): void {
  const open = pair !== null && !isRevealed(pair);
  useKeyScope('vote');
  useCommand(voteCommands.a, open ? () => vote('a', note) : null);
  useCommand(voteCommands.b, open ? () => vote('b', note) : null);
  useCommand(voteCommands.tie, open ? () => vote('tie', note) : null);
  useCommand(voteCommands['both-bad'], open ? () => vote('both-bad', note) : null);
  useCommand(voteCommands.undo, undo);
  useCommand(editCommands.undo, undo, 1);
  useCommand(voteCommands.next, next);
  useCommand(voteCommands.reveal, reveal);
}

const CHOICES = [
  { command: voteCommands.a, choice: 'a', label: 'A is better' },
  { command: voteCommands.b, choice: 'b', label: 'B is better' },
  { command: voteCommands.tie, choice: 'tie', label: 'Tie' },
  { command: voteCommands['both-bad'], choice: 'both-bad', label: 'Both bad' },
] as const;

interface VoteFootProps {
  readonly pair: BlindPair | RevealedPair;
  readonly last: VotingState['last'];
  readonly note: string;
  readonly onNote: (note: string) => void;
  readonly busy: boolean;
}

function VoteFoot({ pair, last, note, onNote, busy }: VoteFootProps) {
  const revealed = isRevealed(pair);
  // A vote can be undone or revealed while models write the next answers.
  const isPending = busy && !pair.vote;
  const question = pair.unit === 'next-turn' ? 'Which answer is better here?' : 'Which dialogue is better?';
  return (
    <div className="vote-foot rigid line-above">
      <p className="pad-2-3 quiet" role="status">
        {revealed
          ? 'Revealed. This vote can no longer be changed. '
          : pair.vote
            ? `You voted: ${CHOICE_WORDS[pair.vote.choice]}. `
            : question}
        {pair.vote && busy && <Underway what="The next two answers are coming" />}
        {!pair.vote && last && <span className="quiet"> Your last vote: {CHOICE_WORDS[last.choice]}.</span>}
      </p>
      <div
        className="review-actions rigid wrap flex gap-2 pad-2-3 line-above fill-2 in-middle"
        role="toolbar"
        aria-label="Vote"
      >
        {CHOICES.map(({ command, choice, label }) => (
          <Action
            key={choice}
            command={command}
            label={label}
            pressed={pair.vote?.choice === choice}
            disabled={revealed || busy}
          />
        ))}
        <input
          className="input vote-note"
          aria-label="Note on this pair"
          placeholder="Note (optional), then vote"
          maxLength={1000}
          value={note}
          disabled={revealed}
          onChange={(event) => onNote(event.target.value)}
          onKeyDown={(event) => {
            const standing = CHOICES.find(({ choice }) => choice === pair.vote?.choice);
            if (event.key !== 'Enter') return;
            if (standing) runCommand(standing.command);
            // Leaves the field, so that the next key is the vote.
            else event.currentTarget.blur();
          }}
        />
        <Action command={voteCommands.undo} label="Undo" disabled={last === null || isPending} />
        <Action
          command={voteCommands.reveal}
          label={pair.vote ? 'Reveal' : 'Reveal last vote'}
          disabled={revealed || last === null || isPending}
        />
        <Action
          command={voteCommands.next}
          label={pair.vote ? 'Next' : 'Skip'}
          primary={pair.vote !== null}
          disabled={busy}
        />
        {revealed && pair.turn !== null && (
          <button
            type="button"
            className="button"
            onClick={() => {
              changeTurn({ turn: { dialogue: pair.dialogue, turn: pair.turn as number }, tab: COLUMNS });
            }}
          >
            Open the turn in the side-by-side view
          </button>
        )}
      </div>
    </div>
  );
}

interface ActionProps {
  readonly command: Command;
  readonly label: string;
  readonly primary?: boolean;
  readonly pressed?: boolean;
  readonly disabled: boolean;
}

function Action({ command, label, primary = false, pressed, disabled }: ActionProps) {
  return (
    <KeyButton
      keyLast
      command={command}
      className={buttonClass(primary ? 'primary' : 'plain', false)}
      aria-pressed={pressed}
      disabled={disabled}
    >
      {label}
    </KeyButton>
  );
}

function VoteBar({ counts, asksModel }: Pick<VotingState, 'counts' | 'asksModel'>) {
  const { pair } = useVotes();
  return (
    <div className="compare-bar rigid wrap flex middle line-below">
      <CompareTabs />
      <span className="quiet" role="status">
        {pair !== null ? 'A past pair' : counts && describeSeries(counts, asksModel)}
      </span>
      {pair === null && counts && counts.voted < PLANNED_VOTES && (
        <progress
          className="vote-progress"
          aria-label={`Votes (${PLANNED_VOTES} planned)`}
          title={describePower(PLANNED_VOTES)}
          max={PLANNED_VOTES}
          value={counts.voted}
        />
      )}
      <div className="row-1 to-end shrink">
        <Button small onClick={() => changeVotes({ voting: false, pair: null })}>
          Change vote settings
        </Button>
      </div>
    </div>
  );
}

export function VoteView() {
  const { voting, series, pair } = useVotes();
  const under = voting && (series !== null || pair !== null);
  return (
    <section id={COMPARE_PANEL} className="panel compare" aria-label={under ? 'Blind vote' : 'Vote'}>
      {under ? <Voting /> : <CompareTabsBar />}
      {!under && <VoteStart />}
    </section>
  );
}

export function Ranking() {
  return (
    <section id={COMPARE_PANEL} className="panel compare" aria-label="Ranking">
      <CompareTabsBar />
      <RankingView />
    </section>
  );
}

function CompareTabsBar() {
  return (
    <div className="compare-bar rigid wrap flex middle line-below">
      <CompareTabs />
    </div>
  );
}
