import { resolve } from 'node:path';
import { runEvaluation } from '#backend/features/evaluation/run-evaluation.ts';
import { methodsNamed } from '#backend/features/retrieval/methods.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type EvaluationFrom,
  type EvaluationInput,
  evaluationInputSchema,
} from '#shared/contract/evaluation.ts';
import { taggerSchema } from '#shared/contract/tagging.ts';
import { choice, integer, required, text, usage, type Values } from '../arguments.ts';
import type { Command } from '../command.ts';

const NAME = 'evaluate';

/** Two files, or one of which a share is held out. */
function fromOf(values: Values): EvaluationFrom {
  const train = resolve(required(values, 'train', NAME));
  const test = text(values, 'test');
  const split = text(values, 'split');
  if (test !== null && split !== null) throw usage(NAME, 'Give --test or --split, not both.');
  if (test === null && split === null) {
    throw usage(NAME, '--test is missing; or hold out a share of --train with --split 0.1.');
  }
  const heldOutShare = split === null ? 0.1 : Number(split);
  if (!(heldOutShare > 0 && heldOutShare < 1)) {
    throw usage(NAME, `--split takes a share above 0 and below 1, not "${split}".`, split);
  }
  return { kind: 'files', train, test: test === null ? null : resolve(test), heldOutShare };
}

function inputOf(values: Values): EvaluationInput {
  const tagger = choice(values, 'tagger', taggerSchema.options, NAME);
  if (tagger === null) throw usage(NAME, '--tagger is missing; it is annotations or offline.');
  const names = (text(values, 'methods') ?? 'all')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return evaluationInputSchema.parse({
    from: fromOf(values),
    tagger,
    methods: methodsNamed(names),
    examples: integer(values, 'examples', NAME, 1) ?? 5,
    seed: integer(values, 'seed', NAME) ?? 1,
    limit: integer(values, 'limit', NAME, 1),
    trainLimit: integer(values, 'train-limit', NAME, 1),
    textOnly: values['text-only'] === true,
  });
}

export const evaluateCommand: Command = {
  name: NAME,
  summary: 'Measure which way of finding examples shows the right next turn',
  usage:
    'evaluate retrieval --train A.jsonl.gz (--test B.jsonl.gz | --split 0.1) --tagger annotations|offline [--methods LIST|all] [--examples 5] [--seed 1] [--limit N] [--train-limit N] [--text-only] [--dump FILE.jsonl]',
  options: {
    train: { type: 'string' },
    test: { type: 'string' },
    split: { type: 'string' },
    tagger: { type: 'string' },
    methods: { type: 'string' },
    examples: { type: 'string' },
    seed: { type: 'string' },
    limit: { type: 'string' },
    'train-limit': { type: 'string' },
    'text-only': { type: 'boolean' },
    dump: { type: 'string' },
  },
  async run({ values, positionals }, { signal, progress }) {
    if (positionals.length !== 1 || positionals[0] !== 'retrieval') {
      throw usage(NAME, 'Say what to evaluate: "evaluate retrieval".', positionals[0] ?? null);
    }
    const dump = text(values, 'dump');
    try {
      return await runEvaluation(inputOf(values), {
        signal,
        dump: dump === null ? undefined : resolve(dump),
        onProgress({ phase, done, total, unit }) {
          const share = total ? ` ${done} of ${total} ${unit}` : '';
          progress(`Evaluating: ${phase}${share}`);
        },
      });
    } catch (error) {
      if (signal.aborted) throw new DialogramError('CANCELLED', 'Cancelled; nothing was written.');
      throw error;
    }
  },
};
