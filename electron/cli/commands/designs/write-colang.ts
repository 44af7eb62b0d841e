import { type FreeColangSettings, freeColangSettingsSchema } from '#shared/contract/free-colang.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Arguments } from '../../arguments.ts';
import type { CommandContext } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';
import { elsewhereOf, limitsOf, temperatureOf } from '../../model-options.ts';

export const WRITING_USAGE = [
  'flows compile --mode free --provider ID --model M --project p.dialogram [--flow F | --all] [--out FOLDER] [--trials 1] [--no-refine] [--seed 1] [--temperature 0|default] [--max-output-tokens 8000] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--estimate | --elsewhere] [--force]',
  'flows compile --mode free --go-on RUN --project p.dialogram [--flow F] [--out FOLDER] [--budget USD] [--budget-tokens N] [--key-from VARIABLE]',
];

/** Returns true if a model should write; otherwise the kept programs are used. */
export const isWriting = (given: Arguments): boolean =>
  given.text('provider') !== null || given.text('go-on') !== null;

/** Has Colang written for flows and says how often it parsed; with --out, keeps that of one flow and writes its folder. */
export async function writeColang(
  given: Arguments,
  context: CommandContext,
  flow: () => Promise<string>,
): Promise<object> {
  const { freeColang } = context.client;
  return lastingRun(given, context, {
    words: 'Colang run',
    again: 'flows compile --mode free --project …',
    kept: 'answers',
    settings: async () => settingsOf(given, given.named.has('all') ? null : [await flow()]),
    client: freeColang,
    async figures(run) {
      const { counts, programs } = await freeColang.report({ run });
      const folder =
        given.text('out') !== null && programs.length > 0 ? await keepOne(given, context, run, flow) : {};
      return { counts, programs, ...folder };
    },
  });
}

async function keepOne(
  given: Arguments,
  { client }: CommandContext,
  run: RunId,
  flowOf: () => Promise<string>,
): Promise<object> {
  const flow = await flowOf();
  const { edit } = await client.freeColang.apply({ run, flow, reason: given.text('reason') ?? '' });
  const target = given.target(given.required('out'));
  return { edit, ...(await client.flows.compile({ flow, mode: 'free', ...target })) };
}

const settingsOf = (given: Arguments, flows: string[] | null): FreeColangSettings =>
  freeColangSettingsSchema.parse({
    flows,
    writer: {
      provider: given.required('provider'),
      model: given.required('model'),
      temperature: temperatureOf(given),
      seed: given.seed(),
      maxOutputTokens: given.integer('max-output-tokens', 256) ?? 8_000,
    },
    trials: given.integer('trials', 1) ?? 1,
    refine: !given.named.has('no-refine'),
    seed: given.seed(),
    ...limitsOf(given),
    ...elsewhereOf(given),
  });
