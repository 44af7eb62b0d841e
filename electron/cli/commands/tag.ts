import { taggerSchema } from '#shared/contract/tagging.ts';
import { choice, projectPath, usage } from '../arguments.ts';
import { type Command, resultOf } from '../command.ts';
import { KEY_FROM } from '../key-from.ts';
import { MODEL_OPTIONS, tagWithModel } from './tag-with-model.ts';

export const command: Command = {
  name: 'tag',
  summary: 'Tag all dialogues of a project',
  usage:
    'tag --project p.dialogram --tagger annotations|offline | --tagger model (--provider ID --model M [--variant open|closed] [--pilot 50] [--budget USD] [--budget-tokens N] [--concurrency 4] [--structured] [--batch-files] [--temperature 0|default] [--estimate] | --go-on RUN | --finish RUN) [--key-from VARIABLE]',
  options: { project: { type: 'string' }, tagger: { type: 'string' }, ...MODEL_OPTIONS, ...KEY_FROM },
  async run({ values }, context) {
    const project = projectPath(values, 'tag');
    const tagger = choice(values, 'tagger', taggerSchema.options, 'tag');
    if (tagger === null) throw usage('tag', '--tagger is missing; it is annotations, offline or model.');
    const { client } = context;
    if (tagger !== 'model') {
      const stray = Object.keys(MODEL_OPTIONS).find((name) => values[name] !== undefined);
      if (stray !== undefined) throw usage('tag', `--${stray} is for --tagger model only.`);
    }
    await client.projects.open({ path: project });
    if (tagger === 'model') return tagWithModel(values, context);
    const { job } = await client.tagging.run({ tagger });
    return (await resultOf(context, job)) as Record<string, unknown>;
  },
};
