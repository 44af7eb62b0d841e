import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { modelName } from '#shared/domain/agent.ts';
import { ROLE_NAMES, ROLES } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { Command } from '../../../commands/commands.ts';
import { runCommand, useKeyHint, useKeyText } from '../../../commands/use-command.ts';
import { openInExplore } from '../../../project/mode.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Form, Select } from '../../../ui/inputs/field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { DropMenu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { EmptyState } from '../../../ui/state/notice.tsx';
import { modelsCommands } from '../../providers/index.ts';
import { useModels } from '../found/model-part.tsx';
import {
  foldPanel,
  letAnswer,
  letSendAt,
  simulateCommands,
  speakAs,
  useSimulate,
} from '../simulate-state.ts';
import { useSimulation, useTurnList } from '../use-simulation.ts';
import { standingKey, waitText } from '../words.ts';
import { ChatTurn } from './chat-turn.tsx';

function Composer({ give }: { readonly give: (() => void) | null }) {
  const { simulation, act, busy } = useSimulation();
  const side = useSimulate((state) => state.side);
  const answersItself = useSimulate((state) => state.answersItself);
  const folded = useSimulate((state) => state.folded);
  const withKeys = useKeyHint();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = text.trim() === '';
  // Enter may be pressed while the view is still being set up: the turn then waits, and is sent once.
  const sending = useRef(false);

  useEffect(() => field.current?.focus(), []);

  const say = async () => {
    if (empty || sending.current) return;
    sending.current = true;
    const said = await act((own) => own.say({ role: side, text }));
    sending.current = false;
    if (said === null) return;
    setText('');
    letSendAt(standingKey(said));
    const [answer] = said.answers;
    if (side !== 'user' || !answersItself || !answer) return;
    const { dialogue, turn } = answer;
    const answered = await act((own) => own.setAnswer({ from: { dialogue, turn } }));
    if (answered) letSendAt(standingKey(answered));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      void say();
    } else if (event.key === 'Escape' && simulation.turns.length > 0) {
      event.preventDefault();
      runCommand(simulateCommands.turns);
    }
  };
  return (
    <Form className="composer stack rigid line-above" onSubmit={() => void say()}>
      <textarea
        ref={field}
        className="input composer-text"
        rows={2}
        maxLength={5000}
        aria-label={`Next turn, as the ${ROLE_NAMES[side]}`}
        placeholder={`Say something as the ${ROLE_NAMES[side]}. Enter sends it.`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {simulation.unasked && (
        <p className="row-2 small">
          <span className="quiet">
            {formatAmount(simulation.unasked.turns, 'turn')} got the tags of similar turns, so{' '}
            {modelName(simulation.unasked.model)} was not asked.
          </span>
          <Button small disabled={busy} onClick={() => void act((own) => own.tagByModel())}>
            Ask
          </Button>
        </p>
      )}
      <div className="row-2 composer-acts">
        <Button type="submit" kind="primary" disabled={empty || busy}>
          Say
        </Button>
        <label className="row-1 small composer-side">
          as the
          <Select
            aria-label="Speak as"
            value={side}
            options={[...ROLES].reverse().map((role) => ({ value: role, label: ROLE_NAMES[role] }))}
            onChange={speakAs}
          />
        </label>
        {folded.found && (
          <Button
            disabled={give === null || busy}
            title={withKeys(simulateCommands.answer)}
            onClick={() => give?.()}
          >
            Use this answer
          </Button>
        )}
      </div>
      <p className="quiet small" role="status">
        {busy ? waitText(simulation) : simulation.taggedBy !== null && `Tagged by ${simulation.taggedBy}`}
      </p>
    </Form>
  );
}

export function ChatPanel({
  give,
  onRestart,
  onRewind,
}: {
  readonly give: (() => void) | null;
  /** Starts a new dialogue: empty, or with the turns of a dialogue up to and including `turn`. */
  readonly onRestart: (from: { readonly dialogue: DialogueId; readonly turn: number } | null) => void;
  readonly onRewind: (turns: number) => void;
}) {
  const { simulation } = useSimulation();
  const { turns, at, start, path } = simulation;
  const [answer] = simulation.answers;
  const folded = useSimulate((state) => state.folded);
  const answersItself = useSimulate((state) => state.answersItself);
  const models = useModels();
  const withKeys = useKeyHint();
  const keyOf = useKeyText();
  const side = (command: Command) => keyOf(command) ?? undefined;
  const shows = (panel: 'graph' | 'found', label: string): MenuEntry => ({
    label,
    checked: !folded[panel],
    beside: true,
    onSelect: () => foldPanel(panel, !folded[panel]),
  });
  const entries: MenuEntry[] = [
    { label: 'Start from a dialogue…', onSelect: () => runCommand(simulateCommands.begin) },
    {
      label: 'Save as a case…',
      side: side(simulateCommands.save),
      disabled: at === 0,
      onSelect: () => runCommand(simulateCommands.save),
    },
    { label: 'Cases…', onSelect: () => runCommand(simulateCommands.cases) },
    { kind: 'line' },
    {
      label: 'One turn back',
      side: side(simulateCommands.back),
      disabled: at === 0,
      onSelect: () => onRewind(at - 1),
    },
    {
      label: 'One turn forward',
      side: side(simulateCommands.forward),
      disabled: at >= turns.length,
      onSelect: () => onRewind(at + 1),
    },
    ...(answer
      ? [
          {
            label: `Open ${answer.externalId}`,
            hint: 'The answer comes from this dialogue.',
            onSelect: () => openInExplore(answer.dialogue, answer.turn),
          },
        ]
      : []),
    {
      label: 'Replay the path',
      side: side(simulateCommands.replay),
      disabled: path.length === 0 || folded.graph,
      onSelect: () => runCommand(simulateCommands.replay),
    },
    { kind: 'line' },
    {
      label: 'Answer automatically',
      hint: 'After each customer turn, Dialogram sends the answer that it found.',
      checked: answersItself,
      beside: true,
      onSelect: () => letAnswer(!answersItself),
    },
    ...(models.length === 0
      ? ([
          {
            label: 'Set up models…',
            hint: 'A model can also answer.',
            onSelect: () => runCommand(modelsCommands.settings),
          },
        ] as const)
      : []),
    { kind: 'heading', label: 'Show' },
    shows('graph', 'Automaton'),
    shows('found', 'Answer and examples'),
  ];
  return (
    <section className="panel" aria-label="Dialogue">
      <div className="panel-head">
        <h2 className="clip">
          Dialogue
          {start && <span className="panel-remark"> · from {start.externalId}</span>}
        </h2>
        {turns.length > 0 && (
          <Button small title={withKeys(simulateCommands.restart)} onClick={() => onRestart(null)}>
            New
          </Button>
        )}
        <DropMenu small label="More" entries={entries} />
      </div>
      {turns.length === 0 ? (
        <EmptyState
          title="Say something"
          action={<Button onClick={() => runCommand(simulateCommands.begin)}>Start from a dialogue…</Button>}
        >
          Write as the customer or the agent. Every turn gets tags and takes you to the next state. You can
          also continue one of your dialogues.
        </EmptyState>
      ) : (
        <Turns onRewind={onRewind} />
      )}
      <Composer give={give} />
    </section>
  );
}

function Turns({ onRewind }: { readonly onRewind: (turns: number) => void }) {
  const { turns, at } = useSimulation().simulation;
  const { tabStop, setFocused, list } = useTurnList({ count: turns.length, at }, onRewind);
  return (
    <ol {...list} className="scroll pad-2-0" aria-label="Turns">
      <InPlace of={turns}>
        {(turn, index) => (
          <ChatTurn
            index={index}
            turn={turn}
            tabStop={index === tabStop}
            onFocus={() => setFocused(index)}
            onRewind={() => onRewind(index + 1)}
          />
        )}
      </InPlace>
    </ol>
  );
}
