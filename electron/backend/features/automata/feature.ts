import { automataContract, type RouteResult } from '#shared/contract/automata.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { requireDialogue } from '../../store/corpus/dialogue-table.ts';
import { requireTaggingRun, tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { listDialogues } from '../filters/index.ts';
import { automatonCache, automatonSummaries, automatonSummary } from './cache.ts';
import { countLeaving, dialoguesAt, graphOf, pathVisits } from './drill-down.ts';
import { importAutomaton } from './import-automaton.ts';
import { learnFromCountsOf } from './learn-from-counts.ts';
import { learnJob } from './learn-job.ts';
import { relearning } from './relearning/relearning.ts';

export const feature = defineFeature({
  contract: automataContract,
  methods: {
    learn: ({ input, project }) => {
      // Fails at once if there is nothing to learn from.
      const run = requireTaggingRun(project.database, input.run).id;
      return { job: project.jobs.start(learnJob, 'Learning the automaton', { ...input, run }) };
    },
    learnFromCounts: ({ input, session, signal }) =>
      learnFromCountsOf(session.files.forReading(input.path), input, targetOf(session, input), signal),
    relearn: async ({ input, project }) => {
      const { result, isConfirmed } = await project.use(relearning).relearn(input);
      // Only the answer reports the new automaton, because the page switches to it at once.
      if (isConfirmed) project.changes.announce('automata', 'runs', 'project');
      return result;
    },
    measure: ({ input, project }) => project.use(relearning).measure(input.automaton),
    impact: ({ input, project }) => project.use(relearning).impact(input),
    previewSize: ({ input, project }) => project.use(relearning).previewSize(input),
    // As with `relearn`, only the answer reports the new automaton.
    resize: ({ input, project }) => project.use(relearning).resize(input),
    prepareSizes: ({ input, project }) => project.use(relearning).prepareSizes(input.automaton),
    list: ({ project }) => automatonSummaries(project.database),
    graph: ({ input, project }) => graphOf(project, input.automaton),
    dialogues: async ({ input, project }) => {
      const tracked = dialoguesAt(project.use(automatonCache).load(input.automaton), input.at);
      return { tracked: tracked.length, ...(await listDialogues(project, tracked, input)) };
    },
    leaving: ({ input, project }) => ({
      dialogues: countLeaving(project.use(automatonCache).load(input.automaton), input.shown),
    }),
    path: ({ input, project }) => {
      requireDialogue(project.database, input.dialogue);
      return pathVisits(project, input.automaton, input.dialogue);
    },
    route: ({ input, project }): RouteResult => {
      const { view, run } = project.use(automatonCache).load(input.automaton);
      const dialogue = requireDialogue(project.database, input.dialogue);
      const readTags = tagReaderFor(project.database, automatonSummary(project.database, run).taggingRun);
      const turns = dialogue.turns.map(({ id, role }) => ({
        role,
        tags: readTags(id).tags.map((tag) => tag.name),
      }));
      return view.route({ turns, policy: input.policy, before: input.turn });
    },
    import: async ({ input, project, session, signal }) => {
      const path = session.files.forReading(input.path);
      const imported = await importAutomaton(project, { ...input, path }, signal);
      project.changes.announce('automata', 'runs');
      return imported;
    },
    // Loaded here, because only an export lays out a picture in this thread.
    export: async ({ input, project, session }) =>
      (await import('./export-automaton.ts')).exportAutomaton(project, input, targetOf(session, input)),
  },
  jobs: [learnJob],
});
