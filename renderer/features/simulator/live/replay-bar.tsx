import { useEffect, useState } from 'react';
import { useKeyHint } from '../../../commands/command-keys.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { simulateCommands } from '../commands.ts';
import { replayTo, useSimulate } from '../simulate-state.ts';
import './live.css';

const SPEEDS = [0.5, 1, 2, 4] as const;
const STEP_MS = 900;

const stepsOnly = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Plays the path step by step. Where motion is to be reduced nothing plays by itself: each press is one step. */
export function ReplayBar({ steps }: { readonly steps: number }) {
  const replayed = useSimulate((state) => state.replayed);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const at = replayed ?? steps;
  const reduced = stepsOnly();
  const withKeys = useKeyHint();
  const running = playing && at < steps;

  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => replayTo(at + 1), STEP_MS / speed);
    return () => clearTimeout(timer);
  }, [running, at, speed]);

  const play = () => {
    if (reduced) {
      replayTo(at >= steps ? 0 : at + 1);
    } else if (running) {
      setPlaying(false);
    } else {
      if (at >= steps) replayTo(0);
      setPlaying(true);
    }
  };
  useCommand(simulateCommands.replay, steps > 0 ? play : null);
  const go = (to: number) => {
    setPlaying(false);
    replayTo(to);
  };
  return (
    <div className="row-1 sim-replay" role="toolbar" aria-label="Replay of the path">
      <Button small disabled={steps === 0} title={withKeys(simulateCommands.replay)} onClick={play}>
        {reduced ? 'Next step' : running ? 'Pause' : 'Play'}
      </Button>
      <IconButton
        small
        icon="chevron-left"
        label="Step back"
        disabled={at === 0}
        onClick={() => go(at - 1)}
      />
      <input
        type="range"
        min={0}
        max={steps}
        value={at}
        disabled={steps === 0}
        aria-label="Step of the path"
        aria-valuetext={`step ${at} of ${steps}`}
        onChange={(event) => go(Number(event.target.value))}
      />
      <IconButton
        small
        icon="chevron-right"
        label="Step forward"
        disabled={at >= steps}
        onClick={() => go(at + 1)}
      />
      <span className="number small">
        step {at} of {steps}
      </span>
      {!reduced && (
        <select
          className="input sim-speed"
          aria-label="Speed"
          value={speed}
          onChange={(event) => setSpeed(Number(event.target.value) as typeof speed)}
        >
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
