import { runIdSchema } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type MoveNamingSettings, moveNamingSettingsSchema } from '#shared/contract/move-naming.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { type Arguments, flags, texts } from '../arguments.ts';
import type { CommandContext } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';
import { lastingRun } from '../lasting-run.ts';
import { ELSEWHERE, elsewhereOf, LIMIT_OPTIONS, limitsOf, temperatureOf } from '../model-options.ts';

/** The options of `moves name`. */
export const NAMING_OPTIONS = {
  ...texts('provider', 'model', 'moves', 'per-request', 'prompt-version', 'seed', 'temperature', 'go-on'),
  ...flags('structured', 'dry-run', 'apply'),
  ...LIMIT_OPTIONS,
  ...ELSEWHERE,
  ...KEY_FROM,
};

export const NAMING_USAGE = [
  'moves name --project p.dialogram --provider ID --model M [--moves 120] [--per-request 24] [--run TAGRUN] [--prompt-version V] [--seed 1] [--structured] [--temperature 0|default] [--budget USD] [--budget-tokens N] [--concurrency 2] [--key-from VARIABLE] [--apply] [--dry-run | --elsewhere]',
  'moves name --project p.dialogram --go-on RUN [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--apply]',
  'moves apply RUN --project p.dialogram [--reason WHY]',
];

/** Lets a model name the moves; with --dry-run says what it would take, beside the paper's way, and sends nothing. */
export async function nameMoves(given: Arguments, context: CommandContext): Promise<Record<string, unknown>> {
  const { modelTagging, moveNaming } = context.client;
  if (given.named.has('dry-run')) {
    const settings = settingsOf(given);
    const { provider, model } = settings.namer;
    const { signal } = context;
    const found = await moveNaming.estimate(settings, { signal });
    const paper = await modelTagging.estimate({ settings: { provider, model, pilot: 0 } }, { signal });
    const { messages } = await moveNaming.preview({ settings }, { signal });
    return {
      ...found,
      dialogueByDialogue: {
        requests: paper.requests + paper.cached + paper.alike,
        tokens: {
          most: paper.input.most + paper.output.most,
          likely: paper.input.likely + paper.output.likely,
        },
        costUsd: paper.costUsd,
      },
      firstRequest: messages,
    };
  }
  return lastingRun<MoveNamingSettings>(given, context, {
    again: 'moves name --project …',
    kept: 'answers',
    settings: () => settingsOf(given),
    estimate: (settings) => moveNaming.estimate(settings),
    start: (settings) => moveNaming.start(settings),
    goOn: (input) => moveNaming.goOn(input),
    async describe(run) {
      const found = (await moveNaming.runs()).find((candidate) => candidate.run === run);
      if (!found) throw new DialogramError('NOT_FOUND', `There is no naming run ${run} in this project.`);
      return { ...found };
    },
    async figures(run) {
      const [found] = (await moveNaming.runs()).filter((one) => one.run === run);
      const edit =
        given.named.has('apply') && found?.state === 'done' ? await applyNames(given, context, run) : {};
      const { named, now, applied, dialogues, beside } = await moveNaming.report({ run });
      return { ...edit, named, now, applied, dialogues, beside };
    },
  });
}

/** Gives the moves the names of a run that is done. */
export async function applyNames(
  given: Arguments,
  { client }: Pick<CommandContext, 'client'>,
  run: RunId,
): Promise<Record<string, unknown>> {
  const { edit } = await client.moveNaming.apply({ run, reason: given.text('reason') ?? '' });
  return { edit };
}

/** The number of a naming run, as it was typed. */
export function namingRunOf(given: Arguments, word: string | undefined): RunId {
  const run = runIdSchema.safeParse(Number(word));
  if (run.success) return run.data;
  throw given.wrong(`moves apply takes the number of a naming run, not "${word}".`, word);
}

const settingsOf = (given: Arguments): MoveNamingSettings =>
  moveNamingSettingsSchema.parse({
    moves: given.run('run'),
    namer: {
      provider: given.required('provider'),
      model: given.required('model'),
      temperature: temperatureOf(given),
      seed: given.integer('seed') ?? 1,
      structured: given.named.has('structured'),
    },
    clusters: given.integer('moves', 2) ?? 120,
    perRequest: given.integer('per-request', 1) ?? 24,
    promptVersion: given.integer('prompt-version', 1),
    seed: given.integer('seed') ?? 1,
    ...limitsOf(given),
    ...elsewhereOf(given),
  });
