import { z } from 'zod';
import { localEncoderSchema } from '#shared/contract/base.ts';
import { tagVariantSchema } from '#shared/contract/model-tagging.ts';
import { movesMethodSchema, taggerSchema, taggingResultSchema } from '#shared/contract/tagging.ts';
import { teachingResultSchema } from '#shared/contract/teaching.ts';
import { type Arguments, elsewhereOf, limitsOf, temperatureOf } from '../../arguments.ts';
import { type Command, type CommandContext, resultOf } from '../../command.ts';
import { type LastingKind, lastingRun, outcomeOf } from '../../lasting-run.ts';

/** Tags with a model, continues a paused run or ends one; with --estimate prints the cost. */
async function tagWithModel(given: Arguments, context: CommandContext): Promise<object> {
  const { modelTagging } = context.client;
  const kind: LastingKind<ReturnType<typeof settingsOf>, object> = {
    words: 'run of the model tagger',
    again: 'tag --project … --tagger model',
    kept: 'answers',
    settings: () => settingsOf(given),
    client: {
      estimate: (settings) => modelTagging.estimate({ settings }, { signal: context.signal }),
      start: (settings) => modelTagging.start({ settings }),
      goOn: modelTagging.goOn,
      runs: () => modelTagging.runs(),
    },
    describe: (run, { state, result }) => ({
      run,
      ...(state === 'done' ? z.looseObject({}).parse(result) : {}),
      state,
    }),
    figures: async (run) => ({ report: await modelTagging.report({ run }) }),
  };
  const finish = given.run('finish');
  if (finish === null) return lastingRun(given, context, kind);
  if (given.named.has('go-on')) throw given.wrong('--go-on and --finish cannot be used together.');
  const { job } = await modelTagging.finish({ run: finish });
  return outcomeOf(context, kind, job, finish);
}

const settingsOf = (given: Arguments) => ({
  provider: given.required('provider'),
  model: given.required('model'),
  variant: given.choice('variant', tagVariantSchema.options) ?? undefined,
  vocabularyRun: given.run('vocabulary-run') ?? undefined,
  pilot: given.integer('pilot') ?? undefined,
  seed: given.integer('seed') ?? undefined,
  tokensPerRound: given.integer('tokens-per-round', 16) ?? undefined,
  temperature: temperatureOf(given),
  structured: given.named.has('structured'),
  batchFiles: given.named.has('batch-files'),
  ...limitsOf(given),
  ...elsewhereOf(given),
});

/** Options that are not for `--tagger model` alone. */
const OTHERS = new Set([
  'project',
  'tagger',
  'moves',
  'method',
  'encoder',
  'from',
  'key-from',
  'json',
  'help',
]);

export const tagCommand: Command = {
  name: 'tag',
  usage:
    'tag --project p.dialogram --tagger annotations|offline | --tagger moves [--moves N|auto] [--method auto|support|context|cues] [--encoder none|universal-sentence-encoder-lite|folder] | --tagger taught --from FILE | --tagger model (--provider ID --model M [--variant open|closed] [--pilot 50] [--budget USD] [--budget-tokens N] [--structured] [--batch-files] [--temperature 0|default] [--estimate | --elsewhere] | --go-on RUN | --finish RUN) [--key-from VARIABLE]',
  untold: ['vocabulary-run', 'tokens-per-round', 'seed'],
  async run(given, context) {
    const project = given.project();
    const tagger = given.requiredChoice('tagger', taggerSchema.options);
    const { client } = context;
    if (tagger !== 'moves') {
      const stray = ['moves', 'method', 'encoder'].find((name) => given.named.has(name));
      if (stray !== undefined) throw given.wrong(`--${stray} is for --tagger moves only.`);
    }
    if (tagger !== 'taught' && given.named.has('from'))
      throw given.wrong('--from is for --tagger taught only.');
    const moves = given.text('moves') === 'auto' ? null : given.integer('moves', 2);
    const method = given.choice('method', ['auto', ...movesMethodSchema.options]);
    const encoder = given.choice('encoder', ['none', ...localEncoderSchema.options]);
    if (tagger !== 'model') {
      const stray = [...given.named].find((name) => !OTHERS.has(name));
      if (stray !== undefined) throw given.wrong(`--${stray} is for --tagger model only.`);
    }
    const from = tagger === 'taught' ? given.required('from') : null;
    await client.projects.open({ path: project });
    if (tagger === 'model') return tagWithModel(given, context);
    if (tagger === 'taught') {
      const { job } = await client.teaching.run({ from });
      return teachingResultSchema.parse(await resultOf(context, job));
    }
    const { job } = await client.tagging.run({
      tagger,
      moves,
      method: method === 'auto' ? null : method,
      encoder: encoder === 'none' ? null : encoder,
    });
    const { moves: found, ...result } = taggingResultSchema.parse(await resultOf(context, job));
    return { ...result, ...found };
  },
};
