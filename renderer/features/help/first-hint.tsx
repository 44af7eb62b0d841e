import { isMac, keysText } from '../../commands/commands.ts';
import { useKeysOf } from '../../commands/use-command.ts';
import { prefer, usePreferences } from '../../ui/hooks/preferences.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { helpCommands } from './palette.tsx';

/** Shows a newcomer one hint at a time, and none again once it was read. */
export function FirstHint() {
  const read = usePreferences((state) => state.hintsRead);
  const [keys] = useKeysOf()(helpCommands.keys);
  const hints = [
    'Point at a finding to see it on the graph. Choose it to read its dialogues.',
    'Click a box or a line in the graph to list the dialogues that go there.',
    keys
      ? `Press ${keysText(keys, isMac())} on any page to read what it shows.`
      : '“More” at the top right explains every page.',
  ];
  const hint = hints[read];
  if (hint === undefined) return null;
  return (
    <Notice
      bar
      actions={
        <Button small onClick={() => prefer('hintsRead', read + 1)}>
          Got it
        </Button>
      }
    >
      {hint}
    </Notice>
  );
}
