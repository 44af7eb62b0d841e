import { z } from 'zod';
import { type EncoderName, embeddingModelSchema } from '#shared/contract/comparison.ts';
import { type Command, resultOf, stoppedJob } from '../../command.ts';
import { limitsOf } from '../../model-options.ts';

/** Encodes a project's turns, so that `dense-use`, `dense-onnx` or `dense-provider` can be used. */
export const command: Command = {
  name: 'encode',
  usage:
    'encode --project p.dialogram [--every-round] [--encoder FOLDER | --provider ID --model M [--estimate] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] | --forget]',
  async run(given, context) {
    const { client } = context;
    const { comparison } = client;
    const folder = given.path('encoder');
    const provider = given.text('provider');
    const forgets = given.named.has('forget');
    if ([folder !== null, provider !== null, forgets].filter(Boolean).length > 1)
      throw given.wrong('--encoder, --provider and --forget cannot be used together.');
    const everyRound = given.named.has('every-round');
    if (everyRound && (provider !== null || forgets))
      throw given.wrong('--every-round only works with an encoder on this machine.');
    if (forgets) {
      await comparison.chooseEncoder({ folder: null });
      await comparison.chooseEncoder({ provider: null });
      return { encoder: null };
    }
    const encoded = async (own: EncoderName) => {
      const one = (await comparison.encoders()).find((encoder) => encoder.name === own);
      return { encoder: one?.title ?? null, encodedShare: one?.encodedShare ?? 0 };
    };
    await client.projects.open({ path: given.project() });
    if (provider !== null) {
      const model = embeddingModelSchema.parse({ provider, model: given.required('model') });
      if (given.named.has('estimate')) return { ...(await comparison.estimateEncoding(model)) };
      await comparison.chooseEncoder({ provider: model });
      const { job } = await comparison.encode({ encoder: 'provider', ...limitsOf(given) });
      const { state, reason, result } = await stoppedJob(
        context,
        job,
        'Cancelled; what was encoded is kept.',
      );
      return { ...(await encoded('provider')), state, reason, ...z.looseObject({}).nullable().parse(result) };
    }
    if (folder !== null) await comparison.chooseEncoder({ folder });
    const encoders = await comparison.encoders();
    const name = encoders.some((one) => one.name === 'folder') ? 'folder' : 'universal-sentence-encoder-lite';
    const { job } = await comparison.encode({ encoder: name, everyRound });
    const result = await resultOf(context, job);
    return { ...(await encoded(name)), ...result };
  },
};
