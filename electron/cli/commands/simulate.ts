import { type Arguments, FORCE, flags, projectFile, texts } from '../arguments.ts';
import type { Command } from '../command.ts';

/** The project, named by itself or as everywhere by --project. */
function projectOf(given: Arguments): string {
  const [named, ...more] = given.positionals;
  if (more.length > 0) throw given.wrong(`simulate takes one project, not also "${more[0]}".`, more[0]);
  if (named === undefined) return given.project();
  if (given.text('project') !== null)
    throw given.wrong('The project is named twice, by itself and by --project.', named);
  return projectFile(named);
}

export const command: Command = {
  name: 'simulate',
  summary: 'Replay kept conversations against an automaton, or carry them from project to project',
  usage:
    'simulate p.dialogram --replay [--automaton A] | simulate p.dialogram --export FILE [--force] | simulate p.dialogram --import FILE',
  options: { ...texts('project', 'automaton', 'export', 'import'), ...flags('replay'), ...FORCE },
  async run(given, { client }) {
    const path = projectOf(given);
    const automaton = given.run('automaton');
    const asked = ['replay', 'export', 'import'].filter((name) => given.named.has(name));
    if (asked.length !== 1) throw given.wrong('Say one of --replay, --export and --import.');
    await client.projects.open({ path });
    if (asked[0] === 'replay') return client.simulator.replay({ automaton });
    if (asked[0] === 'export') return client.simulator.exportCases(given.target(given.required('export')));
    return client.simulator.importCases({ path: given.required('import') });
  },
};
