import type { Edit, EditOutcome, TaggerName, taggingContract } from '#shared/contract/tagging.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import { editorOf } from '../../editing/author.ts';
import type { Methods } from '../../feature.ts';
import type { Project } from '../../project.ts';
import { lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { hasAnnotations } from '../../store/corpus/utterance-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { effectOf, topicsOfStep } from '../../store/edits/edit-kinds.ts';
import { listEdits, nextSteps, redoEdit, undoEdit } from '../../store/edits/edit-log.ts';
import {
  findTaggingRun,
  requireTaggingRun,
  taggingRuns,
  tagReaderFor,
} from '../../store/runs/tagging-runs.ts';
import { renameTag, vocabularyReader } from '../vocabulary/index.ts';
import { addTag, removeTag, replaceTag } from './edits.ts';
import { taggingJob } from './tagging-job.ts';

const TAGGERS: readonly { name: TaggerName; title: string; description: string }[] = [
  {
    name: 'offline',
    title: 'Offline tagger',
    description:
      'Finds the words of each turn that say most about the next one. English only; nothing leaves this machine.',
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

function whyUnavailable(database: ReadDatabase, tagger: TaggerName): string | null {
  if (lastDialogue(database) === null) return 'There are no dialogues yet.';
  if (tagger === 'annotations' && !hasAnnotations(database))
    return 'The imported files carry no annotations.';
  return null;
}

export function taggingHandlers(tagging: Methods<typeof taggingContract>) {
  const step = (project: Project, edit: Edit | null): EditOutcome => {
    if (edit) project.changes.announce(...topicsOfStep(effectOf(project.app.edits, edit.kind)));
    return { edit, ...nextSteps(project.database) };
  };
  return {
    taggers: tagging.taggers.handler(({ context }) => {
      const { database } = context.session.project();
      return TAGGERS.map((tagger) => ({ ...tagger, unavailable: whyUnavailable(database, tagger.name) }));
    }),
    run: tagging.run.handler(({ input, context }) => {
      const title = input.tagger === 'offline' ? 'Tagging offline' : 'Tagging by annotations';
      return { job: context.session.project().jobs.start(taggingJob, title, input) };
    }),
    runs: tagging.runs.handler(({ context }) => taggingRuns(context.session.project().database)),
    vocabulary: tagging.vocabulary.handler(async ({ input, context }) => {
      const project = context.session.project();
      const run = findTaggingRun(project.database, input.run);
      if (!run) return { total: 0, items: [] };
      const query = input.query.trim().replace(/^#/, '').toLowerCase();
      const tags = await project
        .use(vocabularyReader)
        .ask('list', { run: { id: run.id, tagger: run.tagger } });
      const items = tags
        .filter(({ name, archived }) => !archived && name.toLowerCase().includes(query))
        .map(({ id, name, rounds, byRole }) => ({
          id,
          name,
          rounds,
          roles: ROLES.filter((role) => byRole[role] > 0),
        }));
      return { total: items.length, items: items.slice(input.offset, input.offset + input.limit) };
    }),
    roundTags: tagging.roundTags.handler(({ input, context }) =>
      tagReaderFor(context.session.project().database, input.run)(input.round),
    ),
    addTag: tagging.addTag.handler(({ input, context }) => {
      const run = requireTaggingRun(context.session.project().database, input.run);
      return addTag(editorOf(context.session, input.reason), run, input.round, input.tag);
    }),
    removeTag: tagging.removeTag.handler(({ input, context }) => {
      const run = requireTaggingRun(context.session.project().database, input.run);
      return removeTag(editorOf(context.session, input.reason), run, input.round, input.tag);
    }),
    replaceTag: tagging.replaceTag.handler(({ input, context }) => {
      const run = requireTaggingRun(context.session.project().database, input.run);
      return replaceTag(editorOf(context.session, input.reason), run, input.round, input.tag, input.by);
    }),
    renameTag: tagging.renameTag.handler(({ input, context }) =>
      renameTag(editorOf(context.session, input.reason), input.tag, input.name, input.merge),
    ),
    undo: tagging.undo.handler(async ({ context }) => {
      const project = context.session.project();
      return step(project, await undoEdit(project.database, project.app.edits, project.closing));
    }),
    redo: tagging.redo.handler(async ({ context }) => {
      const project = context.session.project();
      return step(project, await redoEdit(project.database, project.app.edits, project.closing));
    }),
    history: tagging.history.handler(({ input, context }) => {
      const { database } = context.session.project();
      return { ...listEdits(database, input.offset, input.limit), ...nextSteps(database) };
    }),
  };
}
