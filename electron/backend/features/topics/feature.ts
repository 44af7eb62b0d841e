import { DialogramError } from '#shared/contract/errors.ts';
import { topicsContract } from '#shared/contract/topics.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { type Project, projectService } from '../../project.ts';
import type { EditEffect } from '../../store/edits/log/edit-kinds.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { chosen, go, type PurgedTables, withRun } from '../../store/purge/purge-rules.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { readTopicsRun, TOPICS_RUN, type TopicsRun } from '../../store/topics/topic-table.ts';
import { editTopics } from './edit-topics.ts';
import { topicCards } from './topic-cards.ts';
import { topicsJob } from './topics-job.ts';

const tables = {
  run_topics: withRun(go('dialogue', 'dialogue_id', 'run_id dialogue_id unit vector', 'closeness')),
  topic_decisions: chosen(
    'Examples go with their dialogue; names that tell of the purged go.',
    'content edit_id',
    'id',
  ),
} satisfies PurgedTables;

/** Topics are a field of dialogues, so a change has the same effect as a change of tags. */
const CHANGES_TOPICS: EditEffect = { topics: ['tags'], changesTags: 'never' };

/** The run looked at last: a run never changes, and reading it takes longer than showing it. */
const remembered = projectService((): { last: TopicsRun | null; corpus: number } => ({
  last: null,
  corpus: 0,
}));

function findTopicsRun(project: Project, run: RunId | null): TopicsRun | null {
  const known = project.use(remembered);
  const asked = run ?? latestRun(project.database, TOPICS_RUN)?.id ?? null;
  if (asked === null) return null;
  // Removing a source takes its dialogues out of the run.
  const corpus = versionOf(project.database, 'corpus_version');
  if (known.last?.run !== asked || known.corpus !== corpus) {
    known.last = readTopicsRun(project.database, asked);
    known.corpus = corpus;
  }
  return known.last;
}

/** @throws DialogramError NOT_FOUND */
function requireTopicsRun(project: Project, run: RunId | null): TopicsRun {
  const found = findTopicsRun(project, run);
  if (found) return found;
  const what =
    run === null
      ? 'Nobody looked for topics in this project yet.'
      : `There is no run of topics ${run} in this project.`;
  throw new DialogramError('NOT_FOUND', what, {
    value: run === null ? null : String(run),
    nextStep: 'Find topics first.',
  });
}

export const feature = defineFeature({
  contract: topicsContract,
  methods: {
    find: ({ input: { background, ...settings }, project }) => ({
      job: project.jobs.start(topicsJob, 'Finding topics', settings, background),
    }),
    cards: ({ input, project }) => {
      const topics = input.run === null ? findTopicsRun(project, null) : requireTopicsRun(project, input.run);
      return topics && topicCards(project.database, topics, input.cut);
    },
    edit: ({ input, project, session }) =>
      editTopics(editorOf(session, input.reason), requireTopicsRun(project, input.run), input.edit),
  },
  jobs: [topicsJob],
  tables,
  edits: {
    'cut-topics': CHANGES_TOPICS,
    'merge-topics': CHANGES_TOPICS,
    'split-topic': CHANGES_TOPICS,
    'rename-topic': CHANGES_TOPICS,
    'teach-topic': CHANGES_TOPICS,
  },
});
