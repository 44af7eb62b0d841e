import { z } from 'zod';
import { experiment, targetOf } from '../experiment.ts';
import { evaluateClosedLoop } from './closed-loop.ts';
import { evaluateSuccess } from './evaluate-success.ts';
import { makeReference } from './make-reference.ts';

const closedLoopSchema = z.object({
  heldOut: z.number().gt(0).lt(1).default(0.2),
  seed: z.int().default(1),
});

const BELIEFS = ['auto', 'predictions', 'oracle'] as const;

export const command = experiment(
  'success',
  [
    'success --predictions FILE --dialogues FILE --db FOLDER [--belief auto|predictions|oracle] [--seed 1]',
    'success --make-reference FILE --dialogues FILE --db FOLDER [--force]',
    'success --closed-loop --dialogues FILE --db FOLDER [--held-out 0.2] [--seed 1]',
  ],
  async (given, { signal, progress }) => {
    const dialogues = given.requiredPath('dialogues');
    const databases = given.requiredPath('db');
    const out = given.text('make-reference');
    if (out !== null) {
      if (given.text('predictions') !== null) {
        throw given.wrong('Use --predictions to score a file or --make-reference to write one, not both.');
      }
      return makeReference({ dialogues, databases, out: targetOf(given, out) }, signal);
    }
    if (given.named.has('closed-loop')) {
      return evaluateClosedLoop({ dialogues, databases, ...given.input(closedLoopSchema) }, signal);
    }
    return evaluateSuccess(
      {
        predictions: given.requiredPath('predictions'),
        dialogues,
        databases,
        belief: given.choice('belief', BELIEFS) ?? 'auto',
        seed: given.seed(),
      },
      { signal, onProgress: (done, total) => progress(`Scoring: ${done} of ${total} dialogues`) },
    );
  },
);
