import type { historyContract } from '#shared/contract/history.ts';
import { authorSettings, editorOf } from '../../editing/author.ts';
import type { Methods } from '../../feature.ts';
import { historyAuthors, listDecisions } from '../../store/edits/edit-history.ts';
import { effectOf } from '../../store/edits/edit-kinds.ts';
import { vocabularyReader } from '../vocabulary/index.ts';
import { takeBack } from './take-back.ts';

export function historyHandlers(history: Methods<typeof historyContract>) {
  return {
    list: history.list.handler(async ({ input, context }) => {
      const { offset, limit, ...filter } = input;
      for (const kind of filter.kinds) effectOf(context.session.app.edits, kind);
      const page = await context.session
        .project()
        .use(vocabularyReader)
        .ask('history', { filter, window: { offset, limit } });
      return { total: page.total, items: [...page.items] };
    }),
    authors: history.authors.handler(({ context }) => historyAuthors(context.session.project().database)),
    decisions: history.decisions.handler(({ input, context }) =>
      listDecisions(context.session.project().database, input.edit, input.offset, input.limit),
    ),
    takeBack: history.takeBack.handler(({ input, context }) =>
      takeBack(editorOf(context.session, input.reason), input.edit),
    ),
    author: history.author.handler(({ context }) => context.session.app.use(authorSettings).read()),
    setAuthor: history.setAuthor.handler(({ input, context }) => {
      context.session.app.use(authorSettings).write(input);
      return context.session.app.use(authorSettings).read();
    }),
  };
}
