import { useEffect, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { Select } from './field.tsx';

const SPEEDS = [0.5, 1, 2, 4] as const;
type Speed = (typeof SPEEDS)[number];
const STEP_MS = 900;

const stepsOnly = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Playback = ReturnType<typeof usePlayback>;

/**
 * Plays step by step; with reduced motion, each step needs a click. `pauseMs` is at normal speed.
 * `onEnd` returns true if more follows, such as a next dialogue.
 */
export function usePlayback({
  steps,
  at,
  onGo,
  pauseMs = () => STEP_MS,
  onEnd = () => false,
}: {
  readonly steps: number;
  readonly at: number;
  readonly onGo: (to: number) => void;
  readonly pauseMs?: (step: number) => number;
  readonly onEnd?: () => boolean;
}) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<Speed>(1);
  const reduced = stepsOnly();
  const next = () => {
    if (at < steps) onGo(at + 1);
    else if (!onEnd()) setPlaying(false);
  };
  const wait = pauseMs(at) / speed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is timed once, even if rendered again
  useEffect(() => {
    if (!playing) return;
    const timer = setTimeout(next, wait);
    return () => clearTimeout(timer);
  }, [playing, at, steps, wait]);
  const running = playing && (at < steps || steps === 0);
  return {
    steps,
    at,
    speed,
    running,
    reduced,
    setSpeed,
    play: () => {
      if (reduced) {
        if (at < steps) onGo(at + 1);
        else if (!onEnd()) onGo(0);
      } else if (running) setPlaying(false);
      else {
        if (at >= steps) onGo(0);
        setPlaying(true);
      }
    },
    go: (to: number) => {
      setPlaying(false);
      onGo(to);
    },
  };
}

export function PlaybackBar({
  label,
  playback: { steps, at, speed, running, reduced, play, go, setSpeed },
  title,
  children,
}: {
  readonly label: string;
  readonly playback: Playback;
  readonly title?: string;
  readonly children?: React.ReactNode;
}) {
  return (
    <div className="row-1 playback rigid wrap pad-1-3 line-below" role="toolbar" aria-label={label}>
      <Button small disabled={steps === 0} title={title} onClick={play}>
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
        <Select
          className="playback-speed"
          aria-label="Speed"
          value={speed}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          onChange={setSpeed}
        />
      )}
      {children}
    </div>
  );
}
