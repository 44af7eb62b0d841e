import type { Command } from '../../command.ts';

export const command: Command = {
  name: 'annotations',
  usage: 'annotations export FILE --project p.dialogram [--run TAGRUN] [--author NAME] [--force]',
  async run(given, { client }) {
    const [verb, out, ...more] = given.positionals;
    if (verb !== 'export') throw given.wrong('Say what to do: "annotations export FILE".', verb);
    if (out === undefined) throw given.wrong('The file is missing: "annotations export FILE".');
    if (more.length > 0)
      throw given.wrong(`annotations export takes one file, not also "${more[0]}".`, more[0]);
    const path = given.project();
    const run = given.run('run');
    await client.projects.open({ path });
    return client.agreement.export({ run, author: given.text('author') ?? undefined, ...given.target(out) });
  },
};
