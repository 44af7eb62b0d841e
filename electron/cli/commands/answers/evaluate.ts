import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { runEvaluation } from '#backend/features/evaluation/index.ts';
import {
  evaluateFlows,
  evaluateNextAction,
  FLOW_LEARNERS,
  NEXT_ACTION_METHODS,
} from '#backend/features/flows/index.ts';
import { evaluatedMethodsNamed } from '#backend/features/retrieval/index.ts';
import { evaluateSuccess, makeReference } from '#backend/features/task-success/index.ts';
import { DOMAINS, evaluateWorksheets, STATES } from '#backend/features/worksheets/index.ts';
import { settingsFolder } from '#backend/files.ts';
import { type OutputTarget, outputTarget } from '#backend/output/target.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type EvaluationFrom,
  type EvaluationInput,
  evaluatedTaggerSchema,
  evaluationInputSchema,
} from '#shared/contract/evaluation.ts';
import { type Arguments, optionsOf } from '../../arguments.ts';
import type { Command, CommandContext } from '../../command.ts';
import { limitsOf } from '../../model-options.ts';

const targetOf = (given: Arguments, file: string): OutputTarget =>
  outputTarget(resolve(file), given.target(file).ifExists, [settingsFolder()]);

/** A project, two files, or one file of which a share is held out. */
function fromOf(given: Arguments): EvaluationFrom {
  if (given.text('project') !== null) {
    const foreign = ['train', 'test'].find((option) => given.named.has(option));
    if (foreign !== undefined) throw given.wrong(`Give --project or --${foreign}, not both.`, foreign);
    return { kind: 'project', heldOutShare: shareOf(given) };
  }
  const train = given.requiredPath('train');
  const test = given.path('test');
  const split = given.text('split');
  if (test !== null && split !== null) throw given.wrong('Give --test or --split, not both.');
  if (test === null && split === null) {
    throw given.wrong('Name a --test file, or keep a share of --train for testing with --split 0.1.');
  }
  return { kind: 'files', train, test, heldOutShare: shareOf(given) };
}

function shareOf(given: Arguments): number {
  const split = given.text('split');
  const heldOutShare = split === null ? 0.1 : Number(split);
  if (heldOutShare > 0 && heldOutShare < 1) return heldOutShare;
  throw given.wrong(`--split takes a share above 0 and below 1, not "${split}".`, split ?? undefined);
}

function inputOf(given: Arguments): EvaluationInput {
  const from = fromOf(given);
  const run = given.run('run');
  const usual = from.kind === 'project' ? 'run' : null;
  const tagger = given.choice('tagger', evaluatedTaggerSchema.options) ?? usual;
  if (tagger === null) throw given.wrong('--tagger is missing; it is annotations or offline.');
  if (run !== null && tagger !== 'run') throw given.wrong('Give --run or --tagger, not both.');
  const encoder = given.path('encoder');
  return evaluationInputSchema.parse({
    from,
    tagger,
    run,
    methods: evaluatedMethodsNamed(given.list('methods') ?? ['all'], encoder),
    encoder,
    examples: given.integer('examples', 1) ?? 5,
    seed: given.seed(),
    limit: given.integer('limit', 1),
    trainLimit: given.integer('train-limit', 1),
    textOnly: given.named.has('text-only'),
  });
}

const BELIEFS = ['auto', 'predictions', 'oracle'] as const;

