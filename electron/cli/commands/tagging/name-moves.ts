import { runIdSchema } from '#shared/contract/base.ts';
import { type MoveNamingSettings, moveNamingSettingsSchema } from '#shared/contract/move-naming.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Arguments } from '../../arguments.ts';
import type { CommandContext } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';
import { elsewhereOf, limitsOf, temperatureOf } from '../../model-options.ts';

export const NAMING_USAGE = [
  'moves name --project p.dialogram --provider ID --model M [--moves 120] [--per-request 24] [--run TAGRUN] [--prompt-version V] [--seed 1] [--structured] [--temperature 0|default] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--apply] [--dry-run | --elsewhere]',
  'moves name --project p.dialogram --go-on RUN [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--apply]',
  'moves apply RUN --project p.dialogram [--reason WHY]',
];

/** Has a model name the moves; with --dry-run compares the effort with the paper's method and sends nothing. */
export async function nameMoves(given: Arguments, context: CommandContext): Promise<object> {
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
  return lastingRun(given, context, {
    words: 'naming run',
    again: 'moves name --project …',
    kept: 'answers',
    client: moveNaming,
    settings: () => settingsOf(given),
    async figures(run, { state }) {
      const edit = given.named.has('apply') && state === 'done' ? await applyNames(given, context, run) : {};
      const { named, now, applied, dialogues, beside } = await moveNaming.report({ run });
      return { ...edit, named, now, applied, dialogues, beside };
    },
  });
}

/** Applies the names of a finished run to the moves. */
export async function applyNames(
  given: Arguments,
  { client }: Pick<CommandContext, 'client'>,
  run: RunId,
): Promise<object> {
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
      seed: given.seed(),
      structured: given.named.has('structured'),
    },
    clusters: given.integer('moves', 2) ?? 120,
    perRequest: given.integer('per-request', 1) ?? 24,
    promptVersion: given.integer('prompt-version', 1),
    seed: given.seed(),
    ...limitsOf(given),
    ...elsewhereOf(given),
  });
