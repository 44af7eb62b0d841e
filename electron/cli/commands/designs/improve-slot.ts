import {
  type SlotInstructionSettings,
  slotInstructionSettingsSchema,
} from '#shared/contract/slot-instructions.ts';
import type { Arguments } from '../../arguments.ts';
import type { CommandContext } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';
import { elsewhereOf, limitsOf, temperatureOf } from '../../model-options.ts';

export const IMPROVING_USAGE =
  'flows improve --slot S --provider ID --model M --project p.dialogram [--flow F] [--reader MODEL] [--training 20] [--held-out 50] [--seed 1] [--temperature 0|default] [--budget USD] [--budget-tokens N] [--key-from VARIABLE] [--apply] [--estimate | --elsewhere] | --go-on RUN';

/** Makes the instruction of a slot better on annotated turns; with --apply the slot gets the best one. */
export async function improveSlot(
  given: Arguments,
  context: CommandContext,
  flow: () => Promise<string>,
): Promise<object> {
  const { slotInstructions } = context.client;
  return lastingRun(given, context, {
    words: 'instruction run',
    again: 'flows improve --project …',
    kept: 'answers',
    settings: async () => settingsOf(given, await flow()),
    client: slotInstructions,
    async figures(run, { improved }) {
      const isBetter = improved !== null && improved.instruction !== improved.was;
      if (!given.named.has('apply') || !isBetter) return {};
      const { edit } = await slotInstructions.apply({ run, reason: given.text('reason') ?? '' });
      return { edit };
    },
  });
}

function settingsOf(given: Arguments, flow: string): SlotInstructionSettings {
  const provider = given.required('provider');
  const answererOf = (model: string) => ({
    kind: 'model',
    provider,
    model,
    temperature: temperatureOf(given),
    seed: given.seed(),
  });
  const reader = given.text('reader');
  return slotInstructionSettingsSchema.parse({
    flow,
    slot: given.required('slot'),
    writer: answererOf(given.required('model')),
    reader: reader === null ? null : answererOf(reader),
    training: given.integer('training', 5) ?? 20,
    heldOut: given.integer('held-out', 5) ?? 50,
    seed: given.seed(),
    ...limitsOf(given),
    ...elsewhereOf(given),
  });
}
