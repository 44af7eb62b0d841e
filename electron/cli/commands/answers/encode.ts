import { type Command, resultOf } from '../../command.ts';

/** Encodes a project's rounds, so that `dense-use` or `dense-onnx` can be asked. */
export const command: Command = {
  name: 'encode',
  summary: 'Encodes the rounds of a project with a sentence encoder, for dense search among them',
  usage: 'encode --project p.dialogram [--encoder FOLDER | --forget]',
  async run(given, context) {
    const { client } = context;
    const folder = given.path('encoder');
    if (given.named.has('forget')) {
      if (folder !== null) throw given.wrong('--encoder and --forget do not go together.');
      await client.comparison.chooseEncoder({ folder: null });
      return { encoder: null };
    }
    await client.projects.open({ path: given.project() });
    if (folder !== null) await client.comparison.chooseEncoder({ folder });
    const encoders = await client.comparison.encoders();
    const name = encoders.some((one) => one.name === 'folder') ? 'folder' : 'universal-sentence-encoder-lite';
    const { job } = await client.comparison.encode({ encoder: name });
    const result = await resultOf(context, job);
    const encoded = (await client.comparison.encoders()).find((one) => one.name === name);
    return { encoder: encoded?.title ?? null, encodedShare: encoded?.encodedShare ?? 0, ...result };
  },
};
