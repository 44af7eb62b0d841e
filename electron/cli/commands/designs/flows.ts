import { resolve } from 'node:path';
import { z } from 'zod';
import { editIdSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { type SlotInstructionSettings, slotInstructionSettingsSchema } from '#shared/contract/flows.ts';
import {
  type FreeColangSettings,
  freeColangSettingsSchema,
  writerSchema,
} from '#shared/contract/free-colang.ts';
import { modelAnswererSchema } from '#shared/domain/agent.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { freeName, nameOfSource } from '#shared/domain/flow.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { Arguments } from '../../arguments.ts';
import { type Command, type CommandContext, onlyOne, runVerb, type Verb } from '../../command.ts';
import { lastingRun } from '../../lasting-run.ts';
import { answersTo, scriptOf, talkWith } from './talk.ts';

const IMPROVING_USAGE = `flows improve --project p.dialogram [--flow F] ${usageOf(slotInstructionSettingsSchema.omit({ flow: true }))} ${usageOf(modelAnswererSchema, 'provider', 'model', 'temperature')} [--reader MODEL] [--key-from VARIABLE] [--apply] [--estimate] | --go-on RUN`;

/** Improves the instruction for a slot on annotated turns. With --apply, the slot gets the best instruction. */
async function improveSlot(
  given: Arguments,
  context: CommandContext,
  flow: () => Promise<string>,
): Promise<object> {
  const { slotInstructions } = context.client;
  return lastingRun(given, context, {
    words: 'instruction run',
    again: 'flows improve --project …',
    kept: 'answers',
    settings: async () => improvingSettings(given, await flow()),
    client: slotInstructions,
    async figures(run, { improved }) {
      const isBetter = improved !== null && improved.instruction !== improved.was;
      if (!given.named.has('apply') || !isBetter) return {};
      const { edit } = await slotInstructions.apply({ run, reason: given.text('reason') ?? '' });
      return { edit };
    },
  });
}

function improvingSettings(given: Arguments, flow: string): SlotInstructionSettings {
  const writer = given.input(modelAnswererSchema, { kind: 'model' });
  const reader = given.text('reader');
  return given.input(slotInstructionSettingsSchema, {
    ...{ flow, writer },
    reader: reader === null ? null : { ...writer, model: reader },
  });
}

const WRITING_USAGE = [
  `flows compile --mode free --project p.dialogram [--flow F | --all] [--out FOLDER] ${usageOf(writerSchema.omit({ seed: true }))} ${usageOf(freeColangSettingsSchema, 'trials', 'refine', 'seed', 'budgetUsd', 'budgetTokens', 'elsewhere')} [--key-from VARIABLE] [--estimate] [--force]`,
  'flows compile --mode free --go-on RUN --project p.dialogram [--flow F] [--out FOLDER] [--budget USD] [--budget-tokens N] [--key-from VARIABLE]',
];

/** True if a model should write the programs; false if the stored ones are used. */
const isWriting = (given: Arguments): boolean =>
  given.text('provider') !== null || given.text('go-on') !== null;

/** --out stores the program of one flow and writes its folder. */
async function writeColang(
  given: Arguments,
  context: CommandContext,
  flow: () => Promise<string>,
): Promise<object> {
  const { freeColang } = context.client;
  return lastingRun(given, context, {
    words: 'Colang run',
    again: 'flows compile --mode free --project …',
    kept: 'answers',
    settings: async () => writingSettings(given, given.named.has('all') ? null : [await flow()]),
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

const writingSettings = (given: Arguments, flows: string[] | null): FreeColangSettings =>
  given.input(freeColangSettingsSchema, { flows, writer: given.input(writerSchema) });

const chosen = async (given: Arguments, { client }: CommandContext): Promise<string> =>
  onlyOne(given, 'flow', async () => (await client.flows.list()).map(({ name }) => name));

function modeOf(given: Arguments): 'structured' | 'free' {
  const mode = given.text('mode') ?? 'structured';
  if (mode === 'structured' || mode === 'free') return mode;
  throw given.wrong(`--mode must be structured or free, not "${mode}".`, mode);
}

const ALL_FLOWS = { kind: 'flows' as const, title: 'All flows, by topic' };

async function flowChosen(given: Arguments, context: CommandContext) {
  const flow = await chosen(given, context);
  return { kind: 'flow' as const, title: `Flow ${flow}`, flow };
}

const percentSchema = z.object({ share: z.number().positive().max(100).nullable().default(null) });

const verbs: Readonly<Record<string, Verb>> = {
  async import(given, { client }) {
    const [, ...files] = given.positionals;
    if (files.length === 0) throw given.wrong('The files are missing: "flows import FILES…".');
    const paths = files.map((file) => resolve(file));
    const [codeOf, reason] = [given.text('flow'), given.text('reason') ?? ''];
    const { edit, flows } = await client.flows.import({ paths, codeOf, reason });
    return { edit, flows };
  },
  list: async (_, { client }) => ({ flows: await client.flows.list() }),
  validate: async (given, context) => context.client.flows.validate({ flow: await chosen(given, context) }),
  async export(given, context) {
    const target = given.target(given.required('out'));
    return context.client.flows.export({ flow: await chosen(given, context), ...target });
  },
  async compile(given, context) {
    if (modeOf(given) === 'free' && isWriting(given))
      return writeColang(given, context, () => chosen(given, context));
    const target = given.target(given.required('out'));
    const mode = modeOf(given);
    const flow = given.named.has('all') ? null : await chosen(given, context);
    return context.client.flows.compile({ flow, mode, ...target });
  },
  improve: (given, context) => improveSlot(given, context, () => chosen(given, context)),
  async draft(given, { client }) {
    const { share: percent } = given.input(percentSchema);
    const [where, share] = [given.required('where'), percent && percent / 100];
    if (given.text('out') !== null)
      return client.flows.draft({ task: where, share, ...given.target(given.required('out')) });
    const name = freeName(nameOfSource(where), await client.flows.list());
    const source = { where, states: null, run: null, share };
    const { flow, draft, common, paths } = await client.flows.propose({ name, source });
    const { dialogues, followed } = draft;
    if (common !== null) return { flow: null, dialogues, followed, common, paths };
    const description = `Draft the flow ${name} from ${formatAmount(dialogues, 'dialogue')}`;
    const { edit } = await client.flows.save({ was: null, flow, draft, description });
    return { flow: name, nodes: flow.nodes.length, dialogues, followed, edit };
  },
  async remove(given, { client }) {
    const { edit } = await client.flows.remove({
      flow: given.required('flow'),
      reason: given.text('reason') ?? '',
    });
    return { edit };
  },
  async run(given, context) {
    const agent = given.named.has('all') ? ALL_FLOWS : await flowChosen(given, context);
    const script = given.path('script');
    if (script === null) return talkWith(agent, context);
    const said = scriptOf(script).map((line) => {
      if ('user' in line) return line.user;
      throw given.wrong('Every line of a flow script needs a message: {"user":"…"}.', script);
    });
    return answersTo(agent, context, said);
  },
  async replay(given, context) {
    const since = editIdSchema.nullable().parse(given.integer('since', 1));
    const replay = await context.client.flows.replay({ flow: await chosen(given, context), since });
    const versions = replay.versions.map(({ edit, next }) => `${edit} (before “${next}”)`).join(', ');
    const earlier = versions === '' ? [] : [`Earlier versions for --since: ${versions}.`];
    return { ...replay, told: [...replay.told, ...earlier] };
  },
};

export const flowsCommand: Command = {
  explains: [writerSchema, freeColangSettingsSchema, slotInstructionSettingsSchema],
  usage: [
    'flows import FILES… --project p.dialogram [--flow F]',
    'flows list --project p.dialogram',
    'flows validate --project p.dialogram [--flow F]',
    'flows export --project p.dialogram [--flow F] --out FILE [--force]',
    'flows compile --project p.dialogram [--flow F | --all] [--mode structured|free] --out FOLDER [--force]',
    ...WRITING_USAGE,
    IMPROVING_USAGE,
    'flows draft --project p.dialogram --where TASK|FILTER [--share PERCENT] [--out FILE [--force]]',
    'flows remove --project p.dialogram --flow F',
    'flows replay --project p.dialogram [--flow F] [--since EDIT]',
    'flows run --project p.dialogram [--flow F | --all] [--script FILE.jsonl]',
  ].join('\n  '),
  linesOf: 'lines',
  textOf: 'told',
  untold: ['reason'],
  run: runVerb('flows', verbs),
};
