import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { modelName } from '#shared/domain/agent.ts';
import { ROLE_NAMES, ROLES } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { CommandButton, useCommandEntry } from '../../../commands/command-button.tsx';
import { runCommand } from '../../../commands/use-command.ts';
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

function Composer({ canGive }: { readonly canGive: boolean }) {
  const { simulation, act, busy } = useSimulation();
  const side = useSimulate((state) => state.side);
  const answersItself = useSimulate((state) => state.answersItself);
  const folded = useSimulate((state) => state.folded);
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
    const { dialogue, turn, part } = answer;
    const answered = await act((own) => own.setAnswer({ from: { dialogue, turn, part } }));
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
          <CommandButton command={simulateCommands.answer} disabled={!canGive || busy}>
            Use this answer
          </CommandButton>
        )}
      </div>
      <p className="quiet small" role="status">
        {busy ? waitText(simulation) : simulation.taggedBy !== null && `Tagged by ${simulation.taggedBy}`}
      </p>
    </Form>
  );
}

interface ChatPanelProps {
  readonly canGive: boolean;
  readonly onRewind: (turns: number) => void;
}

export function ChatPanel({ canGive, onRewind }: ChatPanelProps) {
  const { simulation } = useSimulation();
  const { turns, at, start, path } = simulation;
  const [answer] = simulation.answers;
  const folded = useSimulate((state) => state.folded);
  const answersItself = useSimulate((state) => state.answersItself);
  const models = useModels();
  const entry = useCommandEntry();
  const shows = (panel: 'graph' | 'found', label: string): MenuEntry => ({
    label,
    checked: !folded[panel],
    beside: true,
    onSelect: () => foldPanel(panel, !folded[panel]),
  });
  const entries: MenuEntry[] = [
    entry(simulateCommands.begin),
    entry(simulateCommands.save, { label: 'Save as a case…', disabled: at === 0 }),
    entry(simulateCommands.cases, { label: 'Cases…' }),
    { kind: 'line' },
    entry(simulateCommands.back, { disabled: at === 0 }),
    entry(simulateCommands.forward, { disabled: at >= turns.length }),
    ...(answer
      ? [
          {
            label: `Open ${answer.externalId}`,
            hint: 'The answer comes from this dialogue.',
            onSelect: () => openInExplore(answer.dialogue, answer.turn),
          },
        ]
      : []),
    entry(simulateCommands.replay, {
      disabled: path.length === 0 || folded.graph,
    }),
    { kind: 'line' },
    {
      label: 'Answer automatically',
      hint: 'After each customer turn, Dialogram sends the answer that it found.',
      checked: answersItself,
      beside: true,
      onSelect: () => letAnswer(!answersItself),
    },
    ...(models.length === 0
      ? [entry(modelsCommands.settings, { label: 'Set up models…', hint: 'A model can also answer.' })]
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
          <CommandButton small command={simulateCommands.restart}>
            New
          </CommandButton>
        )}
        <DropMenu small label="More" entries={entries} />
      </div>
      {turns.length === 0 ? (
        <EmptyState title="Say something" action={<CommandButton command={simulateCommands.begin} />}>
          Write as the customer or the agent. Every turn gets tags and takes you to the next state. You can
          also continue one of your dialogues.
        </EmptyState>
      ) : (
        <Turns onRewind={onRewind} />
      )}
      <Composer canGive={canGive} />
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
