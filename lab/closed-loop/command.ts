import { z } from 'zod';
import { isHeldOut } from '#backend/features/retrieval/answer-query.ts';
import { methodsNamed } from '#backend/features/retrieval/methods.ts';
import { wilsonInterval } from '#shared/algorithms/agreement/wilson.ts';
import { bootstrapMean } from '#shared/algorithms/metrics/bootstrap.ts';
import { RETRIEVAL_METHODS } from '#shared/algorithms/retrieval/methods.ts';
import type { Estimate } from '#shared/domain/figures.ts';
import { experiment } from '../experiment.ts';
import { type LoopInput, learnedAgents, type Outcome, type Talks } from './agents.ts';
import { talksByGoals } from './by-goals.ts';
import { talksByLabels } from './by-labels.ts';

function figuresOf({ task, agent, outcomes }: Talks, seed: number) {
  const shareOf = (test: (outcome: Outcome) => boolean | undefined): Estimate => {
    const part = outcomes.filter(test).length;
    const { low, high } = wilsonInterval(part, outcomes.length);
    return { estimate: (100 * part) / outcomes.length, lower: 100 * low, upper: 100 * high };
  };
  const meanOf = (of: (outcome: Outcome) => number): Estimate =>
    bootstrapMean(
      outcomes.map((outcome) => ({ sum: of(outcome), count: 1 })),
      { seed },
    );
  return {
    task,
    agent,
    customers: outcomes.length,
    inform: outcomes[0]?.inform === undefined ? null : shareOf(({ inform }) => inform),
    success: shareOf(({ success }) => success),
    deadEnds: shareOf(({ deadEnd }) => deadEnd),
    turns: meanOf(({ turns }) => turns),
    wrong: meanOf(({ wrong }) => wrong),
  };
}

const heldOutSchema = z.object({ heldOut: z.number().gt(0).lt(1).default(0.2) });
const METHODS = ['bm25-last', 'bm25-3', 'dense', 'dfa-rag', 'context-ranker'] as const;

export const command = experiment(
  [
    'closed-loop --dialogues FILE --db FOLDER [--methods A,B] [--held-out 0.2] [--seed 1]',
    'closed-loop --dialogues FILE --tasks A,B [--flows FOLDER] [--methods A,B] [--held-out 0.2] [--seed 1]',
  ],
  async (given, { signal, progress }) => {
    const { heldOut } = given.input(heldOutSchema);
    const methods = methodsNamed(given.list('methods') ?? METHODS, RETRIEVAL_METHODS);
    const seed = given.seed();
    const input: LoopInput = {
      dialogues: given.requiredPath('dialogues'),
      isHeldOut: (id) => isHeldOut(id, heldOut),
      learned: (task, dialogues) => learnedAgents(task, dialogues, methods, seed),
    };
    const db = given.path('db');
    const talks = db
      ? talksByGoals(input, db, signal)
      : talksByLabels(input, given.required('tasks').split(','), given.path('flows'), signal);
    const rows: ReturnType<typeof figuresOf>[] = [];
    for await (const one of talks) {
      progress(`Talking: ${one.task}, ${one.agent}`);
      rows.push(figuresOf(one, seed));
    }
    return { rows };
  },
);
