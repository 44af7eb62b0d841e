import type { VocabularySort, VocabularyTag, vocabularyContract } from '#shared/contract/vocabulary.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { editorOf } from '../../editing/author.ts';
import type { Methods } from '../../feature.ts';
import { targetOf } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import type { Project } from '../../project.ts';
import { roundRows } from '../../store/corpus/round-table.ts';
import { findTaggingRun, requireTaggingRun, tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { changeInBulk, previewBulk, scopeOf, splitTag } from './bulk.ts';
import { dismissedPairs, dismissPair } from './dismissed-pairs.ts';
import { impactOf } from './impact.ts';
import { importVocabulary, previewImport } from './import-vocabulary.ts';
import { archiveTags, describeTag, mergeTags, requireTag } from './tag-edits.ts';
import { vocabularyAsCsv, vocabularyAsJson } from './vocabulary-file.ts';
import { vocabularyReader } from './vocabulary-reader.ts';

type Compare = (left: VocabularyTag, right: VocabularyTag) => number;

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Seen earlier comes first; without a time, in the order of import, after those that have one. */
const seen =
  (which: 'firstSeen' | 'lastSeen'): Compare =>
  (left, right) =>
    byText(left[which]?.time ?? '~', right[which]?.time ?? '~') ||
    (left[which]?.round ?? Number.MAX_SAFE_INTEGER) - (right[which]?.round ?? Number.MAX_SAFE_INTEGER);

const SORTS: Readonly<Record<VocabularySort, Compare>> = {
  name: (left, right) => byText(left.name.toLowerCase(), right.name.toLowerCase()),
  rounds: (left, right) => left.rounds - right.rounds,
  dialogues: (left, right) => left.dialogues - right.dialogues,
  'first-seen': seen('firstSeen'),
  'last-seen': seen('lastSeen'),
};

/** The whole vocabulary of a run; empty before anything was tagged. */
async function wholeVocabulary(project: Project, asked: RunId | null): Promise<readonly VocabularyTag[]> {
  const run = findTaggingRun(project.database, asked);
  return run ? project.use(vocabularyReader).ask('list', { run: { id: run.id, tagger: run.tagger } }) : [];
}

export function vocabularyHandlers(vocabulary: Methods<typeof vocabularyContract>) {
  return {
    list: vocabulary.list.handler(async ({ input, context }) => {
      const query = input.query.trim().replace(/^#/, '').toLowerCase();
      const tags = await wholeVocabulary(context.session.project(), input.run);
      const direction = input.descending ? -1 : 1;
      const items = tags
        .filter(
          ({ name, description, archived, byRole }) =>
            (input.archived === 'all' || archived === (input.archived === 'only')) &&
            (input.role === null || byRole[input.role] > 0) &&
            (name.toLowerCase().includes(query) || description.toLowerCase().includes(query)),
        )
        .sort((a, b) => direction * SORTS[input.sort](a, b) || byText(a.name, b.name));
      return { total: items.length, items: items.slice(input.offset, input.offset + input.limit) };
    }),
    rounds: vocabulary.rounds.handler(async ({ input, context }) => {
      const project = context.session.project();
      const { filter, offset, limit } = input;
      const run = findTaggingRun(project.database, input.run);
      const { total, ids } = await project.use(vocabularyReader).ask('rounds', {
        filter,
        scope: scopeOf(project, run, filter),
        window: { offset, limit },
      });
      return { total, items: roundRows(project.database, ids, tagReaderFor(project.database, input.run)) };
    }),
    previewBulk: vocabulary.previewBulk.handler(async ({ input, context }) => {
      const project = context.session.project();
      const run = requireTaggingRun(project.database, input.run);
      const { ids, ...counted } = await previewBulk(project, run, input.filter, input.change, input.examples);
      const examples = roundRows(project.database, ids, tagReaderFor(project.database, run.id));
      return { ...counted, examples };
    }),
    impact: vocabulary.impact.handler(({ input, context }) => {
      const project = context.session.project();
      return impactOf(project, requireTaggingRun(project.database, input.run), input.edit);
    }),
    bulk: vocabulary.bulk.handler(({ input, context }) => {
      const run = requireTaggingRun(context.session.project().database, input.run);
      const by = editorOf(context.session, input.reason);
      return changeInBulk(by, run, input.filter, input.change, input.expected);
    }),
    merge: vocabulary.merge.handler(({ input, context }) =>
      mergeTags(editorOf(context.session, input.reason), input.tags, input.into),
    ),
    split: vocabulary.split.handler(({ input, context }) => {
      const run = requireTaggingRun(context.session.project().database, input.run);
      const by = editorOf(context.session, input.reason);
      return splitTag(by, run, input.tag, input.filter, input.name);
    }),
    archive: vocabulary.archive.handler(({ input, context }) =>
      archiveTags(editorOf(context.session, input.reason), input.tags, input.archived),
    ),
    describe: vocabulary.describe.handler(({ input, context }) =>
      describeTag(editorOf(context.session, input.reason), input.tag, input.description),
    ),
    similar: vocabulary.similar.handler(async ({ input, context }) => {
      const project = context.session.project();
      const run = findTaggingRun(project.database, input.run);
      if (!run) return [];
      const pairs = await project
        .use(vocabularyReader)
        .ask('similar', { run: { id: run.id, tagger: run.tagger } });
      const isDismissed = dismissedPairs(project.database);
      return pairs
        .map((pair) => ({ ...pair, dismissed: isDismissed(pair.left, pair.right) }))
        .filter(({ dismissed }) => input.dismissed || !dismissed);
    }),
    dismiss: vocabulary.dismiss.handler(({ input, context }) => {
      const project = context.session.project();
      const idOf = (tag: TagId) => requireTag(project.database, tag).id;
      dismissPair(project.database, idOf(input.left), idOf(input.right), input.dismissed);
      project.changes.announce('tags');
      return { dismissed: input.dismissed };
    }),
    export: vocabulary.export.handler(async ({ input, context }) => {
      const project = context.session.project();
      const target = targetOf(context.session, input);
      const tags = await wholeVocabulary(project, input.run);
      const text = input.to === 'json' ? vocabularyAsJson(tags) : vocabularyAsCsv(tags);
      return { ...writeWhole(target, text), tags: tags.length };
    }),
    previewImport: vocabulary.previewImport.handler(({ input, context }) =>
      previewImport(context.session.project().database, context.session.files.forReading(input.path)),
    ),
    import: vocabulary.import.handler(({ input, context }) =>
      importVocabulary(editorOf(context.session, input.reason), context.session.files.forReading(input.path)),
    ),
  };
}
