import type { Simulation } from '#shared/contract/simulator.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { useKeyHint } from '../../../commands/command-keys.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { EmptyState } from '../../../ui/state/notice.tsx';
import { TurnDialog } from '../../comparison/index.ts';
import { simulateCommands } from '../commands.ts';
import { foldPanel, useSimulate } from '../simulate-state.ts';
import type { Acting } from '../use-simulation.ts';
import { useTurnList } from '../use-turn-list.ts';
import { ChatTurn } from './chat-turn.tsx';
import { Composer } from './composer.tsx';
import './chat.css';

export type OpenDialog = 'cases' | 'save' | 'begin';

/** Shows the dialogue with its tags, and the field for the next turn. */
export function ChatPanel({
  simulation,
  act,
  busy,
  give,
  onRestart,
  onRewind,
  onOpen,
  beginning,
  onBegun,
}: Acting & {
  readonly simulation: Simulation;
  /** Uses the answer that was found; null if there is none. */
  readonly give: (() => void) | null;
  /** Starts again, empty or with a dialogue up to and including a turn. */
  readonly onRestart: (from: { readonly dialogue: DialogueId; readonly round: number } | null) => void;
  readonly onRewind: (turns: number) => void;
  readonly onOpen: (dialog: OpenDialog) => void;
  /** True while the dialogue to start from is being chosen. */
  readonly beginning: boolean;
  readonly onBegun: () => void;
}) {
  const { turns, at, start } = simulation;
  const folded = useSimulate((state) => state.folded);
  const withKeys = useKeyHint();
  return (
    <section className="panel" aria-label="Conversation">
      <div className="panel-head">
        <h2 className="clip">
          Conversation
          {start && <span className="panel-remark"> · from {start.externalId}</span>}
        </h2>
        <IconButton
          small
          icon="undo"
          label="One turn back"
          title={withKeys(simulateCommands.back)}
          disabled={at === 0}
          onClick={() => onRewind(at - 1)}
        />
        <IconButton
          small
          icon="redo"
          label="One turn forward"
          title={withKeys(simulateCommands.forward)}
          disabled={at >= turns.length}
          onClick={() => onRewind(at + 1)}
        />
        {folded.graph && (
          <IconButton
            small
            icon="path"
            label="Show the automaton"
            onClick={() => foldPanel('graph', false)}
          />
        )}
        {folded.found && (
          <IconButton small icon="fold" label="Show the answers" onClick={() => foldPanel('found', false)} />
        )}
      </div>
      <div className="sim-bar">
        <Button small onClick={() => onOpen('begin')}>
          Start from a dialogue…
        </Button>
        <Button small disabled={turns.length === 0} onClick={() => onRestart(null)}>
          New
        </Button>
        <Button small disabled={at === 0} onClick={() => onOpen('save')}>
          Save as a case…
        </Button>
        <Button small onClick={() => onOpen('cases')}>
          Cases…
        </Button>
      </div>
      {turns.length === 0 ? (
        <EmptyState
          title="Say something"
          action={<Button onClick={() => onOpen('begin')}>Start from a dialogue…</Button>}
        >
          Type as the customer or the agent. Every turn is tagged and moves through the automaton. You can
          also continue one of your dialogues.
        </EmptyState>
      ) : (
        <Turns simulation={simulation} act={act} busy={busy} onRewind={onRewind} />
      )}
      <Composer simulation={simulation} act={act} busy={busy} give={give} />
      {beginning && (
        <TurnDialog
          chosen={start && { dialogue: start.dialogue, round: start.round + 1 }}
          onPick={(dialogue, round) => {
            onBegun();
            onRestart({ dialogue, round: round - 1 });
          }}
          onClose={onBegun}
        />
      )}
    </section>
  );
}

function Turns({
  simulation,
  act,
  busy,
  onRewind,
}: Acting & { readonly simulation: Simulation; readonly onRewind: (turns: number) => void }) {
  const { turns, at } = simulation;
  const { tabStop, setFocused, list } = useTurnList({ count: turns.length, at }, onRewind);
  return (
    <ol {...list} className="scroll sim-turns" aria-label="Turns">
      <InPlace of={turns}>
        {(turn, index) => (
          <ChatTurn
            index={index}
            turn={turn}
            run={simulation.automaton?.taggingRun ?? null}
            tabStop={index === tabStop}
            last={index === at - 1}
            busy={busy}
            onFocus={() => setFocused(index)}
            onRewind={() => onRewind(index + 1)}
            onRetag={(tags) => void act((own) => own.retag({ turn: index, tags: [...tags] }))}
          />
        )}
      </InPlace>
    </ol>
  );
}
