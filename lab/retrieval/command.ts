import type { Arguments } from '../../electron/cli/arguments.ts';
import { experiment, targetOf } from '../experiment.ts';
import { evaluatedMethodsNamed } from './evaluated-methods.ts';
import {
  evaluatedTaggerSchema,
  type RetrievalInput,
  type RetrievalSource,
  retrievalInputSchema,
} from './figures.ts';
import { measureRetrieval } from './measure-retrieval.ts';

function fromOf(given: Arguments): RetrievalSource {
  if (given.text('project') !== null) {
    const foreign = ['train', 'test'].find((option) => given.named.has(option));
    if (foreign !== undefined) throw given.wrong(`Use --project or --${foreign}, not both.`, foreign);
    return { kind: 'project', heldOutShare: shareOf(given) };
  }
  const train = given.requiredPath('train');
  const test = given.path('test');
  const split = given.text('split');
  if (test !== null && split !== null) throw given.wrong('Use --test or --split, not both.');
  if (test === null && split === null) {
    throw given.wrong(
      'Choose a test file with --test, or test on a share of --train with --split, such as --split 0.1.',
    );
  }
  return { kind: 'files', train, test, heldOutShare: shareOf(given) };
}

function shareOf(given: Arguments): number {
  const split = given.text('split');
  const heldOutShare = split === null ? 0.1 : Number(split);
  if (heldOutShare > 0 && heldOutShare < 1) return heldOutShare;
  throw given.wrong(`--split must be a share above 0 and below 1, not "${split}".`, split ?? undefined);
}

function inputOf(given: Arguments): RetrievalInput {
  const from = fromOf(given);
  const run = given.run('run');
  const usual = from.kind === 'project' ? 'run' : null;
  const tagger = given.choice('tagger', evaluatedTaggerSchema.options) ?? usual;
  if (tagger === null) throw given.wrong('--tagger is missing; it must be annotations or offline.');
  if (run !== null && tagger !== 'run') throw given.wrong('Use --run or --tagger, not both.');
  const encoder = given.path('encoder');
  return retrievalInputSchema.parse({
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

const OPTIONS =
  '[--methods LIST|all] [--examples 5] [--seed 1] [--limit N] [--train-limit N] [--text-only] [--encoder FOLDER [--vectors FILE]] [--dump FILE.jsonl [--force]]';

export const command = experiment(
  [
    `retrieval --project p.dialogram [--split 0.1] [--run ID|--tagger annotations|offline] ${OPTIONS}`,
    `retrieval --train A.jsonl.gz (--test B.jsonl.gz | --split 0.1) --tagger annotations|offline ${OPTIONS}`,
  ],
  async (given, { signal, progress }) => {
    const dump = given.text('dump');
    return measureRetrieval(inputOf(given), {
      signal,
      projectPath: given.text('project') === null ? undefined : given.project(),
      vectors: given.path('vectors') ?? undefined,
      dump: dump === null ? undefined : targetOf(given, dump),
      onProgress({ phase, done, total, unit }) {
        const share = total ? ` ${done} of ${total} ${unit}` : '';
        progress(`Evaluating: ${phase}${share}`);
      },
    });
  },
);
