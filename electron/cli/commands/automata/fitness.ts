import type { FitnessReference } from '#shared/contract/fitness.ts';
import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'fitness',
  usage:
    'fitness --project p.dialogram [--automaton RUN | --flow NAME | --cover 0.5 [--among FILTER]] [--where FILTER] [--run TAGRUN] [--seconds 20] [--limit 100]',
  async run(given, { client }) {
    const cover = given.amount('cover');
    if (cover !== null && (cover > 1 || cover < 0.01))
      throw given.wrong(`--cover is a share from 0.01 to 1, not "${cover}".`, String(cover));
    const flow = given.text('flow');
    const among = given.text('among');
    const automaton = given.run('automaton');
    if ([flow, automaton, cover ?? among].filter((one) => one !== null).length > 1)
      throw given.wrong('Name one reference: --automaton, --flow, or --cover with --among.');
    const reference: FitnessReference =
      flow !== null
        ? { kind: 'flow', flow }
        : cover !== null || among !== null
          ? { kind: 'variants', cover: cover ?? 0.5, among: among ?? '' }
          : { kind: 'automaton', automaton };
    await client.projects.open({ path: given.project() });
    return client.fitness.check({
      run: given.run('run'),
      where: given.text('where') ?? '',
      reference,
      seconds: given.amount('seconds') ?? 20,
      offset: 0,
      limit: given.limit(),
    });
  },
};
