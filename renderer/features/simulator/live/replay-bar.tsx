import { useKeyHint } from '../../../commands/command-keys.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { simulateCommands } from '../commands.ts';
import { replayTo, useSimulate } from '../simulate-state.ts';

export function ReplayBar({ steps }: { readonly steps: number }) {
  const replayed = useSimulate((state) => state.replayed);
  const withKeys = useKeyHint();
  const playback = usePlayback({ steps, at: replayed ?? steps, onGo: replayTo });
  useCommand(simulateCommands.replay, steps > 0 ? playback.play : null);
  return (
    <PlaybackBar label="Replay of the path" playback={playback} title={withKeys(simulateCommands.replay)} />
  );
}
