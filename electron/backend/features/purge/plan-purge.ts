import { DialogramError } from '#shared/contract/errors.ts';
import type { PurgePreview, PurgeSelection } from '#shared/contract/purge.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { copiesOf } from '../../store/file/backup-list.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { planCases } from '../../store/purge/purge-cases.ts';
import { type EditPlan, planEdits } from '../../store/purge/purge-edits.ts';
import { type ModelPlan, planModel } from '../../store/purge/purge-model.ts';
import { countOfRounds, countOtherJobs, countRejects } from '../../store/purge/purge-rows.ts';
import { planRuns, type RunPlan } from '../../store/purge/purge-runs.ts';
import {
  countSelected,
  onlyName,
  type PurgedRows,
  pathsOfSources,
  selectPurged,
  touchedSources,
} from '../../store/purge/purge-selection.ts';
import { planTags, type TagPlan } from '../../store/purge/purge-tags.ts';
import { planVotes } from '../../store/purge/purge-votes.ts';
import { type Mentions, readMentions } from '../../store/purge/purge-words.ts';
import { bringAllBack, triedOut } from '../../store/removal/bring-back.ts';
import { listRemovedSources } from '../../store/removal/removed-table.ts';
import { divideOriginals } from './purge-files.ts';

interface PurgePlan {
  readonly mentions: Mentions;
  readonly tags: TagPlan;
  readonly edits: EditPlan;
  readonly runs: RunPlan;
  readonly model: ModelPlan;
  /** Kept conversations that go. */
  readonly cases: readonly number[];
  /** Pairs of answers to delete, with their votes. */
  readonly pairs: ReadonlySet<number>;
  /** Files that words came from. */
  readonly paths: readonly string[];
}

/** Finds what else must be deleted with the chosen rows. Only reads. */
export function planPurge(database: WriteDatabase, purged: PurgedRows, mentions: Mentions): PurgePlan {
  const tags = planTags(database, purged, mentions);
  const pairs = planVotes(database, purged, mentions);
  return {
    mentions,
    tags,
    edits: planEdits(database, purged, tags, mentions, pairs),
    runs: planRuns(database, purged),
    model: planModel(database, purged, mentions),
    cases: planCases(database, purged, mentions),
    pairs,
    paths: pathsOfSources(database, touchedSources(database, purged)),
  };
}

/** Returns the state that a plan was made from; if it differs, the plan must be made again. */
export const stateOf = (database: ReadDatabase): string =>
  `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;

/** @throws NOT_FOUND if nothing of the selection is in the project */
export function selectRows(database: WriteDatabase, selection: PurgeSelection): PurgedRows {
  countDialogues(database, selection);
  return selectPurged(database, selection.sources, selection.dialogues);
}

/**
 * Returns a selection with all removed sources, which are purged with it, so nothing that could be restored
 * is left. Call in a transaction, with references unchecked.
 */
export const withRemoved = (database: WriteDatabase, selection: PurgeSelection): PurgeSelection => ({
  ...selection,
  sources: [...new Set([...selection.sources, ...bringAllBack(database)])],
});

/** Returns the number of dialogues in a selection. @throws NOT_FOUND if none of it is in the project */
export function countDialogues(database: ReadDatabase, { sources, dialogues }: PurgeSelection): number {
  const counts = countSelected(database, sources, dialogues);
  const removed = listRemovedSources(database);
  if (counts.sources + counts.dialogues > 0 || removed.some(({ id }) => sources.includes(id)))
    return removed.reduce((sum, source) => sum + source.dialogues, counts.dialogues);
  throw new DialogramError('NOT_FOUND', 'Nothing that you chose to purge is in this project.', {
    nextStep: 'Look at the list of sources and dialogues again. They may already be gone.',
  });
}

/** Returns the text that a person types to confirm: a name if there is only one, else the number of dialogues. */
const nameOf = (database: ReadDatabase, purged: PurgedRows): string =>
  onlyName(database, purged) ?? `${purged.counts.dialogues} dialogues`;

/** Returns what a purge would delete, and what it cannot reach. Nobody else may write if sources were removed. */
export function previewPurge(
  database: WriteDatabase,
  place: { readonly project: string; readonly workspace: string },
  selection: PurgeSelection,
): PurgePreview {
  countDialogues(database, selection);
  const removed = listRemovedSources(database).map(({ name }) => name);
  if (removed.length === 0) return { ...previewRows(database, place, selection), removed };
  return triedOut(database, () => ({
    ...previewRows(database, place, withRemoved(database, selection)),
    removed,
  }));
}

function previewRows(
  database: WriteDatabase,
  place: { readonly project: string; readonly workspace: string },
  selection: PurgeSelection,
): Omit<PurgePreview, 'removed'> {
  const purged = selectRows(database, selection);
  try {
    const plan = planPurge(database, purged, readMentions(database, purged));
    return {
      name: nameOf(database, purged),
      ...purged.counts,
      rejects: countRejects(database, purged),
      machineTags: countOfRounds(database, purged, 'run_tags'),
      decisions:
        countOfRounds(database, purged, 'person_tags') + countOfRounds(database, purged, 'person_marks'),
      tags: plan.tags.gone.size,
      edits: plan.edits.gone.length,
      editsShortened: plan.edits.changed.filter(({ shortened }) => shortened).length,
      automata: plan.runs.automata.length,
      vectors: countOfRounds(database, purged, 'vectors'),
      evaluations: plan.runs.evaluations.length,
      batches: plan.runs.batches.length,
      judgings: plan.runs.judgings.length,
      modelAnswers: plan.model.answers.length,
      prompts: plan.model.prompts.length,
      cases: plan.cases.length,
      votePairs: plan.pairs.size,
      jobs: countOtherJobs(database, null),
      sentTo: [...plan.model.sentTo],
      backups: copiesOf(place.project),
      ...divideOriginals(plan.paths, place.workspace),
    };
  } finally {
    purged.drop();
  }
}
