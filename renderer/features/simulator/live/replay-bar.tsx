import { useKeyHint } from '../../../commands/command-keys.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { simulateCommands } from '../commands.ts';
import { replayTo, useSimulate } from '../simulate-state.ts';

/** Replays the path; shown while the replay is open. */
export function ReplayBar({ steps }: { readonly steps: number }) {
  const replayed = useSimulate((state) => state.replayed);
  const withKeys = useKeyHint();
  const playback = usePlayback({ steps, at: replayed ?? steps, onGo: replayTo });
  useCommand(simulateCommands.replay, steps > 0 ? playback.play : null);
  if (replayed === null) return null;
  return (
    <PlaybackBar label="Replay of the path" playback={playback} title={withKeys(simulateCommands.replay)}>
      <IconButton
        small
        icon="close"
        label="Close the replay"
        onClick={() => {
          playback.go(steps);
          replayTo(null);
        }}
      />
    </PlaybackBar>
  );
}
