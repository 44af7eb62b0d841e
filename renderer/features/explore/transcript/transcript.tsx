import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { DialogueDetail, DialogueTurn } from '#shared/contract/corpus.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import {
  commandByKeys,
  isTyping,
  runCommand,
  useCommand,
  useKeyHint,
  useKeyScope,
} from '../../../commands/use-command.ts';
import { statesOf } from '../../../project/describe.ts';
import { projectQueries } from '../../../project/queries.ts';
import type { ShownAutomaton } from '../../../project/use-shown-automaton.ts';
import { focusTurn, hoverTurn, lightPath, replayTurn, useView } from '../../../project/view.ts';
import { useKeptFocus } from '../../../ui/hooks/focus.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/field.tsx';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { closeDialog, Dialog, openDialog } from '../../../ui/overlays/dialog.tsx';
import { moveInside } from '../../../ui/panes/focusable.tsx';
import { EmptyState, ErrorNotice, LoadingState, Unanswered } from '../../../ui/state/notice.tsx';
import { LikenessMenu, likenessQueries, useLikeness } from '../../likeness/index.ts';
import { PurgeDialog } from '../../purge/index.ts';
import { TurnList } from '../../vocabulary/index.ts';
import { dialogueCommands, turnCommands } from '../commands.ts';
import { beginOf, replayPauses } from '../replay/many-replay.tsx';
import { Turn } from './turn.tsx';
import { useTurnEditing } from './use-turn-editing.ts';
import './transcript.css';

const SHOWN = 30;

function LikeDialog({ turn, run }: { readonly turn: DialogueTurn; readonly run: RunId | null }) {
  const by = useLikeness();
  const found = useQuery(likenessQueries.nearest(turn.id, by, run, SHOWN));
  return (
    <Dialog title={`Turns similar to turn ${turn.index + 1}`} width="wide">
      <blockquote className="like-words rigid quiet scrolls no-margin quote">
        {turn.utterances.map(({ text }) => text).join(' ')}
      </blockquote>
      <div>
        <LikenessMenu by={by} />
      </div>
      {found.isError && <ErrorNotice error={found.error} />}
      {found.isPending && <LoadingState />}
      {found.data && found.data.items.length === 0 && (
        <EmptyState title="No similar turn">
          {by === 'words'
            ? 'No other turn shares a word with this one.'
            : `${found.data.title} finds no turn similar to this one.`}
        </EmptyState>
      )}
      {found.data && found.data.items.length > 0 && (
        <TurnList
          label={`Turns similar to turn ${turn.index + 1}`}
          turns={found.data.items}
          onOpen={closeDialog}
        />
      )}
    </Dialog>
  );
}

interface DialogueReplayProps {
  readonly detail: DialogueDetail | undefined;
  readonly onNext: (() => void) | null;
}

function DialogueReplay({ detail, onNext }: DialogueReplayProps) {
  const replayed = useView((view) => view.replayed);
  const [goesOn, setGoesOn] = useState(false);
  const withKeys = useKeyHint();
  const turns = detail?.turns;
  const pauses = useMemo(() => replayPauses(turns ?? []), [turns]);
  const at = replayed ?? 0;
  // A new dialogue starts at its first turn; without a replay the graph is as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the dialogue alone
  useEffect(() => {
    replayTurn(0);
    return () => replayTurn(null);
  }, [detail?.id]);
  const playback = usePlayback({
    steps: turns?.length ?? 0,
    at,
    onGo: replayTurn,
    pauseMs: (step) => pauses[step - 1] ?? 0,
    onEnd: () => {
      if (!goesOn || onNext === null) return false;
      onNext();
      return true;
    },
  });
  useKeyScope('replay');
  useCommand(dialogueCommands.play, playback.play);
  const turn = at > 0 ? turns?.[at - 1] : undefined;
  const begin = turn ? beginOf(turn) : null;
  return (
    <PlaybackBar label="Replay of the dialogue" playback={playback} title={withKeys(dialogueCommands.play)}>
      {begin !== null && <time className="quiet small">{formatTime(new Date(begin).toISOString())}</time>}
      <Choice
        label="Continue with the next"
        title="Continue with the next dialogue in the list"
        checked={goesOn}
        disabled={onNext === null && !goesOn}
        onChange={setGoesOn}
      />
    </PlaybackBar>
  );
}

interface TranscriptProps {
  readonly dialogue: DialogueId;
  readonly shown: ShownAutomaton;
  readonly query: string;
  readonly position: { readonly index: number; readonly total: number } | null;
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
}

