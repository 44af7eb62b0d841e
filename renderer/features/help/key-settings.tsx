import { useState } from 'react';
import { resetAllKeys } from '../../commands/command-keys.ts';
import { prefer, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/field.tsx';
import { KeyGroups } from './key-groups.tsx';

export function SingleKeys() {
  const singleKeys = usePreferences((state) => state.singleKeys);
  return (
    <Choice
      label="Single-key shortcuts"
      hint="For example A to add a tag. Turn them off if you dictate to your computer."
      checked={singleKeys}
      onChange={(event) => prefer('singleKeys', event.target.checked)}
    />
  );
}

/** Every command with its keys, which a person can change. */
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
