import type { DialogueListInput } from '#shared/contract/filters.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { fieldsState, hasDialogueColumns, keepDialogueColumns } from '../../store/corpus/dialogue-fields.ts';
import { dialogueOrder, dialogueRows } from '../../store/corpus/dialogue-table.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { readWhenNeeded, type WorkerFunctions } from '../../workers/staying.ts';
import { type TagSource, tagReader } from './dialogues-where.ts';
import type { Filters } from './filter-reader.ts';

/** The filter thread of a project, which keeps all fields in memory. */
const filtering = projectService(
  ({ path }) => readWhenNeeded(path, 'filters', 'openFilters', []),
  (thread) => thread.close(),
);

/** @throws DialogramError INVALID for an invalid filter or order, or unknown names */
export const askFilters =
  (project: Project): WorkerFunctions<Filters>['ask'] =>
  (what, ...args) => {
    const answer = project.use(filtering).ask(what, ...args);
    const [asked] = args as readonly { readonly where: string }[];
    const needsFields = what === 'fields' || (asked !== undefined && asked.where.trim() !== '');
    if (needsFields)
      answer.then(
        () => keepColumns(project),
        () => {},
      );
    return answer;
  };

/** Stores the fields of all dialogues with the project, so that the first filter after opening is fast. */
async function keepColumns(project: Project): Promise<void> {
  try {
    if (hasDialogueColumns(project.database, fieldsState(project.database))) return;
    const { state, packed } = await project.use(filtering).ask('columns');
    if (state === fieldsState(project.database)) keepDialogueColumns(project.database, state, packed);
  } catch {
    // The project is closing or refuses writes. The next opening then reads the dialogues again.
  }
}

export const dialoguesPassing = (project: Project, where: string, tags: TagSource | null) =>
  askFilters(project)('count', { where, tags });

/** Returns those of the given dialogues that match a filter; null if the filter is empty, because then all match. */
export async function passingAmong(
  project: Project,
  among: readonly DialogueId[],
  where: string,
  run: RunId | null,
): Promise<ReadonlySet<DialogueId> | null> {
  if (where.trim() === '') return null;
  const tags = tagsMeant(project.database, run);
  const all = { query: '', sort: null, offset: 0, limit: among.length, columns: [] };
  const { page } = await askFilters(project)('list', { where, tags, among, ...all });
  return new Set(page.map(({ id }) => id));
}

export function tagsMeant(database: ReadDatabase, run: RunId | null): TagSource | null {
  const found = findTaggingRun(database, run);
  return found && { id: found.id, tagger: found.tagger };
}

/**
 * Returns the dialogues that a search finds.
 * @param run the tagging run whose tags are searched; null for the active one
 */
export const searchedDialogues = (database: ReadDatabase, query: string, run: RunId | null) =>
  searchDialogues(
    database,
    query,
    tagReader(database, () => tagsMeant(database, run)),
  );

export async function listDialogues(
  project: Project,
  among: readonly DialogueId[] | null,
  { run, ...asked }: DialogueListInput,
) {
  const { database } = project;
  const { where, query, sort, offset, limit, columns } = asked;
  if (where.trim() === '' && sort === null && columns.length === 0) {
    const matches = searchedDialogues(database, query, run);
    const order = dialogueOrder(database);
    const found = (among ?? order.ids).filter((id) => matches?.has(id) ?? true);
    const sorted = among === null ? found : order.sorted(found);
    return {
      total: found.length,
      items: dialogueRows(database, sorted.slice(offset, offset + limit), matches),
    };
  }
  const tags = tagsMeant(database, run);
  const { total, page } = await askFilters(project)('list', { ...asked, tags, among });
  const listed = new Map(page.map((row) => [row.id, row]));
  const matches = new Map(page.map(({ id, match }) => [id, match]));
  const items = dialogueRows(
    database,
    page.map(({ id }) => id),
    matches,
    (id) => listed.get(id)?.values ?? [],
  );
  return { total, items };
}
