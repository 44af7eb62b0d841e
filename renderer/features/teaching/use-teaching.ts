import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TeachingQuestion } from '#shared/contract/teaching.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { useApi } from '../../client/api.tsx';
import { tellError } from '../../ui/overlays/toasts.tsx';
import { teachingQueries } from './queries.ts';

export interface Teaching {
  readonly answers: number;
  /** Null where nothing is left to ask; undefined before the first question came. */
  readonly question: TeachingQuestion | null | undefined;
  /** An answer is being kept, or the next question is on its way. */
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Moves kept for the answer in hand, when it is to have several. */
  readonly kept: readonly string[];
  /** The next move is kept, and another is asked for. */
  readonly keepsNext: boolean;
  answer(move: string): void;
  keepNext(): void;
  /** Asks about the first round alone, where those asked about together differ; null where it is alone. */
  readonly askAlone: (() => void) | null;
  skip(): void;
  retry(): void;
}

/** Going through what is worth asking. One answer at a time: a key pressed before the next question came decides nothing. */
export function useTeaching(): Teaching {
  const { client } = useApi();
  const [skipped, setSkipped] = useState<readonly RoundId[]>([]);
  const [kept, setKept] = useState<readonly string[]>([]);
  const [keepsNext, setKeepsNext] = useState(false);
  const [isAlone, setIsAlone] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);
  const inHand = useRef(false);
  const next = useQuery({ ...teachingQueries(client).next(skipped), placeholderData: keepPreviousData });
  const asked = next.data?.question;
  const question = asked && isAlone ? { ...asked, rounds: asked.rounds.slice(0, 1), border: [] } : asked;
  const isBusy = isAnswered || next.isPlaceholderData;
  const first = asked?.rounds[0]?.round;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each question begins anew
  useEffect(() => {
    inHand.current = false;
    setIsAnswered(false);
    setKept([]);
    setKeepsNext(false);
    setIsAlone(false);
  }, [first, next.data?.answers]);

  return {
    answers: next.data?.answers ?? 0,
    question,
    isBusy,
    error: next.error,
    kept,
    keepsNext,
    answer(move) {
      if (!question || isBusy || inHand.current) return;
      const moves = [...kept.filter((one) => one !== move), move];
      if (keepsNext) {
        setKept(moves);
        setKeepsNext(false);
        return;
      }
      inHand.current = true;
      setIsAnswered(true);
      // The edit makes the question stale; the next one comes by itself.
      client.teaching
        .answer({ rounds: question.rounds.map(({ round }) => round), moves })
        .catch((error: unknown) => {
          inHand.current = false;
          setIsAnswered(false);
          tellError(error);
        });
    },
    keepNext: () => setKeepsNext(!keepsNext),
    askAlone: (asked?.rounds.length ?? 0) > 1 && !isAlone ? () => setIsAlone(true) : null,
    skip() {
      if (!question || isBusy) return;
      setSkipped([...skipped, ...question.rounds.map(({ round }) => round)]);
    },
    retry: () => void next.refetch(),
  };
}
