import { DialogramError } from '#shared/contract/errors.ts';
import { projectFile } from '../../arguments.ts';
import type { Command } from '../../command.ts';

const NAME = 'export-training';

export const command: Command = {
  name: NAME,
  usage:
    'export-training p.dialogram [--examples 5|0] [--method context-ranker] [--run R] [--seed 1] --out FILE.jsonl [--force]',
  async run(given, { client, signal, progress }) {
    const [named, ...more] = given.positionals;
    if (more.length > 0) throw given.wrong(`${NAME} takes one project, not also "${more[0]}".`, more[0]);
    const path = named === undefined || given.text('project') !== null ? given.project() : projectFile(named);
    const examples = given.integer('examples');
    if (examples !== null && examples > 20) throw given.wrong('--examples is 20 at most.', String(examples));
    const method = given.text('method') ?? undefined;
    const target = given.target(given.required('out'));
    const run = given.run('run');
    const seed = given.integer('seed') ?? undefined;
    await client.projects.open({ path });
    const stream = await client.generation.exportTraining(
      { ...target, run, examples: examples ?? undefined, method, seed },
      { signal },
    );
    for await (const event of stream) {
      if (event.kind === 'progress') progress(`${event.done} of ${event.total} dialogues`);
      else {
        const { kind: _, ...written } = event;
        return written;
      }
    }
    throw new DialogramError('CANCELLED', 'Stopped. Nothing was written.');
  },
};
