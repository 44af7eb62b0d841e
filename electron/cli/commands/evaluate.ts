import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runEvaluation } from '#backend/features/evaluation/run-evaluation.ts';
import { evaluateFlows, FLOW_LEARNERS } from '#backend/features/flows/evaluate-flows.ts';
import { evaluateNextAction, NEXT_ACTION_METHODS } from '#backend/features/flows/evaluate-next-action.ts';
import { evaluatedMethodsNamed } from '#backend/features/retrieval/methods.ts';
import { evaluateSuccess } from '#backend/features/task-success/evaluate-success.ts';
import { makeReference } from '#backend/features/task-success/make-reference.ts';
import { DOMAINS, evaluateWorksheets, STATES } from '#backend/features/worksheets/star/evaluate-star.ts';
import { settingsFolder } from '#backend/folders.ts';
import { type OutputTarget, outputTarget } from '#backend/output/target.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type EvaluationFrom,
  type EvaluationInput,
  evaluatedTaggerSchema,
  evaluationInputSchema,
} from '#shared/contract/evaluation.ts';
import { type Arguments, FORCE, flags, texts } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';
import { LIMIT_OPTIONS, limitsOf } from '../model-options.ts';

const targetOf = (given: Arguments, file: string): OutputTarget =>
  outputTarget(resolve(file), given.target(file).ifExists, [settingsFolder()]);

/** Two files, or one of which a share is held out. */
function fromOf(given: Arguments): EvaluationFrom {
  const train = resolve(given.required('train'));
  const test = given.text('test');
  const split = given.text('split');
  if (test !== null && split !== null) throw given.wrong('Give --test or --split, not both.');
  if (test === null && split === null) {
    throw given.wrong('--test is missing; or hold out a share of --train with --split 0.1.');
  }
  const heldOutShare = split === null ? 0.1 : Number(split);
  if (!(heldOutShare > 0 && heldOutShare < 1)) {
    throw given.wrong(`--split takes a share above 0 and below 1, not "${split}".`, split);
  }
  return { kind: 'files', train, test: test === null ? null : resolve(test), heldOutShare };
}

function inputOf(given: Arguments): EvaluationInput {
  const tagger = given.choice('tagger', evaluatedTaggerSchema.options);
  if (tagger === null) throw given.wrong('--tagger is missing; it is annotations or offline.');
  const folder = given.text('encoder');
  const encoder = folder === null ? null : resolve(folder);
  return evaluationInputSchema.parse({
    from: fromOf(given),
    tagger,
    methods: evaluatedMethodsNamed(given.list('methods') ?? ['all'], encoder),
    encoder,
    examples: given.integer('examples', 1) ?? 5,
    seed: given.integer('seed') ?? 1,
    limit: given.integer('limit', 1),
    trainLimit: given.integer('train-limit', 1),
    textOnly: given.named.has('text-only'),
  });
}

const BELIEFS = ['auto', 'predictions', 'oracle'] as const;

/** Scores a predictions file, or writes one from the human answers. */
async function success(
  given: Arguments,
  { signal, progress }: CommandContext,
): Promise<Record<string, unknown>> {
  const dialogues = resolve(given.required('dialogues'));
  const databases = resolve(given.required('db'));
  const out = given.text('make-reference');
  if (out !== null) {
    if (given.text('predictions') !== null) {
      throw given.wrong('Give --predictions to score a file or --make-reference to write one, not both.');
    }
    return makeReference({ dialogues, databases, out: targetOf(given, out) }, signal);
  }
  return {
    ...(await evaluateSuccess(
      {
        predictions: resolve(given.required('predictions')),
        dialogues,
        databases,
        belief: given.choice('belief', BELIEFS) ?? 'auto',
        seed: given.integer('seed') ?? 1,
      },
      { signal, onProgress: (done, total) => progress(`Scoring: ${done} of ${total} dialogues`) },
    )),
  };
}

async function retrieval(
  given: Arguments,
  { signal, progress }: CommandContext,
): Promise<Record<string, unknown>> {
  const [dump, vectors] = [given.text('dump'), given.text('vectors')];
  return runEvaluation(inputOf(given), {
    signal,
    vectors: vectors === null ? undefined : resolve(vectors),
    dump: dump === null ? undefined : targetOf(given, dump),
    onProgress({ phase, done, total, unit }) {
      const share = total ? ` ${done} of ${total} ${unit}` : '';
      progress(`Evaluating: ${phase}${share}`);
    },
  });
}

async function flows(given: Arguments, { signal }: CommandContext): Promise<Record<string, unknown>> {
  const dialogues = resolve(given.required('dialogues'));
  const folder = resolve(given.required('flows'));
  const learner = given.choice('learner', FLOW_LEARNERS) ?? 'dependency';
  return { ...(await evaluateFlows({ dialogues, flows: folder, learner }, signal)) };
}

async function nextAction(given: Arguments, context: CommandContext): Promise<Record<string, unknown>> {
  if (given.text('provider') !== null) return nextActionByModel(given, context);
  const { signal, progress } = context;
  const [train, dump] = [given.text('train'), given.text('dump')];
  const options = {
    flows: resolve(given.required('flows')),
    dialogues: resolve(given.required('dialogues')),
    train: train === null ? null : resolve(train),
    method: given.requiredChoice('method', NEXT_ACTION_METHODS),
    hideResults: given.named.has('hide-results'),
    seed: given.integer('seed') ?? 1,
    dump: dump === null ? null : targetOf(given, dump),
  };
  return {
    ...(await evaluateNextAction(options, {
      signal,
      onProgress: (phase) => progress(`Evaluating: ${phase}`),
    })),
  };
}

