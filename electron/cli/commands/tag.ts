import { builtInTaggerSchema } from '#shared/contract/tagging.ts';
import { choice, projectPath, usage } from '../arguments.ts';
import { type Command, resultOf } from '../command.ts';

export const tagCommand: Command = {
  name: 'tag',
  summary: 'Tag all dialogues of a project',
  usage: 'tag --project p.dialogram --tagger annotations|offline',
  options: { project: { type: 'string' }, tagger: { type: 'string' } },
  async run({ values }, context) {
    const project = projectPath(values, 'tag');
    const tagger = choice(values, 'tagger', builtInTaggerSchema.options, 'tag');
    if (tagger === null) throw usage('tag', '--tagger is missing; it is annotations or offline.');
    const { client } = context;
    await client.projects.open({ path: project });
    const { job } = await client.tagging.run({ tagger });
    return (await resultOf(context, job)) as Record<string, unknown>;
  },
};
