import { basename, extname, resolve } from 'node:path';
import { limitsSchema, type RunLimits } from '#shared/contract/lasting-runs.ts';
import type { ModelAnswerer } from '#shared/domain/agent.ts';
import type { Arguments } from '../../arguments.ts';
import { type Command, type CommandContext, onlyOne, runVerb, type Verb } from '../../command.ts';
import { namedModel } from '../answers/answer-columns.ts';
import { scriptOf, talkWith } from './talk.ts';

const FORMS = ['csv', 'json', 'xlsx'] as const;

function stateOf(given: Arguments, state: string): number {
  if (/^\d{1,9}$/.test(state)) return Number(state);
  throw given.wrong('--states must be numbers of states, such as 4,17.', state);
}

const verbs: Readonly<Record<string, Verb>> = {
  async import(given, { client }) {
    const [, ...files] = given.positionals;
    if (files.length === 0) throw given.wrong('The files are missing: "worksheets import FILES…".');
    const reason = given.text('reason') ?? '';
    const { edit, application, tables, notices } = await client.worksheets.import({
      paths: files.map((file) => resolve(file)),
      name: given.text('name'),
      reason,
    });
    return { edit, application, tables, notices };
  },
  list: (_, { client }) => client.worksheets.list(),
  validate: (given, { client }) => client.worksheets.validate({ worksheet: given.required('worksheet') }),
  async export(given, { client }) {
    const to = given.requiredChoice('to', FORMS);
    const target = given.target(given.required('out'));
    return client.worksheets.export({ worksheet: await chosen(given, client), to, ...target });
  },
  async draft(given, { client }) {
    const out = given.required('out');
    const ending = extname(out).slice(1).toLowerCase();
    const to = FORMS.find((form) => form === ending);
    if (!to) throw given.wrong('The file of --out must end with .csv, .json or .xlsx.', out);
    const states = given.list('states');
    const { set, ...drafted } = await client.worksheets.draft({
      name: given.text('name') ?? basename(out, extname(out)),
      where: given.text('where') ?? '',
      run: given.run('run'),
      states: states && {
        automaton: given.run('automaton'),
        ids: states.map((state) => stateOf(given, state)),
      },
      target: { ...given.target(out), to },
    });
    return { ...drafted, worksheets: set.worksheets.map(({ name }) => name) };
  },
  async 'from-flow'(given, { client }) {
    const flow = given.required('flow');
    return client.conversion.toWorksheets({ flow, name: given.text('name') });
  },
  async 'to-flow'(given, { client }) {
    const worksheet = await chosen(given, client);
    return client.conversion.toFlow({ worksheet, name: given.text('name') });
  },
  async run(given, context) {
    const { client } = context;
    const worksheet = await chosen(given, client);
    const script = given.path('script');
    if (script === null) {
      const today = given.text('today');
      if (today !== null) throw given.wrong('--today only works with --script.', today);
      const { answerer } = modelOf(given);
      return talkWith({ kind: 'worksheets', title: `Worksheets ${worksheet}`, worksheet, answerer }, context);
    }
    const { turns } = await client.worksheets.run({
      worksheet,
      lines: scriptOf(script),
      today: given.text('today'),
      ...modelOf(given),
    });
    return { lines: turns };
  },
};

function modelOf(given: Arguments): { readonly answerer?: ModelAnswerer } & Partial<RunLimits> {
  if (given.text('provider') === null && given.text('model') === null) return {};
  return { answerer: namedModel(given), ...given.input(limitsSchema.partial()) };
}

const chosen = (given: Arguments, client: CommandContext['client']): Promise<string> =>
  onlyOne(given, 'worksheet', async () => {
    const { applications } = await client.worksheets.list();
    return applications.map(({ name }) => name);
  });

export const worksheetsCommand: Command = {
  usage: [
    'worksheets import FILES… --project p.dialogram [--name NAME]',
    'worksheets list --project p.dialogram',
    'worksheets validate --project p.dialogram --worksheet W',
    'worksheets export --project p.dialogram [--worksheet W] --to csv|json|xlsx --out FILE [--force]',
    'worksheets draft --project p.dialogram [--where FILTER] [--states 4,17 [--automaton ID]] [--run TAGRUN] [--name NAME] --out FILE.csv|json|xlsx [--force]',
    'worksheets from-flow --project p.dialogram --flow F [--name NAME]',
    'worksheets to-flow --project p.dialogram [--worksheet W] [--name NAME]',
    'worksheets run --project p.dialogram [--worksheet W] [--script FILE.jsonl [--today 2026-03-01]] [--provider ID --model M [--temperature 0|default] [--max-output-tokens 512] [--budget USD] [--budget-tokens N] [--key-from VARIABLE]]',
  ].join('\n  '),
  linesOf: 'lines',
  untold: ['reason', 'seed'],
  run: runVerb('worksheets', verbs),
};