export function Transcript({ dialogue, shown, query, position, onMove, onClose }: TranscriptProps) {
  const pathLit = useView((view) => view.pathLit);
  const withKeys = useKeyHint();
  const [replaying, setReplaying] = useState(false);
  const isLast = !position || position.index >= position.total - 1;
  // When a key opens the next transcript from inside this one, the focus moves into it.
  const takesFocus = useRef(false);
  const detail = useQuery(
    projectQueries.dialogue(dialogue, shown.run?.id ?? null, shown.automaton?.id ?? null),
  );
  useCommand(dialogueCommands.purge, () =>
    openDialog(PurgeDialog, { selection: { sources: [], dialogues: [dialogue] } }),
  );
  return (
    <section className="panel transcript" aria-label="Transcript">
      <div className="panel-head">
        <h2 className="clip" title={detail.data && `${detail.data.externalId} in ${detail.data.source}`}>
          {detail.data?.externalId ?? ' '}
          {detail.data && detail.data.domains.length > 0 && (
            <span className="panel-remark"> · {detail.data.domains.join(', ')}</span>
          )}
        </h2>
        {shown.automaton && (
          <Button small icon="path" aria-pressed={pathLit} onClick={() => lightPath(!pathLit)}>
            Highlight the path
          </Button>
        )}
        {shown.automaton && (
          <Button
            small
            aria-pressed={replaying}
            title={withKeys(dialogueCommands.replay)}
            onClick={() => setReplaying(!replaying)}
          >
            Replay
          </Button>
        )}
        <IconButton
          icon="chevron-up"
          small
          label="Previous dialogue"
          disabled={!position || position.index === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevron-down"
          small
          label="Next dialogue"
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton
          icon="trash"
          small
          label="Purge this dialogue…"
          title="Delete this dialogue permanently…"
          onClick={() => runCommand(dialogueCommands.purge)}
        />
        <IconButton icon="close" small label="Close the transcript" onClick={onClose} />
      </div>
      {replaying && shown.automaton && (
        <DialogueReplay detail={detail.data} onNext={isLast ? null : () => onMove(1)} />
      )}
      {!detail.isSuccess && <Unanswered of={detail} loading="Loading the dialogue…" />}
      {detail.data && (
        <Turns
          key={detail.data.id}
          detail={detail.data}
          shown={shown}
          query={query}
          takesFocus={takesFocus}
          onMove={(step) => {
            takesFocus.current = true;
            onMove(step);
          }}
          onClose={onClose}
          onReplay={() => setReplaying(!replaying)}
        />
      )}
    </section>
  );
}

interface TurnsProps {
  readonly detail: DialogueDetail;
  readonly shown: ShownAutomaton;
  readonly query: string;
  readonly takesFocus: RefObject<boolean>;
  readonly onMove: (step: 1 | -1) => void;
  readonly onClose: () => void;
  readonly onReplay: () => void;
}

function Turns({ detail, shown, query, takesFocus, onMove, onClose, onReplay }: TurnsProps) {
  const list = useRef<HTMLOListElement>(null);
  const focused = useView((view) => view.turn);
  const replayed = useView((view) => view.replayed);
  const run = shown.run?.id ?? null;
  const editing = useTurnEditing(run, list, (turn) => openDialog(LikeDialog, { turn, run }));
  const turns = detail.turns;
  const tabStop = focused !== null && focused < turns.length ? focused : 0;

  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    const first = list.current?.firstElementChild;
    if (first instanceof HTMLElement) first.focus();
  }, [takesFocus]);

  useEffect(() => {
    if (replayed !== null && replayed > 0)
      list.current?.children[replayed - 1]?.scrollIntoView({ block: 'nearest' });
  }, [replayed]);

  const turnAt = (index: number): HTMLElement | null => {
    const element = list.current?.children[Math.max(0, Math.min(turns.length - 1, index))];
    return element instanceof HTMLElement ? element : null;
  };
  const focusOn = (index: number) => turnAt(index)?.focus();
  // Undoing a tag, for example, removes the chip that has the focus.
  useKeptFocus(list, () => turnAt(tabStop));

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (isTyping(target) || target instanceof Element === false) return;
    if (target.closest('[role="menu"]')) return;
    const command = commandByKeys(event, 'transcript');
    if (!command) return;
    const turn = turns[tabStop];
    const done = () => {
      switch (command) {
        case turnCommands.next:
          return focusOn(tabStop + 1);
        case turnCommands.previous:
          return focusOn(tabStop - 1);
        case turnCommands.inner:
          return moveInside(event, list.current?.children[tabStop]);
        case dialogueCommands.path:
          return lightPath(!useView.getState().pathLit);
        case dialogueCommands.replay:
          return onReplay();
        case dialogueCommands.next:
          return onMove(1);
        case dialogueCommands.previous:
          return onMove(-1);
        case dialogueCommands.close:
          return onClose();
        default:
          return turn && editing.onCommand(command, turn, target);
      }
    };
    if (done() !== false) event.preventDefault();
  };

  if (turns.length === 0) return <EmptyState title="This dialogue is empty">It has no messages.</EmptyState>;
  return (
    <ol
      ref={list}
      className="turns scroll"
      aria-label="Turns"
      onKeyDown={onKeyDown}
      onPointerLeave={() => hoverTurn(null)}
    >
      {turns.map((turn) => (
        <Turn
          key={turn.id}
          turn={turn}
          query={query}
          tabStop={turn.index === tabStop}
          current={replayed === null ? turn.index === focused : turn.index === replayed - 1}
          automaton={shown.automaton?.id ?? null}
          states={shown.automaton ? statesOf(turns, turn.index) : null}
          editing={editing}
          onFocus={() => focusTurn(turn.index)}
          onHover={() => hoverTurn(turn.index)}
        />
      ))}
    </ol>
  );
}
