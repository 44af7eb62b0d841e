import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TurnId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { defineMode } from '../../project/mode.ts';
import { tellError } from '../../ui/overlays/toasts.tsx';

const ANSWERS = about('tags', 'corpus');

export const teachingQueries = {
  next: (skipped: readonly TurnId[]) =>
    question('teaching.next', client.teaching.next, { skipped: [...skipped] }, ANSWERS),
  /** Fetched only when nobody has answered for a while, because it takes longer than a question. */
  progress: (answers: number) =>
    queryOptions({
      queryKey: ['teaching.progress', answers],
      queryFn: ({ signal }) => client.teaching.progress(undefined, { signal }),
      meta: about('corpus'),
      staleTime: 0,
    }),
};

export const TEACH = defineMode('teach', 'label', 'Teach', 'Teach moves by answering questions');

const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

export const teachingCommands = defineCommands(
  'teaching',
  { group: 'Teach', scope: 'teaching', once: true },
  {
    accept: { title: 'Answer with the most likely move', keys: ['Enter'] },
    type: { title: 'Type to find or create a move', keys: ['/', '+'] },
    also: { title: 'Choose one more move for these turns', keys: ['A'] },
    alone: { title: 'The turns differ: ask only about the first', keys: ['D'] },
    skip: { title: 'Skip the question', keys: [' '] },
    finish: { title: 'Tag all turns', keys: ['Mod+Enter'] },
  },
);

export const moveCommands = defineCommands(
  'teaching',
  { group: 'Teach', scope: 'teaching', once: true },
  Object.fromEntries(
    ORDINALS.map((ordinal, at) => [
      `move${at + 1}`,
      { title: `Answer with the ${ordinal} move`, keys: [`${(at + 1) % 10}`] },
    ]),
  ),
);

export const MOVE_COMMANDS = Object.values(moveCommands);

export type Teaching = ReturnType<typeof useTeaching>;

/** Goes through the questions one by one. A key pressed before the next question is shown has no effect. */
export function useTeaching() {
  const [skipped, setSkipped] = useState<readonly TurnId[]>([]);
  const [kept, setKept] = useState<readonly string[]>([]);
  const [keepsNext, setKeepsNext] = useState(false);
  const [isAlone, setIsAlone] = useState(false);
  const [isAnswered, setIsAnswered] = useState(false);
  const inHand = useRef(false);
  const next = useQuery({ ...teachingQueries.next(skipped), placeholderData: keepPreviousData });
  const asked = next.data?.question;
  const question = asked && isAlone ? { ...asked, turns: asked.turns.slice(0, 1), border: [] } : asked;
  const isBusy = isAnswered || next.isPlaceholderData;
  const first = asked?.turns[0]?.turn;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each question starts fresh
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
    /** True while an answer is saved or the next question is loading. */
    isBusy,
    error: next.error,
    kept,
    keepsNext,
    answer(move: string) {
      if (!question || isBusy || inHand.current) return;
      const moves = [...kept.filter((one) => one !== move), move];
      if (keepsNext) {
        setKept(moves);
        setKeepsNext(false);
        return;
      }
      inHand.current = true;
      setIsAnswered(true);
      // The edit makes the question stale, so the next one is fetched automatically.
      client.teaching
        .answer({ turns: question.turns.map(({ turn }) => turn), moves })
        .catch((error: unknown) => {
          inHand.current = false;
          setIsAnswered(false);
          tellError(error);
        });
    },
    keepNext: () => setKeepsNext(!keepsNext),
    askAlone: (asked?.turns.length ?? 0) > 1 && !isAlone ? () => setIsAlone(true) : null,
    skip() {
      if (!question || isBusy) return;
      setSkipped([...skipped, ...question.turns.map(({ turn }) => turn)]);
    },
    retry: () => void next.refetch(),
  };
}
