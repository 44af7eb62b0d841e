import { useEffect, useMemo, useState } from 'react';
import type { DialogueDetail } from '#shared/contract/corpus.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { useKeyHint } from '../../../commands/command-keys.ts';
import { useCommand, useKeyScope } from '../../../commands/use-command.ts';
import { replayRound, useView } from '../../../project/view.ts';
import { Choice } from '../../../ui/inputs/field.tsx';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { dialogueCommands } from '../commands.ts';
import { beginOf, replayPauses } from '../replay/replay-pauses.ts';

/** Replays the open dialogue over the graph in compressed time, then the dialogues after it in the list. */
export function DialogueReplay({
  detail,
  onNext,
}: {
  readonly detail: DialogueDetail | undefined;
  /** Opens the next dialogue of the list; null for the last one. */
  readonly onNext: (() => void) | null;
}) {
  const replayed = useView((view) => view.replayed);
  const [goesOn, setGoesOn] = useState(false);
  const withKeys = useKeyHint();
  const rounds = detail?.rounds;
  const pauses = useMemo(() => replayPauses(rounds ?? []), [rounds]);
  const at = replayed ?? 0;
  // A new dialogue starts at its first turn; without a replay the graph is as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the dialogue alone
  useEffect(() => {
    replayRound(0);
    return () => replayRound(null);
  }, [detail?.id]);
  const playback = usePlayback({
    steps: rounds?.length ?? 0,
    at,
    onGo: replayRound,
    pauseMs: (step) => pauses[step - 1] ?? 0,
    onEnd: () => {
      if (!goesOn || onNext === null) return false;
      onNext();
      return true;
    },
  });
  useKeyScope('replay');
  useCommand(dialogueCommands.play, playback.play);
  const round = at > 0 ? rounds?.[at - 1] : undefined;
  const begin = round ? beginOf(round) : null;
  return (
    <PlaybackBar label="Replay of the dialogue" playback={playback} title={withKeys(dialogueCommands.play)}>
      {begin !== null && <time className="quiet small">{formatTime(new Date(begin).toISOString())}</time>}
      <Choice
        label="Continue with the next"
        title="Continue with the next dialogue in the list"
        checked={goesOn}
        disabled={onNext === null && !goesOn}
        onChange={({ target }) => setGoesOn(target.checked)}
      />
    </PlaybackBar>
  );
}
