import { type GroupedTopics, phrasesOfGroup } from '#shared/algorithms/topics/group-topics.ts';
import { spokenWords } from '#shared/algorithms/topics/topic-words.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import {
  type TopicCard,
  type TopicCards,
  type TopicEdit,
  type TopicExample,
  type TopicsResult,
  type TopicsSettings,
  topicsContract,
  topicsSettingsSchema,
} from '#shared/contract/topics.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, editorOf, unchanged } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import { type Project, projectService } from '../../project.ts';
import { corpusFingerprint, countDialogues, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { openerReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { EditEffect } from '../../store/edits/log/placed-changes.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { asRun, findRun, finishRun, latestRun } from '../../store/runs/run-table.ts';
import {
  decideTopic,
  groupedTopics,
  readTopicDecisions,
  readTopicsRun,
  type StoredTopic,
  type StoredTopicDecision,
  TOPICS_RUN,
  type TopicsRun,
  topicWriter,
} from '../../store/topics/topic-table.ts';
import { inThread } from '../../workers/in-thread.ts';
import { sentenceVectors } from '../comparison/index.ts';

const DIALOGUES_PER_CHUNK = 2000;

/** Finds the project's topics as a run. After a cancellation or a failure, nothing is left of the run. */
export async function runTopics(
  project: Project,
  { topics, encoder: name, seed }: TopicsSettings,
  context: JobContext,
): Promise<TopicsResult> {
  const { database, path } = project;
  if (lastDialogue(database) === null) {
    throw new DialogramError('INVALID', 'There are no dialogues to find topics in.', {
      nextStep: 'Import a file first.',
    });
  }
  const encoder = name && project.use(sentenceVectors).onThisMachine(name);
  const row = {
    kind: TOPICS_RUN,
    params: { topics, encoder: encoder?.title ?? null },
    seed,
    inputFingerprint: corpusFingerprint(database),
  };
  return asRun(database, row, async (run) => {
    const { model, dialogueIds, units, closeness, vectors } = await inThread(
      'topics',
      'topicsOfProject',
      [path, topics ?? 'auto', seed, encoder],
      {
        signal: context.signal,
        onProgress: (progress) => context.report({ ...progress, unit: 'dialogues' }),
      },
    );
    const write = topicWriter(database, run);
    const { dimensions, values } = vectors;
    for (let start = 0; start < dialogueIds.length; start += DIALOGUES_PER_CHUNK) {
      write(
        dialogueIds.slice(start, start + DIALOGUES_PER_CHUNK).map((dialogue, place) => {
          const at = start + place;
          return {
            dialogue,
            unit: units[at]!,
            closeness: closeness[at]!,
            vector: values.subarray(at * dimensions, (at + 1) * dimensions),
          };
        }),
      );
      await breathe();
      context.signal.throwIfAborted();
    }
    finishRun(database, run, new Date().toISOString(), { model });
    return {
      run,
      topics: new Set(model.units.map(({ topic }) => topic)).size,
      dialogues: dialogueIds.length,
      without: units.filter((unit) => unit < 0).length,
      stability: model.stability,
      encoder: model.encoder,
    };
  });
}

const topicsJob: JobKind<Project, TopicsSettings> = {
  kind: 'topics',
  params: topicsSettingsSchema,
  topics: ['project', 'runs'],
  run: runTopics,
};

const TITLE = 'Finding topics';

/** With fewer dialogues, topics do not help, because a person can read all of them. */
const LEAST_DIALOGUES = 20;

/**
 * Starts finding topics again if dialogues have changed.
 * @param first true to find topics also if there are none yet
 */
export function renewTopics({ database, jobs }: Project, first: boolean): void {
  const last = latestRun(database, TOPICS_RUN);
  const isDue = last === null ? first : last.inputFingerprint !== corpusFingerprint(database);
  if (!isDue || countDialogues(database) < LEAST_DIALOGUES || jobs.refusal() !== null) return;
  jobs.start(topicsJob, TITLE, topicsSettingsSchema.parse({}), true);
}

const EXAMPLES = 4;
/** The first message of a displayed dialogue must have a suitable length, so more dialogues are looked at. */
const TYPICAL = 24;
const SHORTEST = 30;
const LONGEST = 180;
const PHRASES = 6;

export function topicCards(database: ReadDatabase, topics: TopicsRun, cut: number | null): TopicCards {
  const decisions = readTopicDecisions(database);
  const shown = cut === null ? decisions : [...decisions, { kind: 'cut' as const, topics: cut }];
  const grouped = groupedTopics(topics, shown);
  const members: number[][] = grouped.groups.map(() => []);
  for (const [at, group] of grouped.of.entries()) if (group >= 0) members[group]!.push(at);
  const all = topics.dialogueIds.length;
  const openerOf = openerReader(database);
  const examplesOf = (own: readonly number[], phrases: TopicCard['phrases']): TopicExample[] => {
    const typical = own
      .toSorted((a, b) => topics.closeness[b]! - topics.closeness[a]!)
      .slice(0, TYPICAL)
      .flatMap((at) => {
        const opener = openerOf(topics.dialogueIds[at]!);
        if (opener === null) return [];
        const text = spokenWords(opener) || opener;
        return [{ dialogue: topics.dialogueIds[at]!, text, isTaught: grouped.taught[at] === 1 }];
      });
    // A dialogue that contains a key phrase is a better example than one that is merely near.
    const tells = ({ text }: TopicExample): boolean =>
      phrases.some((phrase) => text.toLowerCase().includes(phrase.text.toLowerCase()));
    const reads = ({ text }: TopicExample): boolean => text.length >= SHORTEST && text.length <= LONGEST;
    const shows = (one: TopicExample): number => Number(tells(one)) + Number(reads(one));
    const words = new Set<string>();
    return typical
      .sort((a, b) => shows(b) - shows(a))
      .filter(({ text }) => !words.has(text.toLowerCase()) && words.add(text.toLowerCase()))
      .slice(0, EXAMPLES);
  };
  const cards = grouped.groups
    .map(({ name, units, splits }, at): TopicCard => {
      const own = members[at]!;
      const phrases = phrasesOfGroup(topics.model.phrases, units, own.length, all, PHRASES);
      return {
        name,
        dialogues: own.length,
        share: all === 0 ? 0 : own.length / all,
        phrases,
        examples: examplesOf(own, phrases),
        splits,
      };
    })
    .filter(({ dialogues }) => dialogues > 0)
    .sort((a, b) => b.dialogues - a.dialogues || (a.name < b.name ? -1 : 1));
  return {
    run: topics.run,
    encoder: topics.model.encoder,
    stability: topics.model.stability,
    cut: grouped.cut,
    most: Math.min(topics.model.tree.leaves, 100),
    dialogues: all,
    topics: cards,
    without: grouped.of.filter((group) => group < 0).length,
    decisions: decisions.length,
    left: grouped.left,
    isOutdated: findRun(database, TOPICS_RUN, topics.run)?.inputFingerprint !== corpusFingerprint(database),
  };
}

/** The number of dialogues by which a topic is recognized in other runs. */
const ANCHORS = 9;

/** Changes topics by a decision (merge, split, name …), which also applies to later runs. */
function editTopics(by: Editor, topics: TopicsRun, edit: TopicEdit): EditOutcome {
  const { database } = by.project;
  const decisions = readTopicDecisions(database);
  const grouped = groupedTopics(topics, decisions);
  const commit = (kind: string, description: string, decision: StoredTopicDecision): EditOutcome =>
    commitEdit(by, kind, description, [decideTopic(database, decision)]);
  switch (edit.kind) {
    case 'cut': {
      const most = topics.model.tree.leaves;
      if (edit.topics > most)
        throw new DialogramError('INVALID', `The topics cannot be split into ${edit.topics}.`, {
          value: String(edit.topics),
          nextStep: `Choose at most ${most}.`,
        });
      if (edit.topics === grouped.cut) return unchanged(database);
      return commit('cut-topics', `Change the number of topics to ${edit.topics}`, edit);
    }
    case 'merge': {
      const topic = known(topics, grouped, edit.topic);
      const into = known(topics, grouped, edit.into);
      if (edit.topic === edit.into) return unchanged(database);
      return commit('merge-topics', `Merge the topic “${edit.topic}” into “${edit.into}”`, {
        kind: 'merge',
        topic,
        into,
      });
    }
    case 'split': {
      const topic = known(topics, grouped, edit.topic);
      if (!grouped.groups.find(({ name }) => name === edit.topic)?.splits)
        throw new DialogramError('INVALID', `The topic “${edit.topic}” cannot be split further.`, {
          value: edit.topic,
          nextStep: 'Change the topic of individual dialogues instead.',
        });
      return commit('split-topic', `Split the topic “${edit.topic}”`, { kind: 'split', topic });
    }
    case 'rename': {
      const topic = known(topics, grouped, edit.topic);
      if (edit.name === edit.topic) return unchanged(database);
      if (grouped.groups.some(({ name }) => name === edit.name))
        throw new DialogramError('INVALID', `There is already a topic “${edit.name}”.`, {
          value: edit.name,
          nextStep: 'Choose another name, or merge the two topics.',
        });
      return commit('rename-topic', `Rename the topic “${edit.topic}” to “${edit.name}”`, {
        kind: 'rename',
        topic,
        name: edit.name,
      });
    }
    case 'teach': {
      const at = topics.dialogueIds.indexOf(edit.dialogue);
      if (at < 0)
        throw new DialogramError(
          'NOT_FOUND',
          `Dialogue ${edit.dialogue} was not included when the topics were found.`,
          {
            value: String(edit.dialogue),
            nextStep: 'Find topics again, then give the dialogue a topic.',
          },
        );
      const isNew = grouped.groups.every(({ name }) => name !== edit.topic);
      const topic = isNew ? { name: edit.topic, anchors: [] } : known(topics, grouped, edit.topic);
      if (grouped.groups[grouped.of[at]!]?.name === edit.topic) return unchanged(database);
      const decision: StoredTopicDecision = { kind: 'teach', topic, dialogue: edit.dialogue };
      const after = groupedTopics(topics, [...decisions, decision]);
      const others = movedBetween(grouped, after) - 1;
      const more = others > 0 ? ` and ${formatAmount(others, 'similar dialogue')}` : '';
      return commit('teach-topic', `Move a dialogue${more} to the topic “${edit.topic}”`, decision);
    }
  }
}

/** Gives topics other names, by their current ones, as one edit. Names of people are given by `editTopics`. */
export function nameTopics(
  by: Editor,
  topics: TopicsRun,
  names: ReadonlyMap<string, string>,
  description: string,
): EditOutcome {
  const { database } = by.project;
  if (names.size === 0) return unchanged(database);
  const grouped = groupedTopics(topics, readTopicDecisions(database));
  const named = [...names].map(([topic, name]) => ({ topic: known(topics, grouped, topic), name }));
  return commitEdit(by, 'name-topics', description, [decideTopic(database, { kind: 'name', names: named })]);
}

function movedBetween(before: GroupedTopics, after: GroupedTopics): number {
  const nameIn = ({ groups, of }: GroupedTopics, at: number) => groups[of[at]!]?.name;
  return before.of.reduce((sum, _, at) => sum + (nameIn(before, at) === nameIn(after, at) ? 0 : 1), 0);
}

function known(topics: TopicsRun, { groups, of, taught }: GroupedTopics, name: string): StoredTopic {
  const group = groups.findIndex((one) => one.name === name);
  if (group < 0)
    throw new DialogramError('NOT_FOUND', `There is no topic “${name}”.`, {
      value: name,
      nextStep: `Choose one of: ${groups.map((one) => one.name).join(', ')}.`,
    });
  const typical = [...of.keys()]
    .filter((at) => of[at] === group && taught[at] === 0)
    .sort((a, b) => topics.closeness[b]! - topics.closeness[a]!)
    .slice(0, ANCHORS);
  return { name, anchors: typical.map((at) => topics.dialogueIds[at]!) };
}

/** Topics are a field of dialogues, so a change affects the same data as a change of tags. */
const CHANGES_TOPICS: EditEffect = { topics: ['tags'], changesTags: 'never' };

/** Caches the last run. Runs never change, and reading one takes longer than displaying it. */
const remembered = projectService((): { last: TopicsRun | null; corpus: number } => ({
  last: null,
  corpus: 0,
}));

export function findTopicsRun(project: Project, run: RunId | null): TopicsRun | null {
  const known = project.use(remembered);
  const asked = run ?? latestRun(project.database, TOPICS_RUN)?.id ?? null;
  if (asked === null) return null;
  // Removing a source removes its dialogues from the run.
  const corpus = versionOf(project.database, 'corpus_version');
  if (known.last?.run !== asked || known.corpus !== corpus) {
    known.last = readTopicsRun(project.database, asked);
    known.corpus = corpus;
  }
  return known.last;
}

export function requireTopicsRun(project: Project, run: RunId | null): TopicsRun {
  const found = findTopicsRun(project, run);
  if (found) return found;
  const what =
    run === null
      ? 'Topics have not been found in this project yet.'
      : `There is no topics run ${run} in this project.`;
  throw new DialogramError('NOT_FOUND', what, {
    value: run === null ? null : String(run),
    nextStep: 'Find topics first.',
  });
}

export const feature = defineFeature({
  contract: topicsContract,
  methods: {
    find: ({ input, project }) => ({ job: project.jobs.start(topicsJob, TITLE, input) }),
    cards: ({ input, project }) => {
      const topics = input.run === null ? findTopicsRun(project, null) : requireTopicsRun(project, input.run);
      return topics && topicCards(project.database, topics, input.cut);
    },
    edit: ({ input, project, session }) =>
      editTopics(editorOf(session, input.reason), requireTopicsRun(project, input.run), input.edit),
  },
  jobs: [topicsJob],
  edits: {
    'cut-topics': CHANGES_TOPICS,
    'merge-topics': CHANGES_TOPICS,
    'split-topic': CHANGES_TOPICS,
    'rename-topic': CHANGES_TOPICS,
    'name-topics': CHANGES_TOPICS,
    'teach-topic': CHANGES_TOPICS,
  },
});
