import { z } from 'zod';
import { tagVariantSchema } from '#shared/contract/model-tagging.ts';
import type { Arguments } from '../../arguments.ts';
import type { CommandContext } from '../../command.ts';
import { type LastingKind, lastingRun, outcomeOf } from '../../lasting-run.ts';
import { elsewhereOf, limitsOf, temperatureOf } from '../../model-options.ts';

/** Tags with a model, continues a paused run or ends one; with --estimate prints the cost. */
export async function tagWithModel(given: Arguments, context: CommandContext): Promise<object> {
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
