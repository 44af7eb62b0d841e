import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { RunId } from '#shared/domain/ids.ts';
import { type Arguments, integer, projectPath, required, text, usage } from '../arguments.ts';
import type { Command } from '../command.ts';

/** The project, named by itself or as everywhere by --project. */
function projectOf({ values, positionals }: Arguments): string {
  const [given, ...more] = positionals;
  if (more.length > 0) throw usage('simulate', `simulate takes one project, not also "${more[0]}".`, more[0]);
  if (given === undefined) return projectPath(values, 'simulate');
  if (text(values, 'project') !== null)
    throw usage('simulate', 'The project is named twice, by itself and by --project.', given);
  return extname(given) === '.dialogram' || existsSync(given) ? given : `${given}.dialogram`;
}

export const command: Command = {
  name: 'simulate',
  summary: 'Replay kept conversations against an automaton, or carry them from project to project',
  usage:
    'simulate p.dialogram --replay [--automaton A] | simulate p.dialogram --export FILE | simulate p.dialogram --import FILE',
  options: {
    project: { type: 'string' },
    automaton: { type: 'string' },
    replay: { type: 'boolean' },
    export: { type: 'string' },
    import: { type: 'string' },
  },
  async run(given, { client }) {
    const { values } = given;
    const path = projectOf(given);
    const automaton = integer(values, 'automaton', 'simulate', 1) as RunId | null;
    const asked = ['replay', 'export', 'import'].filter((name) => values[name] !== undefined);
    if (asked.length !== 1) throw usage('simulate', 'Say one of --replay, --export and --import.');
    await client.projects.open({ path });
    if (asked[0] === 'replay') return client.simulator.replay({ automaton });
    if (asked[0] === 'export')
      return client.simulator.exportCases({ out: required(values, 'export', 'simulate') });
    return client.simulator.importCases({ path: required(values, 'import', 'simulate') });
  },
};
