import type { RunId } from '#shared/domain/ids.ts';
import { integer, projectPath, text, usage } from '../arguments.ts';
import type { Command } from '../command.ts';

const NAME = 'annotations';

export const command: Command = {
  name: NAME,
  summary: 'Write what people decided to a file: tags and marks by round, no words of the dialogues',
  usage: 'annotations export FILE --project p.dialogram [--run TAGRUN] [--author NAME]',
  options: { project: { type: 'string' }, run: { type: 'string' }, author: { type: 'string' } },
  async run({ values, positionals }, { client }) {
    const [verb, out, ...more] = positionals;
    if (verb !== 'export') throw usage(NAME, 'Say what to do: "annotations export FILE".', verb ?? null);
    if (out === undefined) throw usage(NAME, 'The file is missing: "annotations export FILE".');
    if (more.length > 0)
      throw usage(NAME, `annotations export takes one file, not also "${more[0]}".`, more[0]);
    const path = projectPath(values, NAME);
    const run = integer(values, 'run', NAME, 1) as RunId | null;
    await client.projects.open({ path });
    return client.agreement.export({ run, author: text(values, 'author') ?? undefined, out });
  },
};
