import { automatonFileSchema } from '#shared/contract/automata.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { LEAST_SHARED } from '#shared/domain/sharing.ts';
import { choice, integer, projectPath, required, usage } from '../arguments.ts';
import type { Command } from '../command.ts';

export const command: Command = {
  name: 'export',
  summary: 'Write an automaton to a file (counts only, no dialogues)',
  usage:
    'export --project p.dialogram [--automaton A] --to json|dot|svg|graphml|mermaid|xstate [--share] --out FILE',
  options: {
    project: { type: 'string' },
    automaton: { type: 'string' },
    to: { type: 'string' },
    out: { type: 'string' },
    share: { type: 'boolean' },
  },
  async run({ values }, { client }) {
    const project = projectPath(values, 'export');
    const to = choice(values, 'to', automatonFileSchema.options, 'export');
    if (to === null)
      throw usage('export', `--to is missing; it is one of ${automatonFileSchema.options.join(', ')}.`);
    const out = required(values, 'out', 'export');
    const automaton = integer(values, 'automaton', 'export', 1) as RunId | null;
    await client.projects.open({ path: project });
    return client.automata.export({
      automaton,
      to,
      out,
      leastSupport: values.share === true ? LEAST_SHARED : 1,
    });
  },
};
