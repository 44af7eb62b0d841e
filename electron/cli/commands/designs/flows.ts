import { resolve } from 'node:path';
import type { Arguments } from '../../arguments.ts';
import type { Command, CommandContext } from '../../command.ts';
import { onlyOne, runVerb, type Verb } from '../../verbs.ts';
import { IMPROVING_USAGE, improveSlot } from './improve-slot.ts';
import { answersTo, scriptOf, talkWith } from './talk.ts';
import { isWriting, WRITING_USAGE, writeColang } from './write-colang.ts';

/** The flow that is named, or the only one there is. */
const chosen = async (given: Arguments, { client }: CommandContext): Promise<string> =>
  onlyOne(given, 'flow', async () => (await client.flows.list()).map(({ name }) => name));

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
  validate: async (given, context) => context.client.flows.validate({ flow: await chosen(given, context) }),
  async export(given, context) {
    const target = given.target(given.required('out'));
    return context.client.flows.export({ flow: await chosen(given, context), ...target });
  },
  async compile(given, context) {
    if (modeOf(given) === 'free' && isWriting(given))
      return writeColang(given, context, () => chosen(given, context));
    const target = given.target(given.required('out'));
    const [flow, mode] = [await chosen(given, context), modeOf(given)];
    return context.client.flows.compile({ flow, mode, ...target });
  },
  improve: (given, context) => improveSlot(given, context, () => chosen(given, context)),
  async draft(given, { client }) {
    const target = given.target(given.required('out'));
    const percent = given.amount('share');
    const share = percent === null ? null : percent / 100;
    return client.flows.draft({ task: given.required('where'), share, ...target });
  },
  async remove(given, { client }) {
    const { edit } = await client.flows.remove({
      flow: given.required('flow'),
      reason: given.text('reason') ?? '',
    });
    return { edit };
  },
  async run(given, context) {
    const flow = await chosen(given, context);
    const agent = { kind: 'flow' as const, title: `Flow ${flow}`, flow };
    const script = given.path('script');
    if (script === null) return talkWith(agent, context);
    const said = scriptOf(script).map((line) => {
      if ('user' in line) return line.user;
      throw given.wrong('A script for a flow has a message on every line: {"user":"…"}.', script);
    });
    return answersTo(agent, context, said);
  },
  replay: async (given, context) => context.client.flows.replay({ flow: await chosen(given, context) }),
};

export const command: Command = {
  name: 'flows',
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
    'flows run --project p.dialogram [--flow F] [--script FILE.jsonl]',
  ].join('\n  '),
  linesOf: 'lines',
  untold: ['reason'],
  run: runVerb('flows', verbs),
};
