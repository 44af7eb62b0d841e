import { choice, required, text, usage } from '../arguments.ts';
import type { Command } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';

/** Sets models' servers up where there is no page to do it in; shares its list with the browser shell. */
export const command: Command = {
  name: 'models',
  summary: "Models' servers: list them, add one, agree to its host, ask what it offers, try it",
  usage:
    'models [--add NAME --url URL [--kind openai|azure] [--api-version V] [--model M]] | --agree ID --host HOST | --withdraw ID | --offered ID | --test ID [--model M] | --remove ID [--key-from VARIABLE]',
  options: {
    add: { type: 'string' },
    url: { type: 'string' },
    kind: { type: 'string' },
    'api-version': { type: 'string' },
    model: { type: 'string' },
    agree: { type: 'string' },
    host: { type: 'string' },
    withdraw: { type: 'string' },
    offered: { type: 'string' },
    test: { type: 'string' },
    remove: { type: 'string' },
    ...KEY_FROM,
  },
  async run({ values }, { client, signal }) {
    const actions = ['add', 'agree', 'withdraw', 'offered', 'test', 'remove'] as const;
    const named = actions.filter((action) => text(values, action) !== null);
    if (named.length > 1) {
      throw usage('models', `--${named[0]} and --${named[1]} do not go together.`);
    }
    const [action] = named;
    const id = action === undefined ? '' : required(values, action, 'models');
    switch (action) {
      case undefined:
        return { providers: (await client.providers.list()).providers };
      case 'add': {
        const kind = choice(values, 'kind', ['openai', 'azure'] as const, 'models') ?? 'openai';
        const draft = {
          name: id,
          kind,
          baseUrl: required(values, 'url', 'models'),
          apiVersion: text(values, 'api-version'),
          chatModel: text(values, 'model'),
          embeddingModel: null,
          prices: {},
          takesBatches: false,
          maskPersonalData: true,
        };
        return { provider: await client.providers.save({ id: null, draft }) };
      }
      case 'agree':
        return { provider: await client.providers.consent({ id, host: required(values, 'host', 'models') }) };
      case 'withdraw':
        return { provider: await client.providers.withdraw({ id }) };
      case 'offered':
        return client.providers.models({ id }, { signal });
      case 'test':
        return client.providers.test({ id, model: text(values, 'model') }, { signal });
      case 'remove':
        return client.providers.remove({ id });
    }
  },
};
