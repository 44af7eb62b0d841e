import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlindPair, RevealedPair, SeriesCounts, VoteChoice } from '#shared/contract/votes.ts';
import { modelOf } from '#shared/domain/agent.ts';
import { client } from '../../client/api.ts';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { tell } from '../../ui/overlays/toasts.tsx';
import { providerQueries } from '../providers/index.ts';
import { changeVotes, useVotes } from './vote-state.ts';
import { PLANNED_VOTES } from './vote-words.ts';

interface LastVote {
  readonly pair: number;
  readonly choice: VoteChoice;
}

export interface Voting {
  readonly asksModel: boolean;
  readonly pair: BlindPair | RevealedPair | null;
  readonly counts: SeriesCounts | null;
  /** The latest vote; null if there is none to undo or reveal. */
  readonly last: LastVote | null;
  readonly busy: boolean;
  readonly error: unknown;
  readonly next: () => void;
  readonly vote: (choice: VoteChoice, note: string) => void;
  readonly undo: () => void;
  readonly reveal: () => void;
}

const STANDS = 'You have seen who answered, so this vote can no longer be changed.';

export const isRevealed = (pair: BlindPair | RevealedPair): pair is RevealedPair => 'sides' in pair;

/** Number of pairs prepared ahead while a person votes, if their answers may cost money. */
const FEW_AHEAD = 3;

/**
 * Lets models write the next answers while a person reads. With a model on this machine, this costs only time.
 * `onOpen` receives the number of pairs with both answers, after each pair.
 */
function usePreparedPairs(shown: number | undefined, onOpen: (open: number) => void): boolean {
  const { series } = useVotes();
  const run = useShownAutomaton().run?.id ?? null;
  const models = series?.columns.flatMap((column) => modelOf(column) ?? []) ?? [];
  const asksModel = models.length > 0;
  const providers = useQuery({ ...providerQueries.list, enabled: asksModel }).data?.providers;
  const free = models.every(({ provider }) =>
    providers?.some(({ id, reach }) => id === provider && reach === 'loopback'),
  );
  const open = free ? PLANNED_VOTES : FEW_AHEAD;
  const preparing = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another series needs other pairs
  useEffect(
    () => () => {
      preparing.current?.abort();
      preparing.current = null;
    },
    [series, run],
  );
  useEffect(() => {
    if (series === null || shown === undefined || !asksModel || preparing.current) return;
    const own = new AbortController();
    preparing.current = own;
    const prepareEach = async (): Promise<void> => {
      // One pair more than before, so that the page can say how many are ready.
      for (let wanted = 2; wanted <= open; ) {
        const asked = { ...series, columns: [...series.columns], run, open: wanted };
        const prepared = await client.votes.prepare(asked, { signal: own.signal });
        if (own.signal.aborted) return;
        onOpen(prepared.open);
        if (prepared.open < wanted) return;
        wanted = prepared.open + 1;
      }
    };
    // An error is shown when the person reaches the pair it concerns.
    prepareEach()
      .catch(() => null)
      .finally(() => {
        if (preparing.current === own) preparing.current = null;
      });
  }, [series, run, open, shown, asksModel, onOpen]);
  return asksModel;
}

/** Goes through the pairs one by one. The page has only the shown pair; the backend stores them all. */
export function useVoting(): Voting {
  const { series, pair: asked } = useVotes();
  const run = useShownAutomaton().run?.id ?? null;
  const [pair, setPair] = useState<Voting['pair']>(null);
  const [counts, setCounts] = useState<SeriesCounts | null>(null);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<unknown>(null);
  const [given, setGiven] = useState<readonly LastVote[]>([]);
  const running = useRef<AbortController | null>(null);

  const start = useCallback(async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setBusy(true);
    setError(null);
    try {
      await work(own.signal);
    } catch (failure) {
      if (!own.signal.aborted) setError(failure);
    } finally {
      if (running.current === own) setBusy(false);
    }
  }, []);

  const draw = useCallback(
    async (pass: number | null, signal: AbortSignal): Promise<void> => {
      if (series === null) return;
      const next = await client.votes.next(
        { ...series, columns: [...series.columns], pass, run },
        { signal },
      );
      if (signal.aborted) return;
      setPair(next.pair);
      setCounts(next.counts);
    },
    [series, run],
  );

  useEffect(() => {
    void start(async (signal) => {
      if (asked === null) return draw(null, signal);
      const found = await client.votes.pair({ pair: asked }, { signal });
      if (!signal.aborted) setPair(found.pair);
    });
    return () => running.current?.abort();
  }, [draw, asked, start]);

  const noteOpen = useCallback((open: number) => setCounts((before) => before && { ...before, open }), []);
  const asksModel = usePreparedPairs(pair?.pair, noteOpen);
  const revealed = pair !== null && isRevealed(pair);
  // A vote moves on to the next pair, so the vote to undo or reveal usually belongs to the previous pair.
  const last = pair?.vote ? { pair: pair.pair, choice: pair.vote.choice } : (given.at(-1) ?? null);
  /** True while a vote is saved or a pair without one is loading. A pair with a vote can be undone. */
  const isPending = busy && !pair?.vote;
  const without = (id: number) => given.filter((vote) => vote.pair !== id);
  return {
    asksModel,
    pair,
    counts,
    last,
    busy,
    error,
    next: () => {
      if (busy) return;
      // After a past pair the series continues; without a series, its settings are shown.
      if (asked !== null) changeVotes({ voting: series !== null, pair: null });
      else void start((signal) => draw(pair && !pair.vote ? pair.pair : null, signal));
    },
    vote: (choice, note) => {
      // While the next pair is loading, a key would vote on a pair that nobody has seen.
      if (!pair || revealed || busy) return;
      void start(async (signal) => {
        const after = await client.votes.vote({ pair: pair.pair, choice, note });
        setGiven([...without(pair.pair), { pair: pair.pair, choice }]);
        setPair(after);
        if (!pair.vote)
          setCounts((before) => before && { ...before, voted: before.voted + 1, open: before.open - 1 });
        // A past pair stays on the page, because it was opened to be read.
        if (asked === null && !signal.aborted) await draw(null, signal);
      });
    },
    undo: () => {
      if (last === null || isPending) return;
      if (revealed) {
        tell(STANDS);
        return;
      }
      void start(async (signal) => {
        const { kind } = await client.votes.pair({ pair: last.pair }, { signal });
        setGiven(without(last.pair));
        if (kind === 'revealed') {
          tell(STANDS);
          return;
        }
        setPair(await client.votes.undo({ pair: last.pair }, { signal }));
        setCounts((before) => before && { ...before, voted: before.voted - 1, open: before.open + 1 });
      });
    },
    reveal: () => {
      if (revealed || isPending) return;
      if (last === null) {
        tell('Vote first. You can see who answered after your vote.');
        return;
      }
      void start(async (signal) => {
        const { kind } = await client.votes.pair({ pair: last.pair }, { signal });
        setPair(await client.votes.reveal({ pair: last.pair }, { signal }));
        if (kind === 'blind') setCounts((before) => before && { ...before, revealed: before.revealed + 1 });
      });
    },
  };
}
