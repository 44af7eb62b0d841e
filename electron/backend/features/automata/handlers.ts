import type { RouteResult } from '#shared/contract/automata.ts';
import type { Api } from '../../dispatch/api.ts';
import { dialogueRows, searchDialogues } from '../../store/corpus/corpus-table.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { requireDialogue } from '../corpus/handlers.ts';
import { exportAutomaton } from '../export/export-automaton.ts';
import { requireTaggingRun, tagReaderFor } from '../tagging/runs.ts';
import { automatonSummaries, automatonSummary } from './cache.ts';
import { countLeaving, dialoguesAt, graphOf, pathVisits } from './drill-down.ts';

export function automataHandlers(api: Api) {
  return {
    learn: api.automata.learn.handler(({ input, context }) => {
      const project = context.session.project();
      // Asked for now, so that the call itself fails where there is nothing to learn from.
      const run = requireTaggingRun(project.database, input.run).id;
      return { job: project.jobs.start('learning', 'Learning the automaton', { ...input, run }) };
    }),
    relearn: api.automata.relearn.handler(async ({ input, context }) => {
      const project = context.session.project();
      const { result, isConfirmed } = await project.relearning.relearn(input);
      // One that was kept is told by the answer alone: a page has to go over to it at once, with all it shows.
      if (isConfirmed) project.changes.announce('automata', 'runs', 'project');
      return result;
    }),
    impact: api.automata.impact.handler(({ input, context }) =>
      context.session.project().relearning.impact(input),
    ),
    list: api.automata.list.handler(({ context }) => automatonSummaries(context.session.project().database)),
    graph: api.automata.graph.handler(({ input, context }) =>
      graphOf(context.session.project(), input.automaton),
    ),
    dialogues: api.automata.dialogues.handler(({ input, context }) => {
      const project = context.session.project();
      const tracked = dialoguesAt(project.automata.load(input.automaton), input.at);
      const matches = searchDialogues(project.database, input.query);
      const found = matches === null ? tracked : tracked.filter((id) => matches.has(id));
      const ids = dialogueOrder(project.database).sorted(found);
      return {
        tracked: tracked.length,
        total: ids.length,
        items: dialogueRows(project.database, ids.slice(input.offset, input.offset + input.limit), matches),
      };
    }),
    leaving: api.automata.leaving.handler(({ input, context }) => ({
      dialogues: countLeaving(context.session.project().automata.load(input.automaton), input.shown),
    })),
    path: api.automata.path.handler(({ input, context }) => {
      const project = context.session.project();
      requireDialogue(project.database, input.dialogue);
      return pathVisits(project, input.automaton, input.dialogue);
    }),
    route: api.automata.route.handler(({ input, context }): RouteResult => {
      const project = context.session.project();
      const { view, run } = project.automata.load(input.automaton);
      const dialogue = requireDialogue(project.database, input.dialogue);
      const readTags = tagReaderFor(project.database, automatonSummary(project.database, run).taggingRun);
      const rounds = dialogue.rounds.map(({ id, role }) => ({
        role,
        tags: readTags(id).tags.map((tag) => tag.name),
      }));
      return view.route({ rounds, policy: input.policy, before: input.round });
    }),
    export: api.automata.export.handler(({ input, context }) => {
      const { session } = context;
      return exportAutomaton(session.project(), input, session.files.forWriting(input.out));
    }),
  };
}
