import { basename } from 'node:path';
import type { ImaginedChange, ImpactResult } from '#shared/contract/relearning.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { TurnFilter } from '#shared/contract/turn-filter.ts';
import {
  type PlannedEdit,
  type VocabularyImport,
  type VocabularySort,
  type VocabularyTag,
  vocabularyContract,
} from '#shared/contract/vocabulary.ts';
import type { RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { targetOf, writeWhole } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { turnRows } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { CHANGES_TAGS } from '../../store/edits/log/placed-changes.ts';
import { readGuidelines } from '../../store/edits/words/note-table.ts';
import type { TagChange } from '../../store/edits/words/word-changes.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { findTaggingRun, requireTaggingRun, tagReaderFor } from '../../store/runs/tagging-runs.ts';
import {
  ensureTagNamed,
  exampleTurns,
  isTagInUse,
  readVocabulary,
  tagByName,
} from '../../store/tags/tag-table.ts';
import { relearning } from '../automata/index.ts';
import { changeInBulk, previewBulk, scopeOf, splitTag, vocabularyReader } from './bulk.ts';
import {
  importReport,
  type PlannedTag,
  planImport,
  readVocabularyFile,
  vocabularyAsCsv,
  vocabularyAsJson,
} from './plan-import.ts';
import {
  archiveTags,
  changeNamed,
  describeTag,
  mergeTags,
  requireTag,
  tagAt,
  tagChange,
  vacate,
} from './tag-edits.ts';
import type { TaggedRun } from './tag-readings.ts';

function previewImport(database: ReadDatabase, path: string): VocabularyImport {
  const tags = readVocabularyFile(path);
  return importReport(path, tags.length, planImport(database, tags));
}

function importVocabulary(by: Editor, path: string): EditOutcome & { readonly report: VocabularyImport } {
  const { database } = by.project;
  const tags = readVocabularyFile(path);
  return database.transaction(() => {
    const planned = planImport(database, tags);
    const changes = planned.flatMap((item) => changesFor(database, item));
    const name = basename(path);
    const outcome = commitEdit(by, 'import-vocabulary', `Import the vocabulary of ${name}`, changes);
    return { ...outcome, report: importReport(path, tags.length, planned) };
  })();
}

function changesFor(
  database: WriteDatabase,
  { action, name, target, fields, merged }: PlannedTag,
): TagChange[] {
  if (action === 'conflict') return [];
  if (target === null) {
    const change = tagChange(tagAt(database, ensureTagNamed(database, name)), fields);
    return change ? [change] : [];
  }
  const { name: renamed, archived, ...own } = fields;
  const shared = {
    ...(renamed === undefined ? {} : { name: renamed }),
    ...(archived === undefined ? {} : { archived }),
  };
  const described = tagChange(target, own);
  return [
    ...(renamed === undefined ? [] : vacate(database, renamed, target.id)),
    ...merged.flatMap((row) => changeNamed(database, row, { mergedInto: target.id })),
    ...(described ? [described] : []),
    ...changeNamed(database, target, shared),
  ];
}

/** Returns the effect of an edit on an automaton, by default the latest; null without an automaton. */
async function impactOf(
  project: Project,
  run: TaggedRun,
  edit: PlannedEdit,
  automaton: RunId | null,
): Promise<ImpactResult | null> {
  if (!latestRun(project.database, 'automaton')) return null;
  const change = await imagined(project, run, edit);
  return project.use(relearning).impact({ automaton, changes: [change] });
}

async function imagined(project: Project, run: TaggedRun, edit: PlannedEdit): Promise<ImaginedChange> {
  const nameOf = (tag: TagId): string => requireTag(project.database, tag).name;
  const passing = async (filter: TurnFilter): Promise<TurnId[]> => {
    const scope = await scopeOf(project, run, filter);
    const { ids } = await project.use(vocabularyReader).ask('turns', {
      filter,
      scope,
      window: { offset: 0, limit: -1 },
    });
    return [...ids];
  };
  switch (edit.kind) {
    case 'rename': {
      const renamed = nameOf(edit.tag);
      // The name may belong to an archived tag without turns. That tag keeps its mark.
      const other = tagByName(project.database, edit.name);
      const isFree = other === null || !isTagInUse(project.database, other);
      const isArchived = readVocabulary(project.database).archivedNames.has(renamed);
      const mark = isArchived ? { archive: [edit.name] } : { restore: [edit.name] };
      return {
        turns: null,
        replace: [{ tag: renamed, by: edit.name }],
        add: [],
        ...(isFree ? mark : {}),
      };
    }
    case 'merge': {
      const names = new Set(edit.tags.map(nameOf));
      names.delete(edit.into);
      return { turns: null, replace: [...names].map((tag) => ({ tag, by: edit.into })), add: [] };
    }
    case 'split':
      return {
        turns: await passing(edit.filter),
        replace: [{ tag: nameOf(edit.tag), by: edit.name }],
        add: [],
      };
    case 'archive': {
      const names = edit.tags.map(nameOf);
      const change = { turns: null, replace: [], add: [] };
      return edit.archived ? { ...change, archive: names } : { ...change, restore: names };
    }
    case 'bulk': {
      const { change } = edit;
      const turns = await passing(edit.filter);
      if (change.kind === 'add') return { turns, replace: [], add: [change.tag] };
      const by = change.kind === 'replace' ? change.by : null;
      return { turns, replace: [{ tag: nameOf(change.tag), by }], add: [] };
    }
  }
}

const EXAMPLES = 3;

type Compare = (left: VocabularyTag, right: VocabularyTag) => number;

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Sorts dialogues by time, earliest first. Dialogues without a time come last, in the order of import. */
const seen =
  (which: 'firstSeen' | 'lastSeen'): Compare =>
  (left, right) =>
    byText(left[which]?.time ?? '~', right[which]?.time ?? '~') ||
    (left[which]?.turn ?? Number.MAX_SAFE_INTEGER) - (right[which]?.turn ?? Number.MAX_SAFE_INTEGER);

const SORTS: Readonly<Record<VocabularySort, Compare>> = {
  name: (left, right) => byText(left.name.toLowerCase(), right.name.toLowerCase()),
  turns: (left, right) => left.turns - right.turns,
  dialogues: (left, right) => left.dialogues - right.dialogues,
  'first-seen': seen('firstSeen'),
  'last-seen': seen('lastSeen'),
};

async function wholeVocabulary(project: Project, asked: RunId | null): Promise<readonly VocabularyTag[]> {
  const run = findTaggingRun(project.database, asked);
  return run ? project.use(vocabularyReader).ask('list', { run: { id: run.id, tagger: run.tagger } }) : [];
}

export const feature = defineFeature({
  contract: vocabularyContract,
  methods: {
    list: async ({ input, project }) => {
      const query = input.query.trim().replace(/^#/, '').toLowerCase();
      const tags = await wholeVocabulary(project, input.run);
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
    },
    turns: async ({ input, project }) => {
      const { filter, offset, limit } = input;
      const run = findTaggingRun(project.database, input.run);
      const { total, ids } = await project.use(vocabularyReader).ask('turns', {
        filter,
        scope: await scopeOf(project, run, filter),
        window: { offset, limit },
      });
      return { total, items: turnRows(project.database, ids, tagReaderFor(project.database, input.run)) };
    },
    previewBulk: async ({ input, project }) => {
      const run = requireTaggingRun(project.database, input.run);
      const { ids, ...counted } = await previewBulk(project, run, input.filter, input.change, input.examples);
      const examples = turnRows(project.database, ids, tagReaderFor(project.database, run.id));
      return { ...counted, examples };
    },
    impact: ({ input, project }) =>
      impactOf(project, requireTaggingRun(project.database, input.run), input.edit, input.automaton),
    bulk: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      const by = editorOf(session, input.reason);
      return changeInBulk(by, run, input.filter, input.change, input.expected);
    },
    merge: ({ input, session }) => mergeTags(editorOf(session, input.reason), input.tags, input.into),
    split: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      const by = editorOf(session, input.reason);
      return splitTag(by, run, input.tag, input.filter, input.name);
    },
    card: ({ input, project: { database } }) => {
      const tag = tagByName(database, input.name);
      const run = findTaggingRun(database, input.run);
      if (tag === null || !run) return { description: '', examples: [] };
      const read = tagReaderFor(database, run.id);
      const turns = exampleTurns(database, run, tag, 2 * EXAMPLES);
      const standing = turns.filter((turn) => read(turn).tags.some(({ name }) => name === input.name));
      return {
        description: requireTag(database, tag).description,
        examples: turnRows(database, standing.slice(0, EXAMPLES), read),
      };
    },
    archive: ({ input, session }) => archiveTags(editorOf(session, input.reason), input.tags, input.archived),
    describe: ({ input, session }) =>
      describeTag(editorOf(session, input.reason), input.tag, input.description),
    similar: async ({ input, project }) => {
      const run = findTaggingRun(project.database, input.run);
      if (!run) return [];
      const pairs = await project
        .use(vocabularyReader)
        .ask('similar', { run: { id: run.id, tagger: run.tagger } });
      const isDismissed = dismissedPairs(project.database);
      return pairs
        .map((pair) => ({ ...pair, dismissed: isDismissed(pair.left, pair.right) }))
        .filter(({ dismissed }) => input.dismissed || !dismissed);
    },
    dismiss: ({ input, project }) => {
      const idOf = (tag: TagId) => requireTag(project.database, tag).id;
      dismissPair(project.database, idOf(input.left), idOf(input.right), input.dismissed);
      project.changes.announce('tags');
      return { dismissed: input.dismissed };
    },
    export: async ({ input, project, session }) => {
      const target = targetOf(session, input);
      const tags = await wholeVocabulary(project, input.run);
      const guidelines = readGuidelines(project.database)?.text ?? '';
      const text = input.to === 'json' ? vocabularyAsJson(tags, guidelines) : vocabularyAsCsv(tags);
      return { ...writeWhole(target, text), tags: tags.length };
    },
    previewImport: ({ input, project, session }) =>
      previewImport(project.database, session.files.forReading(input.path)),
    import: ({ input, session }) =>
      importVocabulary(editorOf(session, input.reason), session.files.forReading(input.path)),
  },
  edits: {
    'rename-tag': CHANGES_TAGS,
    'merge-tag': CHANGES_TAGS,
    'split-tag': CHANGES_TAGS,
    'archive-tag': CHANGES_TAGS,
    'restore-tag': CHANGES_TAGS,
    'describe-tag': CHANGES_TAGS,
    'bulk-add': CHANGES_TAGS,
    'bulk-remove': CHANGES_TAGS,
    'bulk-replace': CHANGES_TAGS,
    'import-vocabulary': CHANGES_TAGS,
  },
});

/** The key of the pairs that a person marked as different. They are stored by tag and not by name. */
const KEY = 'dismissed_tag_pairs';

const pairOf = (left: TagId, right: TagId): string =>
  left < right ? `${left} ${right}` : `${right} ${left}`;

function dismissed(database: ReadDatabase): Set<string> {
  return new Set(JSON.parse(readMeta(database, KEY) ?? '[]') as string[]);
}

function dismissedPairs(database: ReadDatabase): (left: TagId, right: TagId) => boolean {
  const pairs = dismissed(database);
  return (left, right) => pairs.has(pairOf(left, right));
}

function dismissPair(database: WriteDatabase, left: TagId, right: TagId, dismiss: boolean): void {
  const pairs = dismissed(database);
  if (dismiss) pairs.add(pairOf(left, right));
  else pairs.delete(pairOf(left, right));
  writeMeta(database, KEY, JSON.stringify([...pairs].sort()));
}
