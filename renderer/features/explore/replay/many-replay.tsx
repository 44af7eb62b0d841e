import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ReplayedPath } from '#shared/contract/analysis.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { DialogueDetail } from '#shared/contract/corpus.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { about, question } from '../../../client/queries.ts';
import type { GraphDot } from '../../../graph/stage/dots.ts';
import { bothWheres, placeFilter, useDialogueFilter } from '../../../project/dialogue-filter.ts';
import type { Place } from '../../../project/place.ts';
import { replayTogether, useView } from '../../../project/view.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/field.tsx';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { FailedState } from '../../../ui/state/notice.tsx';

const USUAL_MS = 900;
const LEAST_MS = 200;
const MOST_MS = 4000;

/** Returns the time of a turn's first timestamp, in ms; null if its file has none. */
export const beginOf = (turn: DialogueDetail['turns'][number]): number | null => {
  const time = turn.utterances.find((utterance) => utterance.time !== null)?.time;
  return time == null ? null : Date.parse(time);
};

export function replayPauses(turns: DialogueDetail['turns']): number[] {
  return pausesOf(gapsOf(turns.map(beginOf)));
}

/** Returns the time from each moment to the next; null if either moment is unknown, and for the last one. */
const gapsOf = (moments: readonly (number | null)[]): (number | null)[] =>
  moments.map((moment, at) => {
    const next = moments[at + 1] ?? null;
    return moment === null || next === null ? null : Math.max(0, next - moment);
  });

/** Returns pauses in ms: the median is under a second, the longest a few seconds. Without times, all are equal. */
function pausesOf(gaps: readonly (number | null)[]): number[] {
  const known = gaps.filter((gap) => gap !== null).sort((a, b) => a - b);
  const usual = known[known.length >> 1] ?? 0;
  return gaps.map((gap) =>
    gap === null || usual === 0 ? USUAL_MS : Math.min(MOST_MS, Math.max(LEAST_MS, (gap / usual) * USUAL_MS)),
  );
}

const replayQueries = {
  paths: (automaton: RunId, place: Place, filter: string) =>
    question(
      'paths',
      client.analysis.paths,
      {
        automaton,
        where: bothWheres(filter, placeFilter(place, automaton) ?? ''),
        variant:
          place.kind === 'variant' ? { run: place.run, fold: place.fold, steps: [...place.steps] } : null,
      },
      about('corpus', 'tags', 'automata', 'runs'),
    ),
};

interface Timeline {
  readonly steps: number;
  readonly stepMs: number;
  readonly arrivals: readonly (readonly number[])[];
}

const TURN_MS = 900;
const TIME_MS = 300;

export const hasTimes = (paths: readonly ReplayedPath[]): boolean =>
  paths.some(({ seconds }) => seconds.some((second) => second !== null));

/** Returns the timeline. All dialogues start together and advance turn by turn, or by compressed times. */
export function timelineOf(paths: readonly ReplayedPath[], inTurns: boolean): Timeline {
  const arrivals = inTurns ? paths.map(({ states }) => states.map((_, at) => at + 1)) : arrivalsInTime(paths);
  const steps = arrivals.reduce((most, reached) => Math.max(most, reached.at(-1) ?? 0), 0);
  return { steps, stepMs: inTurns ? TURN_MS : TIME_MS, arrivals };
}

function arrivalsInTime(paths: readonly ReplayedPath[]): number[][] {
  const pauses = pausesOf(paths.flatMap(({ seconds }) => gapsOf(seconds)));
  let next = 0;
  return paths.map(({ states }) => {
    let passed = 0;
    return states.map(() => {
      const arrival = 1 + Math.round(passed / TIME_MS);
      passed += pauses[next++]!;
      return arrival;
    });
  });
}

export const dotsAt = (paths: readonly ReplayedPath[], { arrivals }: Timeline, step: number): GraphDot[] =>
  paths.map(({ dialogue, states }, at) => ({
    id: dialogue,
    states,
    reached: arrivals[at]!.filter((arrival) => arrival <= step).length,
  }));

/** True if the dialogues of the place can be replayed: they need paths, and a filter must describe them. */
export const canReplayTogether = (automaton: AutomatonSummary | null, place: Place): boolean =>
  automaton !== null && hasPaths(automaton) && place.kind !== 'misfit' && place.kind !== 'finding';

interface ManyReplayProps {
  readonly automaton: AutomatonSummary;
  readonly onDots: (dots: readonly GraphDot[]) => void;
}

export function ManyReplay({ automaton, onDots }: ManyReplayProps) {
  const place = useView((view) => view.place);
  const { where } = useDialogueFilter();
  const query = replayQueries.paths(automaton.id, place, where);
  const { data, error, refetch } = useQuery(query);
  const [inTurns, setInTurns] = useState(false);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <Playing
      key={JSON.stringify([query.queryKey, inTurns, data === undefined])}
      paths={data?.items ?? NO_PATHS}
      total={data?.total ?? null}
      inTurns={inTurns}
      onInTurns={setInTurns}
      onDots={onDots}
    />
  );
}

const NO_PATHS: readonly ReplayedPath[] = [];

interface PlayingProps {
  readonly paths: readonly ReplayedPath[];
  readonly total: number | null;
  readonly inTurns: boolean;
  readonly onInTurns: (inTurns: boolean) => void;
  readonly onDots: (dots: readonly GraphDot[]) => void;
}

function Playing({ paths, total, inTurns, onInTurns, onDots }: PlayingProps) {
  const timed = useMemo(() => hasTimes(paths), [paths]);
  const timeline = useMemo(() => timelineOf(paths, inTurns || !timed), [paths, inTurns, timed]);
  const [at, setAt] = useState(0);
  const playback = usePlayback({ steps: timeline.steps, at, onGo: setAt, pauseMs: () => timeline.stepMs });
  useEffect(() => onDots(dotsAt(paths, timeline, at)), [paths, timeline, at, onDots]);
  useEffect(() => () => onDots([]), [onDots]);
  return (
    <PlaybackBar label="Replay of many dialogues" playback={playback}>
      {timed && (
        <Choice
          label="Turn by turn"
          title="Move all dialogues one step at a time and ignore waiting times"
          checked={inTurns}
          onChange={onInTurns}
        />
      )}
      <span
        className="quiet small"
        role="status"
        title="Each dot is a dialogue. A hollow dot is a dialogue in a hidden state."
      >
        {total === null ? 'Reading the paths…' : saidOf(paths.length, total)}
      </span>
      <IconButton small icon="close" label="End the replay" onClick={() => replayTogether(false)} />
    </PlaybackBar>
  );
}

const saidOf = (shown: number, total: number): string =>
  shown === total
    ? formatAmount(total, 'dialogue')
    : `${formatCount(shown)} of ${formatAmount(total, 'dialogue')}`;
