import { teachInputSchema, teachingResultSchema } from '#shared/contract/teaching.ts';
import { type Command, resultOf } from '../../command.ts';

export const annotationsCommand: Command = {
  usage: 'annotations export FILE --project p.dialogram [--run TAGRUN] [--author NAME] [--force]',
  async run(given, { client }) {
    const [verb, out, ...more] = given.positionals;
    if (verb !== 'export') throw given.wrong('Choose an action: "annotations export FILE".', verb);
    if (out === undefined) throw given.wrong('The file is missing: "annotations export FILE".');
    if (more.length > 0)
      throw given.wrong(`annotations export expects one file, but also got "${more[0]}".`, more[0]);
    const path = given.project();
    const run = given.run('run');
    await client.projects.open({ path });
    return client.agreement.export({ run, author: given.text('author') ?? undefined, ...given.target(out) });
  },
};

export const pictureCommand: Command = {
  usage: 'picture --project p.dialogram',
  async run(given, context) {
    await context.client.projects.open({ path: given.project() });
    const { job } = await context.client.picture.make({});
    return resultOf(context, job);
  },
};

export const teachCommand: Command = {
  usage: 'teach --project p.dialogram [--answers FILE.tsv] [--hold-back 0.2] [--save FILE.json [--force]]',
  async run(given, context) {
    const project = given.project();
    const { holdBack } = given.input(teachInputSchema);
    const answers = given.text('answers');
    const save = given.text('save');
    const target = save === null ? null : given.target(save);
    const { client } = context;
    await client.projects.open({ path: project });
    const read = answers === null ? null : await client.teaching.readAnswers({ path: answers });
    const { job } = await client.teaching.run({ holdBack });
    const result = teachingResultSchema.parse(await resultOf(context, job));
    const warnings = [...(read?.warnings ?? []), ...result.warnings];
    const saved = target && (await client.teaching.save(target));
    return { ...result, warnings, ...(saved && { saved }) };
  },
};

export const tagsCommand: Command = {
  usage: 'tags --project p.dialogram [--run TAGRUN] --out FILE.jsonl [--force]',
  async run(given, { client }) {
    const path = given.project();
    const run = given.run('run');
    const target = given.target(given.required('out'));
    await client.projects.open({ path });
    return client.tagging.export({ run, ...target });
  },
};
