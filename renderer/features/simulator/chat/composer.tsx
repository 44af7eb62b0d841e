import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Simulation } from '#shared/contract/simulator.ts';
import { ROLE_NAMES, ROLES } from '#shared/domain/dialogue.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { useKeyHint } from '../../../commands/command-keys.ts';
import { runCommand } from '../../../commands/use-command.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Select } from '../../../ui/inputs/field.tsx';
import { simulateCommands } from '../commands.ts';
import { letSendAt, speakAs, useSimulate } from '../simulate-state.ts';
import type { Acting } from '../use-simulation.ts';
import { standingKey } from '../words.ts';
import './chat.css';

/** The field for the next turn, as either side. */
export function Composer({
  simulation,
  act,
  busy,
  give,
}: Acting & { readonly simulation: Simulation; readonly give: (() => void) | null }) {
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
    const { dialogue, round } = answer;
    const answered = await act((own) => own.setAnswer({ from: { dialogue, round } }));
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
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void say();
      }}
    >
      <textarea
        ref={field}
        className="input composer-text"
        rows={2}
        maxLength={5000}
        aria-label={`Next turn, as the ${ROLE_NAMES[side]}`}
        placeholder={`Say something as the ${ROLE_NAMES[side]}; Enter sends it`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {simulation.unasked && (
        <p className="row-2 small">
          <span className="quiet">
            {formatAmount(simulation.unasked.turns, 'turn')} tagged as similar turns:{' '}
            {simulation.unasked.model} was not used.
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
            Use the answer found
          </Button>
        )}
        <span className="quiet small clip" title={`Tags by ${simulation.taggedBy}`}>
          tags by {simulation.taggedBy}
        </span>
      </div>
    </form>
  );
}
