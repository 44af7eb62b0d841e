import { DialogramError } from '#shared/contract/errors.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { TurnFilter } from '#shared/contract/turn-filter.ts';
import type { BulkChange } from '#shared/contract/vocabulary.ts';
import type { TagId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor, unchanged as nothing } from '../../editing/commit.ts';
import { type Project, projectService } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import type { TagReplacement } from '../../store/edits/log/bulk-decisions.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import type { FilterScope } from '../../store/review/turn-filter.ts';
import { ensureTagNamed, tagByName } from '../../store/tags/tag-table.ts';
import { readWhenNeeded } from '../../workers/staying.ts';
import { automatonCache, turnsAtState } from '../automata/index.ts';
import { likeness } from '../likeness/index.ts';
import { newTagNamed, requireTag } from './tag-edits.ts';
import type { TaggedRun } from './tag-readings.ts';

const ATTEMPTS = 3;

class DataChanged extends Error {}

/**
 * Plans an edit in a thread and makes it. Call `unchanged` right before the edit.
 * @throws BUSY if tags or dialogues keep changing
 */
export async function atRest<Result>(
  database: ReadDatabase,
  work: (unchanged: () => void) => Promise<Result>,
): Promise<Result> {
  const version = (): string =>
    `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = version();
    try {
      return await work(() => {
        if (version() !== before) throw new DataChanged();
      });
    } catch (error) {
      if (!(error instanceof DataChanged)) throw error;
    }
  }
  throw new DialogramError('BUSY', 'The tags kept changing while the edit was being prepared.', {
    nextStep: 'Try again once tagging or importing has ended.',
  });
}

/** Reads the tags of the whole corpus. Its thread lives as long as the project is open. */
export const vocabularyReader = projectService(
  ({ path }) => readWhenNeeded(path, 'vocabulary', 'openVocabulary', []),
  (reader) => reader.close(),
);

export const scopeOf = async (
  project: Project,
  run: TaggedRun | null,
  filter: TurnFilter,
): Promise<FilterScope> => ({
  run: run && { id: run.id, tagger: run.tagger },
  atState: turnsAtState(project.use(automatonCache), filter),
  near: await project.use(likeness).similar(filter),
});

/** Stands for the new tag in a preview; never a real id. */
const NO_TAG = Number.MAX_SAFE_INTEGER as TagId;

interface NamedReplacement extends TagReplacement {
  readonly known: boolean;
}

function replacementOf(database: ReadDatabase, change: BulkChange): NamedReplacement {
  const remove = change.kind === 'add' ? null : requireTag(database, change.tag).id;
  const name = change.kind === 'add' ? change.tag : change.kind === 'replace' ? change.by : null;
  if (name === null) return { remove, add: null, known: true };
  const add = tagByName(database, name);
  if (add !== null && add === remove) {
    throw new DialogramError('INVALID', `#${name} cannot be replaced by itself.`, {
      value: name,
      nextStep: 'Choose another tag.',
    });
  }
  return { remove, add: add ?? NO_TAG, known: add !== null };
}

export async function previewBulk(
  project: Project,
  run: TaggedRun,
  filter: TurnFilter,
  change: BulkChange,
  examples: number,
) {
  const { known, ...replacement } = replacementOf(project.database, change);
  const scope = await scopeOf(project, run, filter);
  const counted = await project
    .use(vocabularyReader)
    .ask('bulkCount', { filter, scope, replacement, examples });
  return { ...counted, known };
}

interface BulkOutcome extends EditOutcome {
  readonly turns: number;
}

export async function changeInBulk(
  by: Editor,
  run: TaggedRun,
  filter: TurnFilter,
  change: BulkChange,
  expected: number | null,
): Promise<BulkOutcome> {
  const { project } = by;
  const { database } = project;
  const vocabulary = project.use(vocabularyReader);
  return atRest(database, async (unchanged) => {
    const { known, ...planned } = replacementOf(database, change);
    const name = change.kind === 'add' ? change.tag : change.kind === 'replace' ? change.by : null;
    const replacement = {
      ...planned,
      add: known || name === null ? planned.add : ensureTagNamed(database, name),
    };
    const scope = await scopeOf(project, run, filter);
    const bulk = await vocabulary.ask('bulk', { filter, scope, replacement });
    unchanged();
    if (expected !== null && expected !== bulk.changed) throw otherCount(expected, bulk.changed);
    if (bulk.changed === 0) return { ...nothing(database), turns: 0 };
    const outcome = await commitLargeEdit(
      by,
      `bulk-${change.kind}`,
      `${wordsOf(database, change)} ${turnsInWords(bulk.changed)}`,
      bulk.decisions,
    );
    return { ...outcome, turns: bulk.changed };
  });
}

export async function splitTag(
  by: Editor,
  run: TaggedRun,
  tag: TagId,
  filter: TurnFilter,
  name: string,
): Promise<BulkOutcome> {
  const { project } = by;
  const { database } = project;
  const vocabulary = project.use(vocabularyReader);
  return atRest(database, async (unchanged) => {
    const row = requireTag(database, tag);
    const replacement = { remove: row.id, add: newTagNamed(database, name) };
    const bulk = await vocabulary.ask('bulk', {
      filter,
      scope: await scopeOf(project, run, filter),
      replacement,
    });
    unchanged();
    if (bulk.changed === 0) {
      throw new DialogramError('INVALID', `No turn with #${row.name} passes the filter.`, {
        place: `#${row.name}`,
        nextStep: 'Choose other turns for the new tag.',
      });
    }
    const outcome = await commitLargeEdit(
      by,
      'split-tag',
      `Split #${name} off #${row.name} in ${turnsInWords(bulk.changed)}`,
      bulk.decisions,
    );
    return { ...outcome, turns: bulk.changed };
  });
}

function otherCount(expected: number, changed: number): DialogramError {
  return new DialogramError(
    'INVALID',
    `The edit would now change ${turnsInWords(changed)} instead of ${expected}.`,
    { value: String(expected), nextStep: 'Look at the preview again, then repeat the edit.' },
  );
}

const turnsInWords = (count: number): string => (count === 1 ? '1 turn' : `${count} turns`);

function wordsOf(database: ReadDatabase, change: BulkChange): string {
  if (change.kind === 'add') return `Add #${change.tag} to`;
  const { name } = requireTag(database, change.tag);
  return change.kind === 'remove' ? `Remove #${name} from` : `Replace #${name} with #${change.by} in`;
}
