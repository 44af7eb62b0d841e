import { automataContract, routePolicySchema } from '#shared/contract/automata.ts';
import { inputSchema } from '#shared/contract/base.ts';
import { usageOf } from '#shared/contract/fields.ts';
import { factsOf } from '#shared/domain/export-formats.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import type { Command } from '../../command.ts';

export const routeCommand: Command = {
  usage: 'route --project p.dialogram [--automaton A] --dialogue ID [--policy literal|greedy|resume]',
  async run(given, { client }) {
    const project = given.project();
    const externalId = given.required('dialogue');
    const automaton = given.run('automaton');
    const policy = given.choice('policy', routePolicySchema.options) ?? 'literal';
    await client.projects.open({ path: project });
    const { dialogue } = await client.corpus.find({ externalId });
    return client.automata.route({ automaton, dialogue, policy });
  },
};

const exportSchema = inputSchema(automataContract.export);
const LOOK = ['page', 'theme', 'direction'] as const;

export const exportCommand: Command = {
  usage: `export --project p.dialogram ${usageOf(exportSchema, 'automaton', 'to', ...LOOK)} [--as-shown] [--share] --out FILE [--force]`,
  async run(given, { client }) {
    const project = given.project();
    const isAsShown = given.named.has('as-shown');
    const input = given.input(exportSchema, {
      ...given.target(given.required('out')),
      shown: isAsShown ? 'opening' : null,
      leastSupport: given.named.has('share') ? LEAST_SHARED : 1,
    });
    const { to } = input;
    const asked = LOOK.find((name) => given.named.has(name));
    if (asked !== undefined && to !== 'svg') throw given.wrong(`--${asked} only works with --to svg.`, to);
    if (isAsShown && factsOf(to).isReport)
      throw given.wrong('--as-shown does not work for reports, which are about the whole automaton.', to);
    await client.projects.open({ path: project });
    return client.automata.export(input);
  },
};

const ACTIONS = ['list', 'import'] as const;

export const automataCommand: Command = {
  usage:
    'automata list --project p.dialogram; or automata import FILE.json --project p.dialogram [--run TAGRUN]',
  async run(given, { client }) {
    const [named, path, ...more] = given.positionals;
    const action = ACTIONS.find((known) => known === named);
    if (!action) throw given.wrong(`Choose an action: ${ACTIONS.join(' or ')}.`, named);
    const extra = action === 'list' ? path : more[0];
    if (extra !== undefined) throw given.wrong(`"${extra}" is not expected here.`, extra);
    const project = given.project();
    const run = given.run('run');
    if (action === 'list') {
      await client.projects.open({ path: project });
      return { automata: await client.automata.list() };
    }
    if (path === undefined) throw given.wrong('The file is missing.');
    await client.projects.open({ path: project });
    return client.automata.import({ path, run });
  },
};
