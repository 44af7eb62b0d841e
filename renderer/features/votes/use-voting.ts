import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlindPair, RevealedPair, VoteChoice } from '#shared/contract/votes.ts';
import { useApi } from '../../client/api.tsx';
import { useShown } from '../../project/use-shown.ts';
import { tell } from '../../ui/overlays/toasts.tsx';
import { changeVotes, useVotes } from './vote-state.ts';

interface Counts {
  readonly drawn: number;
  readonly voted: number;
  readonly same: number;
  readonly unanswered: number;
  readonly passed: number;
}

export interface Voting {
  /** Null before the first one is there, and after the last one. */
  readonly pair: BlindPair | RevealedPair | null;
  readonly counts: Counts | null;
  readonly busy: boolean;
  readonly error: unknown;
  readonly next: () => void;
  readonly vote: (choice: VoteChoice, note: string) => void;
  readonly undo: () => void;
  readonly reveal: () => void;
}

export const isRevealed = (pair: BlindPair | RevealedPair): pair is RevealedPair => 'sides' in pair;

/** One pair after the other. What is not on show is forgotten here: the backend keeps it. */
export function useVoting(): Voting {
  const { client } = useApi();
  const { series, pair: asked } = useVotes();
  const run = useShown().run?.id ?? null;
  const [pair, setPair] = useState<Voting['pair']>(null);
  const [counts, setCounts] = useState<Counts | null>(null);
  const [busy, setBusy] = useState(true);
  const [error, setError] = useState<unknown>(null);
  /** Pairs voted on since the page came, the newest last. */
  const voted = useRef<number[]>([]);
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

  const ask = useCallback(
    (pass: number | null) =>
      start(async (signal) => {
        if (series === null) return;
        const next = await client.votes.next(
          { ...series, columns: [...series.columns], pass, run },
          { signal },
        );
        if (signal.aborted) return;
        setPair(next.pair);
        setCounts(next.counts);
      }),
    [client, start, series, run],
  );

  useEffect(() => {
    if (asked === null) void ask(null);
    else {
      void start(async (signal) => {
        const found = await client.votes.pair({ pair: asked }, { signal });
        if (!signal.aborted) setPair(found.pair);
      });
    }
    return () => running.current?.abort();
  }, [ask, asked, client, start]);

  const revealed = pair !== null && isRevealed(pair);
  return {
    pair,
    counts,
    busy,
    error,
    next: () => {
      // After a past pair the series goes on; where there is none, what is voted on is to be chosen.
      if (asked !== null) changeVotes({ voting: series !== null, pair: null });
      else void ask(pair && !pair.vote ? pair.pair : null);
    },
    vote: (choice, note) => {
      if (!pair || revealed) return;
      void start(async (signal) => {
        const after = await client.votes.vote({ pair: pair.pair, choice, note }, { signal });
        voted.current = [...voted.current.filter((id) => id !== pair.pair), pair.pair];
        setPair(after);
        if (!pair.vote) setCounts((before) => before && { ...before, voted: before.voted + 1 });
      });
    },
    undo: () => {
      const last = pair?.vote ? pair.pair : voted.current.at(-1);
      if (last === undefined) return;
      if (revealed && last === pair.pair) {
        tell('The pair was revealed: its vote stands.');
        return;
      }
      void start(async (signal) => {
        const { kind } = await client.votes.pair({ pair: last }, { signal });
        voted.current = voted.current.filter((id) => id !== last);
        if (kind === 'revealed') {
          tell('The last pair was revealed: its vote stands.');
          return;
        }
        setPair(await client.votes.undo({ pair: last }, { signal }));
        setCounts((before) => before && { ...before, voted: before.voted - 1 });
      });
    },
    reveal: () => {
      if (!pair || revealed) return;
      if (!pair.vote) {
        tell('Vote first: who gave which answer is said after it.');
        return;
      }
      void start(async (signal) => setPair(await client.votes.reveal({ pair: pair.pair }, { signal })));
    },
  };
}
