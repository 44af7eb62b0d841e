import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'info',
  usage: 'info --project p.dialogram',
  async run(given, { client }) {
    const { counts, ...project } = await client.projects.open({ path: given.project() });
    const [versions, health, sources, tagging, automata] = await Promise.all([
      client.system.info(),
      client.health.project(),
      client.corpus.sources(),
      client.tagging.runs(),
      client.automata.list(),
    ]);
    return { project, counts, health, runs: { tagging, automata }, sources, versions };
  },
};
