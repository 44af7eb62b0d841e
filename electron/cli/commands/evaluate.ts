import { resolve } from 'node:path';
import { runEvaluation } from '#backend/features/evaluation/run-evaluation.ts';
import { methodsNamed } from '#backend/features/retrieval/methods.ts';
import { evaluateSuccess } from '#backend/features/task-success/evaluate-success.ts';
import { makeReference } from '#backend/features/task-success/make-reference.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type EvaluationFrom,
  type EvaluationInput,
  evaluationInputSchema,
} from '#shared/contract/evaluation.ts';
import { taggerSchema } from '#shared/contract/tagging.ts';
import { choice, integer, required, text, usage, type Values } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';

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

const BELIEFS = ['auto', 'predictions', 'oracle'] as const;

/** Scores a predictions file, or writes one from the human answers. */
async function success(
  values: Values,
  { signal, progress }: CommandContext,
): Promise<Record<string, unknown>> {
  const dialogues = resolve(required(values, 'dialogues', NAME));
  const databases = resolve(required(values, 'db', NAME));
  const out = text(values, 'make-reference');
  if (out !== null) {
    if (text(values, 'predictions') !== null) {
      throw usage(NAME, 'Give --predictions to score a file or --make-reference to write one, not both.');
    }
    return makeReference({ dialogues, databases, out: resolve(out) }, signal);
  }
  return {
    ...(await evaluateSuccess(
      {
        predictions: resolve(required(values, 'predictions', NAME)),
        dialogues,
        databases,
        belief: choice(values, 'belief', BELIEFS, NAME) ?? 'auto',
        seed: integer(values, 'seed', NAME) ?? 1,
      },
      { signal, onProgress: (done, total) => progress(`Scoring: ${done} of ${total} dialogues`) },
    )),
  };
}

async function retrieval(
  values: Values,
  { signal, progress }: CommandContext,
): Promise<Record<string, unknown>> {
  const dump = text(values, 'dump');
  return runEvaluation(inputOf(values), {
    signal,
    dump: dump === null ? undefined : resolve(dump),
    onProgress({ phase, done, total, unit }) {
      const share = total ? ` ${done} of ${total} ${unit}` : '';
      progress(`Evaluating: ${phase}${share}`);
    },
  });
}

/** What can be evaluated, and the options that belong to it alone. */
const SUBJECTS = {
  retrieval: {
    run: retrieval,
    options: [
      'train',
      'test',
      'split',
      'tagger',
      'methods',
      'examples',
      'seed',
      'limit',
      'train-limit',
      'text-only',
      'dump',
    ],
  },
  success: {
    run: success,
    options: ['predictions', 'dialogues', 'db', 'belief', 'seed', 'make-reference'],
  },
} as const;

function subjectOf(positionals: readonly string[], values: Values) {
  const [name] = positionals;
  const subject =
    positionals.length === 1 && (name === 'retrieval' || name === 'success') ? SUBJECTS[name] : null;
  if (!subject) {
    throw usage(NAME, 'Say what to evaluate: "evaluate retrieval" or "evaluate success".', name ?? null);
  }
  const options: readonly string[] = [...subject.options, 'json', 'help'];
  const foreign = Object.keys(values).find(
    (option) => values[option] !== undefined && !options.includes(option),
  );
  if (foreign !== undefined) throw usage(NAME, `"evaluate ${name}" takes no --${foreign}.`, foreign);
  return subject;
}

export const command: Command = {
  name: NAME,
  summary:
    'Measure which way of finding examples shows the right next turn, or whether answers get the task done',
  usage: [
    'evaluate retrieval --train A.jsonl.gz (--test B.jsonl.gz | --split 0.1) --tagger annotations|offline [--methods LIST|all] [--examples 5] [--seed 1] [--limit N] [--train-limit N] [--text-only] [--dump FILE.jsonl]',
    'evaluate success --predictions FILE --dialogues FILE --db FOLDER [--belief auto|predictions|oracle] [--seed 1]',
    'evaluate success --make-reference FILE --dialogues FILE --db FOLDER',
  ].join('\n  '),
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
    predictions: { type: 'string' },
    dialogues: { type: 'string' },
    db: { type: 'string' },
    belief: { type: 'string' },
    'make-reference': { type: 'string' },
  },
  async run({ values, positionals }, context) {
    const subject = subjectOf(positionals, values);
    try {
      return await subject.run(values, context);
    } catch (error) {
      if (context.signal.aborted) throw new DialogramError('CANCELLED', 'Cancelled; nothing was written.');
      throw error;
    }
  },
};
