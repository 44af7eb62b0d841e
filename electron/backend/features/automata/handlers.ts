import type { automataContract, RouteResult } from '#shared/contract/automata.ts';
import type { Methods } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { dialogueRows, requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import { requireTaggingRun, tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { automatonCache, automatonSummaries, automatonSummary } from './cache.ts';
import { countLeaving, dialoguesAt, graphOf, pathVisits } from './drill-down.ts';
import { exportAutomaton } from './export-automaton.ts';
import { learnJob } from './learn-job.ts';
import { relearning } from './relearning/relearning.ts';

export function automataHandlers(automata: Methods<typeof automataContract>) {
  return {
    learn: automata.learn.handler(({ input, context }) => {
      const project = context.session.project();
      // Asked for now, so that the call itself fails where there is nothing to learn from.
      const run = requireTaggingRun(project.database, input.run).id;
      return { job: project.jobs.start(learnJob, 'Learning the automaton', { ...input, run }) };
    }),
    relearn: automata.relearn.handler(async ({ input, context }) => {
      const project = context.session.project();
      const { result, isConfirmed } = await project.use(relearning).relearn(input);
      // One that was kept is told by the answer alone: a page has to go over to it at once, with all it shows.
      if (isConfirmed) project.changes.announce('automata', 'runs', 'project');
      return result;
    }),
    impact: automata.impact.handler(({ input, context }) =>
      context.session.project().use(relearning).impact(input),
    ),
    list: automata.list.handler(({ context }) => automatonSummaries(context.session.project().database)),
    graph: automata.graph.handler(({ input, context }) =>
      graphOf(context.session.project(), input.automaton),
    ),
    dialogues: automata.dialogues.handler(({ input, context }) => {
      const project = context.session.project();
      const tracked = dialoguesAt(project.use(automatonCache).load(input.automaton), input.at);
      const matches = searchDialogues(project.database, input.query);
      const found = matches === null ? tracked : tracked.filter((id) => matches.has(id));
      const ids = dialogueOrder(project.database).sorted(found);
      return {
        tracked: tracked.length,
        total: ids.length,
        items: dialogueRows(project.database, ids.slice(input.offset, input.offset + input.limit), matches),
      };
    }),
    leaving: automata.leaving.handler(({ input, context }) => ({
      dialogues: countLeaving(
        context.session.project().use(automatonCache).load(input.automaton),
        input.shown,
      ),
    })),
    path: automata.path.handler(({ input, context }) => {
      const project = context.session.project();
      requireDialogue(project.database, input.dialogue);
      return pathVisits(project, input.automaton, input.dialogue);
    }),
    route: automata.route.handler(({ input, context }): RouteResult => {
      const project = context.session.project();
      const { view, run } = project.use(automatonCache).load(input.automaton);
      const dialogue = requireDialogue(project.database, input.dialogue);
      const readTags = tagReaderFor(project.database, automatonSummary(project.database, run).taggingRun);
      const rounds = dialogue.rounds.map(({ id, role }) => ({
        role,
        tags: readTags(id).tags.map((tag) => tag.name),
      }));
      return view.route({ rounds, policy: input.policy, before: input.round });
    }),
    export: automata.export.handler(({ input, context }) => {
      const { session } = context;
      return exportAutomaton(session.project(), input, targetOf(session, input));
    }),
  };
}
