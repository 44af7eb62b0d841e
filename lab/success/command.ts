import { experiment, targetOf } from '../experiment.ts';
import { evaluateSuccess } from './evaluate-success.ts';
import { makeReference } from './make-reference.ts';

const BELIEFS = ['auto', 'predictions', 'oracle'] as const;

export const command = experiment(
  [
    'success --predictions FILE --dialogues FILE --db FOLDER [--belief auto|predictions|oracle] [--seed 1]',
    'success --make-reference FILE --dialogues FILE --db FOLDER [--force]',
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
