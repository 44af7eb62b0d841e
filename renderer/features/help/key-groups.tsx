import { type KeyboardEvent, useRef, useState } from 'react';
import {
  type Command,
  commandGroups,
  isMac,
  keysOfPress,
  keysText,
  labelKeys,
} from '../../commands/commands.ts';
import { chooseKeys, chosenKeysOf, conflictsOf, resetAllKeys } from '../../commands/use-command.ts';
import { prefer, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import './help.css';

interface KeysOfProps {
  readonly keys: readonly string[];
  readonly each?: boolean;
}

export function KeysOf({ keys, each = false }: KeysOfProps) {
  const mac = isMac();
  return (
    <span className="rigid middle quiet small gap-half inline-flex">
      {(each ? keys : keys.slice(0, 1)).map((chord, index) => (
        <span key={chord}>
          {index > 0 && <span className="pad-0-1">or</span>}
          {labelKeys(chord, mac).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

const titleOf = (command: Command): string => command.title.replace('…', '');

interface KeyRowProps {
  readonly command: Command;
  readonly changing: boolean;
  readonly recording: boolean;
  readonly onRecord: (on: boolean) => void;
}

function KeyRow({ command, changing, recording, onRecord }: KeyRowProps) {
  const chosen = usePreferences((state) => state.keys);
  const singleKeys = usePreferences((state) => state.singleKeys);
  const button = useRef<HTMLButtonElement>(null);
  /** The pressed keys, if another command already uses them; otherwise null. */
  const [wanted, setWanted] = useState<string | null>(null);
  const keys = chosenKeysOf(command, chosen);
  const clashes = keys.flatMap((chord) => conflictsOf(command, chord, chosen));
  const title = titleOf(command);

  const end = () => {
    setWanted(null);
    onRecord(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!recording || event.key === 'Tab') return;
    // Esc cancels without closing the dialog, and no other handler gets the key.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return end();
    const chord = keysOfPress(event, isMac());
    if (chord === null) return;
    if (conflictsOf(command, chord, chosen).length > 0) return setWanted(chord);
    chooseKeys(command, [chord]);
    end();
  };
  const takeOver = (chord: string) => {
    for (const other of conflictsOf(command, chord, chosen)) {
      const left = chosenKeysOf(other, chosen).filter((one) => one !== chord);
      if (!other.fixed) chooseKeys(other, left);
    }
    chooseKeys(command, [chord]);
    end();
    button.current?.focus();
  };

  return (
    <li className={`wrap row-3 keys-row apart line-below ${clashes.length > 0 ? 'keys-row-clash' : ''}`}>
      <span>{title}</span>
      {clashes.length > 0 && (
        <span className="row-2 keys-clash small" role="status">
          <Icon name="alert" /> also {clashes.map((other) => `“${titleOf(other)}”`).join(', ')}
        </span>
      )}
      {changing && !command.fixed ? (
        <span className="middle gap-half inline-flex">
          <button
            ref={button}
            type="button"
            className={`button button-small ${recording ? 'keys-recording' : ''}`}
            onClick={() => (recording ? end() : onRecord(true))}
            onKeyDown={onKeyDown}
            onBlur={() => recording && wanted === null && end()}
          >
            <span className="visually-hidden">
              {recording ? `For ${title}: ` : `Change the keys of ${title}. Now: `}
            </span>
            {recording ? 'Press keys…' : keys.length > 0 ? <KeysOf keys={keys} each /> : 'none'}
          </button>
          <IconButton
            icon="restore"
            small
            label={`Reset the keys of ${title}`}
            disabled={!(command.id in chosen)}
            onClick={() => chooseKeys(command, null)}
          />
        </span>
      ) : (
        <span className={singleKeys ? '' : 'keys-some-off'}>
          <KeysOf keys={keys} each />
        </span>
      )}
      {recording && wanted !== null && (
        <span className="row-2 keys-wanted small" role="alert">
          {keysText(wanted, isMac())} is already used for “
          {conflictsOf(command, wanted, chosen).map(titleOf).join('”, “')}”.
          {conflictsOf(command, wanted, chosen).some((other) => other.fixed) ? (
            ' Press other keys.'
          ) : (
            <Button small kind="danger" onClick={() => takeOver(wanted)}>
              Reassign
            </Button>
          )}
          <Button small onClick={end}>
            Cancel
          </Button>
        </span>
      )}
    </li>
  );
}

export function KeyGroups({
  changing = null,
}: {
  readonly changing?: {
    readonly recording: string | null;
    readonly onRecord: (command: string | null) => void;
  } | null;
}) {
  const chosen = usePreferences((state) => state.keys);
  const shown = (command: Command): boolean =>
    changing !== null || command.keys.length > 0 || command.id in chosen;
  return (
    <Focusable as="section" className="keys-groups" aria-label="All keys">
      {commandGroups().map(({ group, heard, commands }) => {
        const withKeys = commands.filter(shown);
        if (withKeys.length === 0) return null;
        return (
          <section key={group} className="keys-group below-4">
            <h3 className="below-1">{group}</h3>
            {heard !== null && <p className="quiet small">{heard}</p>}
            <ul>
              {withKeys.map((command) => (
                <KeyRow
                  key={command.id}
                  command={command}
                  changing={changing !== null}
                  recording={changing?.recording === command.id}
                  onRecord={(on) => changing?.onRecord(on ? command.id : null)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </Focusable>
  );
}

export function SingleKeys() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (
    <Choice
      label="Single-key shortcuts"
      hint="For example, A adds a tag. If you dictate to your computer, turn these shortcuts off."
      checked={singleKeys}
      onChange={(checked) => prefer('singleKeys', checked)}
    />
  );
}

export function ChosenKeys() {
  const chosen = usePreferences((state) => state.keys);
  const [recording, setRecording] = useState<string | null>(null);
  return (
    <>
      <div>
        <Button
          disabled={Object.keys(chosen).length === 0}
          onClick={() => {
            setRecording(null);
            resetAllKeys();
          }}
        >
          Reset all keys
        </Button>
      </div>
      <KeyGroups changing={{ recording, onRecord: setRecording }} />
    </>
  );
}
