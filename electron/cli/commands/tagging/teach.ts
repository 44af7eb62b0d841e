import { teachingResultSchema } from '#shared/contract/teaching.ts';
import { type Command, resultOf } from '../../command.ts';

export const command: Command = {
  name: 'teach',
  usage: 'teach --project p.dialogram [--answers FILE.tsv] [--hold-back 0.2] [--save FILE.json [--force]]',
  async run(given, context) {
    const project = given.project();
    const holdBack = given.amount('hold-back');
    if (holdBack !== null && (holdBack === 0 || holdBack > 0.5))
      throw given.wrong(
        `--hold-back takes a share above 0 and up to 0.5, not "${holdBack}".`,
        given.text('hold-back'),
      );
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
