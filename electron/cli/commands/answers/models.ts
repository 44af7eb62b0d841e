import { once } from 'node:events';
import { z } from 'zod';
import { inputSchema } from '#shared/contract/base.ts';
import { type EncoderName, embeddingModelSchema } from '#shared/contract/comparison.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { generationContract } from '#shared/contract/generation.ts';
import { limitsSchema } from '#shared/contract/lasting-runs.ts';
import { promptFormatSchema } from '#shared/contract/prompts.ts';
import { serveSettingsSchema } from '#shared/contract/serve.ts';
import { projectFile, readAction } from '../../arguments.ts';
import { type Command, resultOf, stoppedJob } from '../../command.ts';
import { secretFrom } from '../../key-from.ts';

export const encodeCommand: Command = {
  usage:
    'encode --project p.dialogram [--every-turn] [--encoder FOLDER | --provider ID --model M [--estimate] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] | --forget]',
  async run(given, context) {
    const { client } = context;
    const { comparison } = client;
    const folder = given.path('encoder');
    const provider = given.text('provider');
    const forgets = given.named.has('forget');
    if ([folder !== null, provider !== null, forgets].filter(Boolean).length > 1)
      throw given.wrong('--encoder, --provider and --forget cannot be used together.');
    const everyTurn = given.named.has('every-turn');
    if (everyTurn && (provider !== null || forgets))
      throw given.wrong('--every-turn only works with an encoder on this machine.');
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
      const { job } = await comparison.encode({
        encoder: 'provider',
        ...given.input(limitsSchema.partial()),
      });
      const { state, reason, result } = await stoppedJob(
        context,
        job,
        'Canceled. The turns encoded so far are kept.',
      );
      return { ...(await encoded('provider')), state, reason, ...z.looseObject({}).nullable().parse(result) };
    }
    if (folder !== null) await comparison.chooseEncoder({ folder });
    const encoders = await comparison.encoders();
    const name = encoders.some((one) => one.name === 'folder') ? 'folder' : 'universal-sentence-encoder-lite';
    const { job } = await comparison.encode({ encoder: name, everyTurn });
    const result = await resultOf(context, job);
    return { ...(await encoded(name)), ...result };
  },
};

export const promptsCommand: Command = {
  usage: [
    'prompts export PROJECT --run RUN --to jsonl|openai|csv --out FILE [--force]',
    'prompts import PROJECT --run RUN --from FILE',
  ].join('\n  '),
  async run(given, { client }) {
    const { action, project } = readAction(given, ['export', 'import']);
    if (action === 'run') throw given.wrong('Choose an action: “prompts export” or “prompts import”.');
    const run = given.requiredRun('run');
    const to = action === 'export' ? given.requiredChoice('to', promptFormatSchema.options) : null;
    const file = given.required(to === null ? 'from' : 'out');
    await client.projects.open({ path: project });
    return to === null
      ? client.promptFiles.import({ run, path: file })
      : client.promptFiles.export({ run, to, ...given.target(file) });
  },
};

export const serveCommand: Command = {
  explains: [serveSettingsSchema],
  usage: `serve PROJECT [--token-from VARIABLE] [--provider ID [--model M]] ${usageOf(serveSettingsSchema.omit({ token: true }))} [--key-from VARIABLE]`,
  async run(given, { client, signal, begun }) {
    const { project } = readAction(given, []);
    const [provider, model] = [given.text('provider'), given.text('model')];
    if (provider === null && model !== null) throw given.wrong('--model also needs --provider.');
    const settings = given.input(serveSettingsSchema, {
      token: secretFrom(given, 'token-from', process.env),
      answerer: provider === null ? null : { provider, model },
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

const NAME = 'export-training';
const trainingSchema = inputSchema(generationContract.exportTraining);

export const exportTrainingCommand: Command = {
  usage: `export-training p.dialogram ${usageOf(trainingSchema, 'run', 'examples', 'method', 'seed')} --out FILE.jsonl [--force]`,
  async run(given, { client, signal, progress }) {
    const [named, ...more] = given.positionals;
    if (more.length > 0)
      throw given.wrong(`${NAME} expects one project, but also got "${more[0]}".`, more[0]);
    const path = named === undefined || given.text('project') !== null ? given.project() : projectFile(named);
    const asked = given.input(trainingSchema, given.target(given.required('out')));
    await client.projects.open({ path });
    const stream = await client.generation.exportTraining(asked, { signal });
    for await (const event of stream) {
      if (event.kind === 'progress') progress(`${event.done} of ${event.total} dialogues`);
      else {
        const { kind: _, ...written } = event;
        return written;
      }
    }
    throw new DialogramError('CANCELLED', 'Stopped. Nothing was written.');
  },
};

/** Sets up model servers without the page. The command has the same list of servers as the app in the browser. */
export const modelsCommand: Command = {
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
