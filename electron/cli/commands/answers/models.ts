import type { Command } from '../../command.ts';

/** Sets up models' servers without a page. Shares its list with the browser shell. */
export const command: Command = {
  name: 'models',
  usage:
    'models [--add NAME --url URL [--kind openai|azure] [--api-version V] [--model M] [--at-once N]] | --agree ID --host HOST | --withdraw ID | --offered ID | --test ID [--model M] | --remove ID [--key-from VARIABLE]',
  async run(given, { client, signal }) {
    const actions = ['add', 'agree', 'withdraw', 'offered', 'test', 'remove'] as const;
    const named = actions.filter((action) => given.text(action) !== null);
    if (named.length > 1) {
      throw given.wrong(`--${named[0]} and --${named[1]} cannot be used together.`);
    }
    const [action] = named;
    const id = action === undefined ? '' : given.required(action);
    switch (action) {
      case 'add': {
        const kind = given.choice('kind', ['openai', 'azure']) ?? 'openai';
        const draft = {
          name: id,
          kind,
          baseUrl: given.required('url'),
          apiVersion: given.text('api-version'),
          chatModel: given.text('model'),
          embeddingModel: null,
          prices: {},
          takesBatches: false,
          requestsAtOnce: given.integer('at-once', 1),
          maskPersonalData: true,
        };
        return { provider: await client.providers.save({ id: null, draft }) };
      }
      case 'agree':
        return { provider: await client.providers.consent({ id, host: given.required('host') }) };
      case 'withdraw':
        return { provider: await client.providers.withdraw({ id }) };
      case 'offered':
        return client.providers.models({ id }, { signal });
      case 'test':
        return client.providers.test({ id, model: given.text('model') }, { signal });
      case 'remove':
        return client.providers.remove({ id });
      default:
        return { providers: (await client.providers.list()).providers };
    }
  },
};
