import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { Comparison } from '#shared/contract/comparison.ts';
import { modelOf } from '#shared/domain/agent.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { projectQueries } from '../../../project/queries.ts';
import { agentOf, type ColumnChoice, type ColumnLayout, idOf, METHOD_SEED } from '../../columns/index.ts';
import { useCompare } from '../compare-state.ts';
import {
  askColumn,
  type ColumnQuestion,
  isComplete,
  questionKey,
  stopColumn,
  useAnswers,
} from './answers.ts';
import { type ShownColumn, shownColumn } from './shown-columns.ts';

export function useAnswering(result: Comparison | undefined, layout: ColumnLayout, run: RunId | null) {
  const unit = useCompare((state) => state.unit);
  const { examples, samples, masking, exampleShape, context } = useCompare((state) => state.answering);
  const answers = useAnswers((state) => state.answers);
  const [picked, setPicked] = useState<Readonly<Record<string, number>>>({});
  const scorer = useMemo(createTextScorer, []);
  const whole = unit === 'whole-dialogue';
  const dialogue = useQuery({
    ...projectQueries.dialogue(result?.dialogue ?? (0 as never), null, null),
    enabled: whole && result !== undefined,
  });
  const turns = useMemo(
    () =>
      (dialogue.data?.turns ?? []).map(({ role, utterances }) => ({
        role,
        text: utterances.map(({ text }) => text).join(' '),
      })),
    [dialogue.data],
  );
  const truth = useMemo(
    () =>
      whole
        ? turns.flatMap(({ role, text }, turn) => (role === 'system' ? [{ turn, text }] : []))
        : result
          ? [{ turn: result.turn, text: result.truth.text }]
          : [],
    [whole, turns, result],
  );

  const questionOf = (choice: ColumnChoice): ColumnQuestion | null =>
    result
      ? {
          run,
          dialogue: result.dialogue,
          turn: result.turn,
          column: agentOf(choice),
          settings: { unit, examples, seed: METHOD_SEED, context, masking, exampleShape },
        }
      : null;
  /** Without a model the answer never changes, so one is enough. */
  const samplesOf = (choice: ColumnChoice): number => (modelOf(agentOf(choice)) ? samples : 1);

  const columns = layout.flatMap((choice): ShownColumn[] => {
    const question = questionOf(choice);
    if (!result || !question) return [];
    const id = idOf(choice);
    const own = Array.from({ length: samplesOf(choice) }, (_, sample) =>
      answers.get(questionKey(question, sample)),
    ).flatMap((asked) => asked ?? []);
    const shown = shownColumn({
      choice,
      result,
      whole,
      truth,
      samples: own,
      picked: picked[id] ?? 0,
      scorer,
    });
    return shown ? [shown] : [];
  });

  const ask = (choice: ColumnChoice): void => {
    const question = questionOf(choice);
    if (question) void askColumn(question, samplesOf(choice));
  };
  const stop = (choice: ColumnChoice): void => {
    const question = questionOf(choice);
    if (question) stopColumn(question, samplesOf(choice));
  };
  const asked = columns.filter((column) => column.byModel);
  const waiting = columns.filter(
    ({ byModel, group, choice }) => (whole || choice.agent) && !byModel && group === null,
  );
  useEffect(() => {
    for (const column of waiting) ask(column.choice);
  });
  return {
    whole,
    columns,
    turns,
    truth,
    questionOf,
    ask,
    stop,
    pick: (id: string, group: number) => setPicked((before) => ({ ...before, [id]: group })),
    asked,
    running: asked.some((column) => column.running),
    allComplete: asked.every(({ choice }) => {
      const question = questionOf(choice);
      if (!question) return false;
      const keys = Array.from({ length: samplesOf(choice) }, (_, sample) => questionKey(question, sample));
      return keys.every((key) => isComplete(answers.get(key)));
    }),
    askAll: () => {
      for (const column of asked) if (!column.running) ask(column.choice);
    },
    stopAll: () => {
      for (const column of asked) stop(column.choice);
    },
  };
}

export type Answering = ReturnType<typeof useAnswering>;
