import { nearestNames } from '#shared/algorithms/vocabulary/nearest-names.ts';
import {
  type BuiltInTagger,
  type Edit,
  type EditOutcome,
  type TaggerName,
  taggingContract,
} from '#shared/contract/tagging.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import { takeStep } from '../../editing/apart.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { hasAnnotations } from '../../store/corpus/utterance-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { CHANGES_TAGS, effectOf, topicsOfStep } from '../../store/edits/log/edit-kinds.ts';
import { listEdits, nextSteps } from '../../store/edits/log/edit-log.ts';
import {
  findTaggingRun,
  requireTaggingRun,
  taggingRuns,
  tagReaderFor,
} from '../../store/runs/tagging-runs.ts';
import { renameTag, vocabularyReader } from '../vocabulary/index.ts';
import { addTag, removeTag, replaceTag } from './edits.ts';
import { exportTags } from './export-tags.ts';
import { taggingJob } from './tagging-job.ts';
import { describeTaught } from './taught-choice.ts';

/** Tags to suggest for an unknown name. */
const MOST_NEAREST = 3;

const TAGGERS: readonly { name: TaggerName; title: string; description: string }[] = [
  {
    name: 'offline',
    title: 'Offline tagger',
    description:
      'Finds the words of each turn that say most about the next one. English only; nothing leaves this machine.',
  },
  {
    name: 'moves',
    title: 'Moves',
    description:
      'Finds what each turn does, such as asking for details or apologizing. Support talk is tagged by a tagger that comes with the app; other dialogues by context or cues. Choose it for your own tickets. English only; nothing leaves this machine.',
  },
  {
    name: 'taught',
    title: 'Taught by your answers',
    description: 'Names what each turn does by what you answered in Teach.',
  },
  {
    name: 'annotations',
    title: 'Annotations of the file',
    description: 'Takes the dialogue acts that the imported file gives its turns.',
  },
  {
    name: 'model',
    title: 'Language model',
    description:
      'Asks a model for the tags of whole dialogues, by a server on this machine or by a provider you agree to.',
  },
];

const JOB_TITLES: Record<BuiltInTagger, string> = {
  offline: 'Tagging offline',
  moves: 'Finding moves',
  annotations: 'Tagging by annotations',
};

function whyUnavailable(database: ReadDatabase, tagger: TaggerName): string | null {
  if (lastDialogue(database) === null) return 'There are no dialogues yet.';
  if (tagger === 'annotations' && !hasAnnotations(database))
    return 'The imported files carry no annotations.';
  return null;
}

const step = (project: Project, edit: Edit | null): EditOutcome => {
  if (edit) project.changes.announce('edits', ...topicsOfStep(effectOf(project.app.edits, edit.kind)));
  return { edit, ...nextSteps(project.database) };
};

export const feature = defineFeature({
  contract: taggingContract,
  methods: {
    taggers: ({ project: { database } }) => {
      const taught = describeTaught(database);
      return TAGGERS.map((tagger) => ({
        ...tagger,
        ...(tagger.name === 'taught' && taught.by && { description: `${tagger.description} ${taught.by}` }),
        unavailable:
          whyUnavailable(database, tagger.name) ?? (tagger.name === 'taught' ? taught.missing : null),
      }));
    },
    run: ({ input, project }) => {
      return { job: project.jobs.start(taggingJob, JOB_TITLES[input.tagger], input) };
    },
    runs: ({ project }) => taggingRuns(project.database),
    export: ({ input, project, session, signal }) =>
      exportTags(
        project.database,
        requireTaggingRun(project.database, input.run),
        targetOf(session, input),
        AbortSignal.any([project.closing, ...(signal ? [signal] : [])]),
      ),
    vocabulary: async ({ input, project }) => {
      const run = findTaggingRun(project.database, input.run);
      if (!run) return { total: 0, items: [], nearest: [] };
      const query = input.query.trim().replace(/^#/, '').toLowerCase();
      const tags = await project
        .use(vocabularyReader)
        .ask('list', { run: { id: run.id, tagger: run.tagger } });
      const offered = tags
        .filter(({ archived }) => !archived)
        .map(({ id, name, rounds, byRole }) => ({
          id,
          name,
          rounds,
          roles: ROLES.filter((role) => byRole[role] > 0),
        }));
      const items = offered.filter(({ name }) => name.toLowerCase().includes(query));
      const names = offered.map(({ name }) => name);
      return {
        total: items.length,
        items: items.slice(input.offset, input.offset + input.limit),
        nearest: items.length > 0 ? [] : nearestNames(query, names, MOST_NEAREST).map((at) => offered[at]!),
      };
    },
    roundTags: ({ input, project }) => tagReaderFor(project.database, input.run)(input.round),
    addTag: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      return addTag(editorOf(session, input.reason), run, input.round, input.tag);
    },
    removeTag: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      return removeTag(editorOf(session, input.reason), run, input.round, input.tag);
    },
    replaceTag: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      return replaceTag(editorOf(session, input.reason), run, input.round, input.tag, input.by);
    },
    renameTag: ({ input, session }) =>
      renameTag(editorOf(session, input.reason), input.tag, input.name, input.merge),
    undo: async ({ project }) => step(project, await takeStep(project, 'backward')),
    redo: async ({ project }) => step(project, await takeStep(project, 'forward')),
    history: ({ input, project: { database } }) => ({
      ...listEdits(database, input.offset, input.limit),
      ...nextSteps(database),
    }),
  },
  jobs: [taggingJob],
  edits: { 'add-tag': CHANGES_TAGS, 'remove-tag': CHANGES_TAGS, 'replace-tag': CHANGES_TAGS },
});
