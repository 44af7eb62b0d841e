import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Arguments, FORCE, flags, texts } from '../arguments.ts';
import type { Command, CommandContext } from '../command.ts';
import { IMPROVING_USAGE, improveSlot } from './improve-slot.ts';
import { isWriting, WRITING_OPTIONS, WRITING_USAGE, writeColang } from './write-colang.ts';

type Verb = (given: Arguments, context: CommandContext) => Promise<Record<string, unknown>>;

/** The flow that is named, or the only one there is. */
async function chosen(given: Arguments, { client }: CommandContext): Promise<string> {
  const named = given.text('flow');
  if (named !== null) return named;
  const [only, ...others] = await client.flows.list();
  if (only && others.length === 0) return only.name;
  throw given.wrong('--flow is missing.');
}

function modeOf(given: Arguments): 'structured' | 'free' {
  const mode = given.text('mode') ?? 'structured';
  if (mode === 'structured' || mode === 'free') return mode;
  throw given.wrong(`--mode is structured or free, not "${mode}".`, mode);
}

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
  validate: async (given, context) => ({
    ...(await context.client.flows.validate({ flow: await chosen(given, context) })),
  }),
  async export(given, context) {
    const target = given.target(given.required('out'));
    return { ...(await context.client.flows.export({ flow: await chosen(given, context), ...target })) };
  },
  async compile(given, context) {
    if (modeOf(given) === 'free' && isWriting(given))
      return writeColang(given, context, () => chosen(given, context));
    const target = given.target(given.required('out'));
    const [flow, mode] = [await chosen(given, context), modeOf(given)];
    return { ...(await context.client.flows.compile({ flow, mode, ...target })) };
  },
  improve: (given, context) => improveSlot(given, context, () => chosen(given, context)),
  async draft(given, { client }) {
    const target = given.target(given.required('out'));
    const percent = given.amount('share');
    const share = percent === null ? null : percent / 100;
    return { ...(await client.flows.draft({ task: given.required('where'), share, ...target })) };
  },
  async remove(given, { client }) {
    const { edit } = await client.flows.remove({
      flow: given.required('flow'),
      reason: given.text('reason') ?? '',
    });
    return { edit };
  },
  replay: async (given, context) => ({
    ...(await context.client.flows.replay({ flow: await chosen(given, context) })),
  }),
};

export const command: Command = {
  name: 'flows',
  summary:
    'Keep flows that say how a conversation should go, check them, compile them to Colang, and hold history against them',
  usage: [
    'flows import FILES… --project p.dialogram [--flow F]',
    'flows list --project p.dialogram',
    'flows validate --project p.dialogram [--flow F]',
    'flows export --project p.dialogram [--flow F] --out FILE [--force]',
    'flows compile --project p.dialogram [--flow F] [--mode structured|free] --out FOLDER [--force]',
    ...WRITING_USAGE,
    IMPROVING_USAGE,
    'flows draft --project p.dialogram --where TASK|FILTER [--share PERCENT] --out FILE [--force]',
    'flows remove --project p.dialogram --flow F',
    'flows replay --project p.dialogram [--flow F]',
  ].join('\n  '),
  options: {
    ...flags('apply'),
    ...texts('slot', 'reader', 'training', 'held-out'),
    ...texts('project', 'flow', 'mode', 'where', 'out', 'reason', 'share'),
    ...WRITING_OPTIONS,
    ...FORCE,
  },
  async run(given, context) {
    const [word = ''] = given.positionals;
    const verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
    if (!verb) throw given.wrong(`Say what to do: ${Object.keys(verbs).join(', ')}.`, word);
    if (word !== 'import' && given.positionals.length > 1)
      throw given.wrong(`flows ${word} takes no file, not "${given.positionals[1]}".`, given.positionals[1]);
    const { client } = context;
    const path = given.project();
    const isNew = word === 'import' && !existsSync(path);
    await (isNew ? client.projects.create({ path }) : client.projects.open({ path }));
    try {
      return await verb(given, context);
    } catch (error) {
      // A project made for files that could not be read would only be in the way.
      if (isNew) await client.projects.discard().catch(() => {});
      throw error;
    }
  },
};
