import { DialogramError } from '#shared/contract/errors.ts';
import { historyContract } from '#shared/contract/history.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { EditId, TagId } from '#shared/domain/ids.ts';
import { authorSettings, commitLargeEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { historyAuthors, listDecisions, type TakeBackPlan } from '../../store/edits/log/edit-history.ts';
import { findEdit } from '../../store/edits/log/edit-log.ts';
import { CHANGES_TAGS, effectOf } from '../../store/edits/log/placed-changes.ts';
import type { TagChange } from '../../store/edits/words/word-changes.ts';
import { findTag, isTagInUse, tagsNamed } from '../../store/tags/tag-table.ts';
import { atRest, vocabularyReader } from '../vocabulary/index.ts';

interface TakenBack extends EditOutcome {
  readonly restored: number;
  readonly left: number;
  readonly inTheWay: EditId | null;
}

/** Reverts one edit by a new edit. Decisions from later edits stay. */
async function takeBack(by: Editor, id: EditId): Promise<TakenBack> {
  const { project } = by;
  const { database } = project;
  const vocabulary = project.use(vocabularyReader);
  const edit = inProject(findEdit(database, id), 'edit', id);
  if (edit.state !== 'done') {
    throw new DialogramError('INVALID', `“${edit.description}” is already undone.`, { value: String(id) });
  }
  return atRest(database, async (unchanged) => {
    const plan = await vocabulary.ask('takeBack', { edit: id });
    unchanged();
    const restored = plan.decisions.turns.length + plan.changes.length;
    if (restored === 0) throw nothingLeft(database, edit.description, plan);
    refuseTakenNames(
      database,
      plan.changes.filter((change) => change.table === 'tags'),
    );
    const words = `Revert: ${edit.description}`;
    const outcome = await commitLargeEdit(by, 'take-back', words, plan.decisions, plan.changes);
    return { ...outcome, restored, left: plan.left, inTheWay: plan.inTheWay };
  });
}

function nothingLeft(
  database: ReadDatabase,
  description: string,
  { inTheWay }: TakeBackPlan,
): DialogramError {
  const newer = inTheWay === null ? null : findEdit(database, inTheWay);
  if (!newer) {
    return new DialogramError('INVALID', `“${description}” cannot be reverted on its own.`, {
      value: description,
      nextStep: 'Make the opposite change yourself, or undo everything back to this change.',
    });
  }
  return new DialogramError(
    'INVALID',
    `“${description}” cannot be reverted, because “${newer.description}” changed the same thing later.`,
    { place: `edit ${newer.id}`, value: description, nextStep: `Revert “${newer.description}” first.` },
  );
}

/** @throws INVALID if another tag has the name that would be restored, or if a tag would be merged into itself */
function refuseTakenNames(database: ReadDatabase, changes: readonly TagChange[]): void {
  const changed = new Map(changes.map((change) => [change.tag, change.after]));
  for (const { tag, after } of changes) {
    const row = findTag(database, tag);
    const name = after.name ?? row?.name ?? '';
    const stands = (after.mergedInto === undefined ? row?.mergedInto : after.mergedInto) === null;
    const other = stands
      ? tagsNamed(database, name).find((id) => !changed.has(id) && isTagInUse(database, id))
      : undefined;
    if (other !== undefined) {
      throw new DialogramError('INVALID', `Another tag is now called #${name}.`, {
        value: name,
        nextStep: 'Rename or merge that tag first.',
      });
    }
    if (after.mergedInto != null && leadsTo(database, after.mergedInto, tag)) {
      throw new DialogramError(
        'INVALID',
        `#${name} cannot be merged again, because the other tag has since been merged into #${name}.`,
        {
          value: name,
          nextStep: 'Revert the newer merge first.',
        },
      );
    }
  }
}

function leadsTo(database: ReadDatabase, from: TagId, tag: TagId): boolean {
  const seen = new Set<TagId>();
  for (
    let at: TagId | null = from;
    at !== null && !seen.has(at);
    at = findTag(database, at)?.mergedInto ?? null
  ) {
    if (at === tag) return true;
    seen.add(at);
  }
  return false;
}

export const feature = defineFeature({
  contract: historyContract,
  methods: {
    list: async ({ input, project, app }) => {
      const { offset, limit, ...filter } = input;
      for (const kind of filter.kinds) effectOf(app.edits, kind);
      const page = await project.use(vocabularyReader).ask('history', { filter, window: { offset, limit } });
      return { total: page.total, items: [...page.items] };
    },
    authors: ({ project }) => historyAuthors(project.database),
    decisions: ({ input, project }) => listDecisions(project.database, input.edit, input.offset, input.limit),
    takeBack: ({ input, session }) => takeBack(editorOf(session, input.reason), input.edit),
    author: ({ app }) => app.use(authorSettings).read(),
    setAuthor: ({ input, app }) => {
      app.use(authorSettings).write(input);
      return app.use(authorSettings).read();
    },
  },
  edits: { 'take-back': CHANGES_TAGS },
});
