import { type Command, resultOf } from '../../command.ts';

export const command: Command = {
  name: 'picture',
  usage: 'picture --project p.dialogram',
  async run(given, context) {
    await context.client.projects.open({ path: given.project() });
    const { job } = await context.client.picture.make({});
    return resultOf(context, job);
  },
};
