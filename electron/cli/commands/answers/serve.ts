import { once } from 'node:events';
import { serveSettingsSchema } from '#shared/contract/serve.ts';
import { readAction } from '../../arguments.ts';
import type { Command } from '../../command.ts';
import { secretFrom } from '../../key-from.ts';
import { limitsOf } from '../../model-options.ts';

export const command: Command = {
  name: 'serve',
  usage:
    'serve PROJECT [--port N] [--token-from VARIABLE] [--method context-ranker] [--provider ID [--model M]] [--examples 5] [--seed 1] [--automaton A] [--unmasked-examples] [--max-output-tokens 2048] [--budget USD] [--budget-tokens N] [--concurrency 4] [--waiting 32] [--seconds 600] [--key-from VARIABLE]',
  async run(given, { client, signal, begun }) {
    const { project } = readAction(given, []);
    const [provider, model] = [given.text('provider'), given.text('model')];
    if (provider === null && model !== null) throw given.wrong('--model also needs --provider.');
    const asked = {
      port: given.integer('port'),
      token: secretFrom(given, 'token-from', process.env),
      method: given.text('method'),
      examples: given.integer('examples', 1),
      seed: given.integer('seed'),
      automaton: given.run('automaton'),
      answerer: provider === null ? null : { provider, model },
      maxOutputTokens: given.integer('max-output-tokens', 1),
      waiting: given.integer('waiting'),
      seconds: given.integer('seconds', 1),
    };
    const settings = serveSettingsSchema.parse({
      ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null)),
      ...limitsOf(given),
      concurrency: given.integer('concurrency', 1) ?? undefined,
      masking: !given.named.has('unmasked-examples'),
    });
    await client.projects.open({ path: project });
    const { token, models, served } = await client.serve.start(settings);
    const { address, method } = served;
    begun({ address, token, method, model: served.model, models });
    if (!signal.aborted) await once(signal, 'abort');
    const { requests, failed, tokens, costUsd } = (await client.serve.stop()) ?? served;
    return { requests, failed, tokens, costUsd };
  },
};