/** Scores a predictions file, or writes one from the human answers. */
async function success(given: Arguments, { signal, progress }: CommandContext): Promise<object> {
  const dialogues = given.requiredPath('dialogues');
  const databases = given.requiredPath('db');
  const out = given.text('make-reference');
  if (out !== null) {
    if (given.text('predictions') !== null) {
      throw given.wrong('Give --predictions to score a file or --make-reference to write one, not both.');
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
}

async function retrieval(given: Arguments, { signal, progress }: CommandContext): Promise<object> {
  const dump = given.text('dump');
  return runEvaluation(inputOf(given), {
    signal,
    projectPath: given.text('project') === null ? undefined : given.project(),
    vectors: given.path('vectors') ?? undefined,
    dump: dump === null ? undefined : targetOf(given, dump),
    onProgress({ phase, done, total, unit }) {
      const share = total ? ` ${done} of ${total} ${unit}` : '';
      progress(`Evaluating: ${phase}${share}`);
    },
  });
}

async function flows(given: Arguments, { signal }: CommandContext): Promise<object> {
  const dialogues = given.requiredPath('dialogues');
  const folder = given.requiredPath('flows');
  const learner = given.choice('learner', FLOW_LEARNERS) ?? 'dependency';
  return evaluateFlows({ dialogues, flows: folder, learner }, signal);
}

async function nextAction(given: Arguments, context: CommandContext): Promise<object> {
  if (given.text('provider') !== null) return nextActionByModel(given, context);
  const { signal, progress } = context;
  const dump = given.text('dump');
  const options = {
    flows: given.requiredPath('flows'),
    dialogues: given.requiredPath('dialogues'),
    train: given.path('train'),
    method: given.requiredChoice('method', NEXT_ACTION_METHODS),
    hideResults: given.named.has('hide-results'),
    seed: given.seed(),
    dump: dump === null ? null : targetOf(given, dump),
  };
  return evaluateNextAction(options, { signal, onProgress: (phase) => progress(`Evaluating: ${phase}`) });
}

/**
 * The fourth row: flows alone, with slots read by a model. Answers are stored in a project, which is created
 * if needed.
 */
async function nextActionByModel(given: Arguments, { client, signal }: CommandContext): Promise<object> {
  if (given.text('method') !== 'flow' && given.text('method') !== null)
    throw given.wrong('A model reads slots only for the method flow. Leave out --method.');
  const path = given.project();
  await (existsSync(path) ? client.projects.open({ path }) : client.projects.create({ path }));
  const { budgetUsd = null, budgetTokens = null } = limitsOf(given);
  const dump = given.path('dump');
  return client.flows.nextAction(
    {
      flows: given.requiredPath('flows'),
      dialogues: given.requiredPath('dialogues'),
      answerer: {
        kind: 'model',
        provider: given.required('provider'),
        model: given.required('model'),
        seed: given.seed(),
      },
      hideResults: given.named.has('hide-results'),
      limit: given.integer('limit', 1),
      budgetUsd,
      budgetTokens,
      dump: dump === null ? null : given.target(dump),
    },
    { signal },
  );
}

async function worksheets(given: Arguments, { signal }: CommandContext): Promise<object> {
  const domain = given.requiredChoice('domain', DOMAINS);
  const state = given.requiredChoice('state', STATES);
  const dialogues = given.requiredPath('dialogues');
  return evaluateWorksheets({ domain, dialogues, state }, signal);
}

/** The subjects of evaluations. */
const SUBJECTS = { retrieval, success, flows, worksheets, 'next-action': nextAction };

const USAGE = [
  'evaluate retrieval --project p.dialogram [--split 0.1] [--run ID|--tagger annotations|offline] [--methods LIST|all] [--examples 5] [--seed 1] [--limit N] [--train-limit N] [--text-only] [--encoder FOLDER [--vectors FILE]] [--dump FILE.jsonl [--force]]',
  'evaluate retrieval --train A.jsonl.gz (--test B.jsonl.gz | --split 0.1) --tagger annotations|offline [--methods LIST|all] [--examples 5] [--seed 1] [--limit N] [--train-limit N] [--text-only] [--encoder FOLDER [--vectors FILE]] [--dump FILE.jsonl [--force]]',
  'evaluate success --predictions FILE --dialogues FILE --db FOLDER [--belief auto|predictions|oracle] [--seed 1]',
  'evaluate success --make-reference FILE --dialogues FILE --db FOLDER [--force]',
  'evaluate worksheets --domain bank|trip|trivia --dialogues FILE --state annotations|extracted',
  'evaluate flows --dialogues FILE --flows FOLDER [--learner dependency|overview|paper]',
  'evaluate next-action --flows FOLDER --dialogues FILE --method flow|automaton|both [--train FILE] [--hide-results] [--seed 1] [--dump FILE.jsonl [--force]]',
  'evaluate next-action --flows FOLDER --dialogues FILE --provider ID --model M --project p.dialogram [--limit N] [--hide-results] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--dump FILE.jsonl [--force]]',
];

const isSubject = (name: string | undefined): name is keyof typeof SUBJECTS =>
  name !== undefined && Object.hasOwn(SUBJECTS, name);

function subjectOf(given: Arguments) {
  const [name] = given.positionals;
  const subject = given.positionals.length === 1 && isSubject(name) ? SUBJECTS[name] : null;
  if (!subject) {
    const known = Object.keys(SUBJECTS).map((one) => `"evaluate ${one}"`);
    throw given.wrong(`Say what to evaluate: ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`, name);
  }
  const own = USAGE.filter((line) => line.startsWith(`evaluate ${name} `)).join(' ');
  const options = Object.keys(optionsOf(`${own} --json --help`));
  const foreign = [...given.named].find((option) => !options.includes(option));
  if (foreign !== undefined) throw given.wrong(`"evaluate ${name}" takes no --${foreign}.`, foreign);
  return subject;
}

export const command: Command = {
  name: 'evaluate',
  usage: USAGE.join('\n  '),
  async run(given, context) {
    const subject = subjectOf(given);
    try {
      return await subject(given, context);
    } catch (error) {
      if (context.signal.aborted) throw new DialogramError('CANCELLED', 'Canceled. Nothing was written.');
      throw error;
    }
  },
};
