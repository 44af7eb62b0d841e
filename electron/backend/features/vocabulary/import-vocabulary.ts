import { basename } from 'node:path';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { VocabularyImport } from '#shared/contract/vocabulary.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import type { TagChange } from '../../store/edits/words/tag-changes.ts';
import { ensureTagNamed } from '../../store/tags/tag-table.ts';
import { importReport, type PlannedTag, planImport } from './plan-import.ts';
import { changeNamed, tagAt, tagChange, vacate } from './tag-edits.ts';
import { readVocabularyFile } from './vocabulary-file.ts';

export function previewImport(database: ReadDatabase, path: string): VocabularyImport {
  const tags = readVocabularyFile(path);
  return importReport(path, tags.length, planImport(database, tags));
}

/** Applies everything in a vocabulary file, as one edit. */
export function importVocabulary(
  by: Editor,
  path: string,
): EditOutcome & { readonly report: VocabularyImport } {
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