/** The fourth row: flows alone, whose slots a model reads. What it answers is kept in a project, which is made where there is none. */
async function nextActionByModel(
  given: Arguments,
  { client, signal }: CommandContext,
): Promise<Record<string, unknown>> {
  if (given.text('method') !== 'flow' && given.text('method') !== null)
    throw given.wrong('A model reads slots for the method flow alone: leave --method out.');
  const path = given.project();
  await (existsSync(path) ? client.projects.open({ path }) : client.projects.create({ path }));
  const { budgetUsd = null, budgetTokens = null } = limitsOf(given);
  const dump = given.text('dump');
  return client.flows.nextAction(
    {
      flows: resolve(given.required('flows')),
      dialogues: resolve(given.required('dialogues')),
      answerer: {
        kind: 'model',
        provider: given.required('provider'),
        model: given.required('model'),
        seed: given.integer('seed') ?? 1,
      },
      hideResults: given.named.has('hide-results'),
      limit: given.integer('limit', 1),
      budgetUsd,
      budgetTokens,
      dump: dump === null ? null : given.target(resolve(dump)),
    },
    { signal },
  );
}

async function worksheets(given: Arguments, { signal }: CommandContext): Promise<Record<string, unknown>> {
  const domain = given.requiredChoice('domain', DOMAINS);
  const state = given.requiredChoice('state', STATES);
  const dialogues = resolve(given.required('dialogues'));
  return { ...(await evaluateWorksheets({ domain, dialogues, state }, signal)) };
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
      'encoder',
      'vectors',
      'dump',
      'force',
    ],
  },
  success: {
    run: success,
    options: ['predictions', 'dialogues', 'db', 'belief', 'seed', 'make-reference', 'force'],
  },
  flows: { run: flows, options: ['dialogues', 'flows', 'learner'] },
  worksheets: { run: worksheets, options: ['domain', 'dialogues', 'state'] },
  'next-action': {
    run: nextAction,
    options: [
      'flows',
      'dialogues',
      'method',
      'train',
      'hide-results',
      'seed',
      'dump',
      'force',
      'provider',
      'model',
      'project',
      'limit',
      'budget',
      'budget-tokens',
      'key-from',
    ],
  },
} as const;

const isSubject = (name: string | undefined): name is keyof typeof SUBJECTS =>
  name !== undefined && Object.hasOwn(SUBJECTS, name);

function subjectOf(given: Arguments) {
  const [name] = given.positionals;
  const subject = given.positionals.length === 1 && isSubject(name) ? SUBJECTS[name] : null;
  if (!subject) {
    const known = Object.keys(SUBJECTS).map((one) => `"evaluate ${one}"`);
    throw given.wrong(`Say what to evaluate: ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`, name);
  }
  const options: readonly string[] = [...subject.options, 'json', 'help'];
  const foreign = [...given.named].find((option) => !options.includes(option));
  if (foreign !== undefined) throw given.wrong(`"evaluate ${name}" takes no --${foreign}.`, foreign);
  return subject;
}

export const command: Command = {
  name: 'evaluate',
  summary:
    'Measure which way of finding examples shows the right next turn, whether answers get the task done, how much of designed flows is learned, or how well flows or worksheets tell the next action',
  usage: [
    'evaluate retrieval --train A.jsonl.gz (--test B.jsonl.gz | --split 0.1) --tagger annotations|offline [--methods LIST|all] [--examples 5] [--seed 1] [--limit N] [--train-limit N] [--text-only] [--encoder FOLDER [--vectors FILE]] [--dump FILE.jsonl [--force]]',
    'evaluate success --predictions FILE --dialogues FILE --db FOLDER [--belief auto|predictions|oracle] [--seed 1]',
    'evaluate success --make-reference FILE --dialogues FILE --db FOLDER [--force]',
    'evaluate worksheets --domain bank|trip|trivia --dialogues FILE --state annotations|extracted',
    'evaluate flows --dialogues FILE --flows FOLDER [--learner dependency|overview|paper]',
    'evaluate next-action --flows FOLDER --dialogues FILE --method flow|automaton|both [--train FILE] [--hide-results] [--seed 1] [--dump FILE.jsonl [--force]]',
    'evaluate next-action --flows FOLDER --dialogues FILE --provider ID --model M --project p.dialogram [--limit N] [--hide-results] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--dump FILE.jsonl [--force]]',
  ].join('\n  '),
  options: {
    ...texts(...SUBJECTS.retrieval.options, ...SUBJECTS.success.options, ...SUBJECTS.flows.options),
    ...texts('method', 'provider', 'model', 'project', ...SUBJECTS.worksheets.options),
    ...LIMIT_OPTIONS,
    ...KEY_FROM,
    ...flags('text-only', 'hide-results'),
    ...FORCE,
  },
  async run(given, context) {
    const subject = subjectOf(given);
    try {
      return await subject.run(given, context);
    } catch (error) {
      if (context.signal.aborted) throw new DialogramError('CANCELLED', 'Cancelled; nothing was written.');
      throw error;
    }
  },
};
