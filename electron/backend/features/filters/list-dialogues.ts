import type { DialogueRow } from '#shared/contract/corpus.ts';
import type { Listed } from '#shared/contract/filters.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { dialogueOrder } from '../../store/corpus/dialogue-order.ts';
import { dialogueRows } from '../../store/corpus/dialogue-table.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { askFilters, tagsMeant } from './filtering.ts';
import { tagReader } from './tag-reader.ts';

interface DialoguePage {
  readonly total: number;
  readonly items: DialogueRow[];
}

/** The dialogues that a search finds; its tags are those of the run, null is those in force. */
export const searchedDialogues = (database: ReadDatabase, query: string, run: RunId | null) =>
  searchDialogues(
    database,
    query,
    tagReader(database, () => tagsMeant(database, run)),
  );

/**
 * A page of a list of dialogues. A worker is used only if more than their order is needed, so the first list
 * of a project does not wait until everything about its dialogues was read.
 * @param among the dialogues of a place; null for all
 */
export async function listDialogues(
  project: Project,
  among: readonly DialogueId[] | null,
  { run, ...asked }: Listed,
): Promise<DialoguePage> {
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
