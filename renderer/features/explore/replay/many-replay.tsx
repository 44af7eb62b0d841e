import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ReplayedWay } from '#shared/contract/analysis.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import { useApi } from '../../../client/api.tsx';
import type { GraphDot } from '../../../graph/stage/dots.ts';
import { useDialogueFilter } from '../../../project/dialogue-filter.ts';
import type { Place } from '../../../project/place.ts';
import { replayTogether, useView } from '../../../project/view.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/field.tsx';
import { PlaybackBar, usePlayback } from '../../../ui/inputs/playback.tsx';
import { FailedState } from '../../../ui/state/notice.tsx';
import { replayQueries } from './queries.ts';
import { dotsAt, hasTimes, timelineOf } from './timeline.ts';

/** True if the place can be replayed: it needs paths, and a filter that describes its dialogues. */
export const canReplayTogether = (automaton: AutomatonSummary | null, place: Place): boolean =>
  automaton !== null && hasPaths(automaton) && place.kind !== 'misfit' && place.kind !== 'finding';

/** Replays the selected dialogues over the graph, each as a dot, all starting together. */
export function ManyReplay({
  automaton,
  onDots,
}: {
  readonly automaton: AutomatonSummary;
  readonly onDots: (dots: readonly GraphDot[]) => void;
}) {
  const place = useView((view) => view.place);
  const { where } = useDialogueFilter();
  const query = replayQueries(useApi().client).ways(automaton.id, place, where);
  const { data, error, refetch } = useQuery(query);
  const [inTurns, setInTurns] = useState(false);
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <Playing
      key={JSON.stringify([query.queryKey, inTurns, data === undefined])}
      ways={data?.items ?? NO_WAYS}
      total={data?.total ?? null}
      inTurns={inTurns}
      onInTurns={setInTurns}
      onDots={onDots}
    />
  );
}

const NO_WAYS: readonly ReplayedWay[] = [];

function Playing({
  ways,
  total,
  inTurns,
  onInTurns,
  onDots,
}: {
  readonly ways: readonly ReplayedWay[];
  /** Null until they are loaded. */
  readonly total: number | null;
  readonly inTurns: boolean;
  readonly onInTurns: (inTurns: boolean) => void;
  readonly onDots: (dots: readonly GraphDot[]) => void;
}) {
  const timed = useMemo(() => hasTimes(ways), [ways]);
  const timeline = useMemo(() => timelineOf(ways, inTurns || !timed), [ways, inTurns, timed]);
  const [at, setAt] = useState(0);
  const playback = usePlayback({ steps: timeline.steps, at, onGo: setAt, pauseMs: () => timeline.stepMs });
  useEffect(() => onDots(dotsAt(ways, timeline, at)), [ways, timeline, at, onDots]);
  useEffect(() => () => onDots([]), [onDots]);
  return (
    <PlaybackBar label="Replay of many dialogues" playback={playback}>
      {timed && (
        <Choice
          label="Turn by turn"
          title="Move all dialogues one step at a time, whatever their waits"
          checked={inTurns}
          onChange={({ target }) => onInTurns(target.checked)}
        />
      )}
      <span
        className="quiet small"
        role="status"
        title="Each dot is a dialogue. A hollow dot has moved to a hidden state."
      >
        {total === null ? 'Reading the paths…' : saidOf(ways.length, total)}
      </span>
      <IconButton small icon="close" label="End the replay" onClick={() => replayTogether(false)} />
    </PlaybackBar>
  );
}

const saidOf = (shown: number, total: number): string =>
  shown === total
    ? formatAmount(total, 'dialogue')
    : `${formatCount(shown)} drawn of ${formatAmount(total, 'dialogue')}`;
