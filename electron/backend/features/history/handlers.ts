import type { Api } from '../../dispatch/api.ts';
import { historyAuthors, listDecisions } from '../../store/edits/edit-history.ts';
import { signatureOf } from './author.ts';
import { takeBack } from './take-back.ts';

export function historyHandlers(api: Api) {
  return {
    list: api.history.list.handler(async ({ input, context }) => {
      const { offset, limit, ...filter } = input;
      const page = await context.session
        .project()
        .vocabulary.ask('history', { filter, window: { offset, limit } });
      return { total: page.total, items: [...page.items] };
    }),
    authors: api.history.authors.handler(({ context }) => historyAuthors(context.session.project().database)),
    decisions: api.history.decisions.handler(({ input, context }) =>
      listDecisions(context.session.project().database, input.edit, input.offset, input.limit),
    ),
    takeBack: api.history.takeBack.handler(async ({ input, context }) => {
      const project = context.session.project();
      const outcome = await takeBack(project, signatureOf(context.session, input.reason), input.edit);
      project.changes.announce('tags', 'automata', 'project');
      return outcome;
    }),
    author: api.history.author.handler(({ context }) => context.session.backend.author.read()),
    setAuthor: api.history.setAuthor.handler(({ input, context }) => {
      context.session.backend.author.write(input);
      return context.session.backend.author.read();
    }),
  };
}
