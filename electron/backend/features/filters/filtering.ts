import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import { hasDialogueColumns, keepDialogueColumns } from '../../store/corpus/dialogue-columns.ts';
import { fieldsState } from '../../store/corpus/dialogue-fields.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { findTaggingRun } from '../../store/runs/tagging-runs.ts';
import { askWhenNeeded } from '../../workers/ask-worker.ts';
import type { FilterAnswer, FilterQuestion, FilterTalk } from './filtering.worker.ts';
import type { TagsMeant } from './tag-reader.ts';

/** One worker a project, which keeps what is known of all dialogues in memory. */
const filtering = projectService(
  ({ path }) => askWhenNeeded<FilterTalk>(new URL('./filtering.worker.ts', import.meta.url), { path }),
  (worker) => worker.close(),
);

/**
 * What the worker answers.
 * @throws DialogramError INVALID where the filter or the order cannot be read, or names what there is not
 */
export async function askFilters<Kind extends FilterQuestion['kind']>(
  project: Project,
  question: Extract<FilterQuestion, { readonly kind: Kind }>,
): Promise<Extract<FilterAnswer, { readonly kind: Kind }>> {
  const answer = await project.use(filtering).ask(question);
  if (needsFields(question)) void keepColumns(project);
  if (isOf(answer, question.kind)) return answer;
  throw new Error(`The worker answered ${answer.kind}.`);
}

const needsFields = (question: FilterQuestion): boolean =>
  question.kind === 'fields' || ('where' in question && question.where.trim() !== '');

/** Keeps what was read of all dialogues with the project, so that the first filter after opening it need not read it. */
async function keepColumns(project: Project): Promise<void> {
  try {
    if (hasDialogueColumns(project.database, fieldsState(project.database))) return;
    const answer = await project.use(filtering).ask({ kind: 'columns' });
    if (answer.kind !== 'columns' || answer.state !== fieldsState(project.database)) return;
    keepDialogueColumns(project.database, answer.state, answer.packed);
  } catch {
    // The project closes, or takes no more writes: the next opening reads the dialogues again.
  }
}

const isOf = <Kind extends FilterQuestion['kind']>(
  answer: FilterAnswer,
  kind: Kind,
): answer is Extract<FilterAnswer, { readonly kind: Kind }> => answer.kind === kind;

/** How many dialogues pass a filter, counted on the worker's thread. */
export async function dialoguesPassing(
  project: Project,
  where: string,
  tags: TagsMeant | null,
): Promise<{ readonly dialogues: number; readonly of: number }> {
  const { dialogues, of } = await askFilters(project, { kind: 'count', where, tags });
  return { dialogues, of };
}

/** Which of some dialogues pass a filter; null where nothing is asked and all do. */
export async function passingAmong(
  project: Project,
  among: readonly DialogueId[],
  where: string,
  run: RunId | null,
): Promise<ReadonlySet<DialogueId> | null> {
  if (where.trim() === '') return null;
  const tags = tagsMeant(project.database, run);
  const all = { query: '', sort: null, offset: 0, limit: among.length, columns: [] };
  const { page } = await askFilters(project, { kind: 'list', where, tags, among, ...all });
  return new Set(page.map(({ id }) => id));
}

/** The asked tags, or those in force; null where nothing was tagged. */
export function tagsMeant(database: ReadDatabase, run: RunId | null): TagsMeant | null {
  const found = findTaggingRun(database, run);
  return found && { id: found.id, tagger: found.tagger };
}
