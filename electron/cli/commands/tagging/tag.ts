import { z } from 'zod';
import { usageOf } from '#shared/contract/fields.ts';
import { type ModelTaggingSettings, modelTaggingSettingsSchema } from '#shared/contract/model-tagging.ts';
import { builtInTaggingSchema, taggerSchema, taggingResultSchema } from '#shared/contract/tagging.ts';
import { teachingResultSchema } from '#shared/contract/teaching.ts';
import type { Arguments } from '../../arguments.ts';
import { type Command, type CommandContext, resultOf } from '../../command.ts';
import { type LastingKind, lastingRun, outcomeOf } from '../../lasting-run.ts';

/** Tags with a model, or continues or ends a paused run. With --estimate, prints the cost. */
async function tagWithModel(given: Arguments, context: CommandContext): Promise<object> {
  const { modelTagging } = context.client;
  const kind: LastingKind<ModelTaggingSettings, object> = {
    words: 'run of the model tagger',
    again: 'tag --project … --tagger model',
    kept: 'answers',
    settings: () => given.input(modelTaggingSettingsSchema),
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

/** Options that other taggers than `model` have too. */
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
  explains: [modelTaggingSettingsSchema],
  usage: `tag --project p.dialogram --tagger annotations|offline | --tagger moves ${usageOf(builtInTaggingSchema.omit({ tagger: true }))} | --tagger taught --from FILE | --tagger model (${usageOf(modelTaggingSettingsSchema.omit({ windowBytes: true }))} [--estimate] | --go-on RUN | --finish RUN) [--key-from VARIABLE]`,
  async run(given, context) {
    const project = given.project();
    const tagger = given.requiredChoice('tagger', taggerSchema.options);
    const { client } = context;
    if (tagger !== 'moves') {
      const stray = ['moves', 'method', 'encoder'].find((name) => given.named.has(name));
      if (stray !== undefined) throw given.wrong(`--${stray} only works with --tagger moves.`);
    }
    if (tagger !== 'taught' && given.named.has('from'))
      throw given.wrong('--from only works with --tagger taught.');
    if (tagger !== 'model') {
      const stray = [...given.named].find((name) => !OTHERS.has(name));
      if (stray !== undefined) throw given.wrong(`--${stray} only works with --tagger model.`);
    }
    const from = tagger === 'taught' ? given.required('from') : null;
    const settings =
      tagger === 'model' || tagger === 'taught' ? null : given.input(builtInTaggingSchema, { tagger });
    await client.projects.open({ path: project });
    if (tagger === 'model') return tagWithModel(given, context);
    if (settings === null) {
      const { job } = await client.teaching.run({ from });
      return teachingResultSchema.parse(await resultOf(context, job));
    }
    const { job } = await client.tagging.run(settings);
    const { moves: found, ...result } = taggingResultSchema.parse(await resultOf(context, job));
    return { ...result, ...found };
  },
};
