import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DialogramError } from '#shared/contract/errors.ts';
import type { PurgePreview, PurgeResult, PurgeSelection } from '#shared/contract/purge.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { isUpload } from '../../files.ts';
import { sweepTemporaryFolders } from '../../machine/temporary-folders.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { copiesOf } from '../../store/file/backup-list.ts';
import { readMeta, removeMeta, versionOf, writeMeta } from '../../store/file/meta-table.ts';
import { removeSums } from '../../store/file/page-sums.ts';
import { planCases, planEdits, planModel } from '../../store/purge/purge-edits.ts';
import {
  compact,
  countOfTurns,
  countOtherJobs,
  countRejects,
  emptyLog,
} from '../../store/purge/purge-rows.ts';
import { planRuns } from '../../store/purge/purge-runs.ts';
import { planTags, planVotes } from '../../store/purge/purge-tags.ts';
import {
  countSelected,
  type Mentions,
  onlyName,
  type PurgedRows,
  pathsOfSources,
  readMentions,
  selectPurged,
  touchedSources,
} from '../../store/purge/purge-words.ts';
import { bringAllBack, triedOut } from '../../store/removal/bring-back.ts';
import { listRemovedSources } from '../../store/removal/removed-table.ts';
import { endJob } from '../../store/runs/job-table.ts';

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
}

const sizeOf = (path: string): number | null => {
  try {
    const stat = statSync(path);
    return stat.isFile() ? stat.size : null;
  } catch {
    return null;
  }
};

const found = (path: string): FoundFile[] => {
  const bytes = sizeOf(path);
  return bytes === null ? [] : [{ path, bytes }];
};

/** Divides a source's files into uploads, which are the app's own copies, and the person's files. */
export function divideOriginals(
  paths: readonly string[],
  workspace: string,
): { readonly uploads: FoundFile[]; readonly originals: string[] } {
  return {
    uploads: paths.filter((path) => isUpload(path, workspace)).flatMap(found),
    originals: paths.filter((path) => !isUpload(path, workspace) && sizeOf(path) !== null),
  };
}

/** Deletes files, with the companions of backups. Returns those that could not be deleted. */
function removeFiles(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    try {
      rmSync(path, { force: true });
      removeSums(path);
      return false;
    } catch {
      return true;
    }
  });
}

const KEY = 'unfinished_purge';

/** The work that remains after the rows are deleted. It is stored in the project until it is done. */
interface UnfinishedPurge {
  readonly job: JobId;
  readonly backups: boolean;
  readonly files: readonly string[];
  readonly result: PurgeResult;
}

export function noteUnfinished(database: WriteDatabase, unfinished: UnfinishedPurge): void {
  writeMeta(database, KEY, JSON.stringify(unfinished));
}

export function unfinishedPurge(database: ReadDatabase): UnfinishedPurge | null {
  const value = readMeta(database, KEY);
  return value === null ? null : (JSON.parse(value) as UnfinishedPurge);
}

export function finishPurge(
  database: WriteDatabase,
  path: string,
  report: (phase: string) => void = () => {},
): PurgeResult | null {
  const unfinished = unfinishedPurge(database);
  if (unfinished === null) return null;
  database.pragma('secure_delete = ON');
  report('rewriting the file');
  if (!compact(database)) throw stillRead(path);
  report('removing files');
  const backups = copiesOf(path).map((file) => file.path);
  const doomed = [...(unfinished.backups ? backups : []), ...unfinished.files];
  const stuck = removeFiles(doomed);
  // After a crash, the copy that was being read may still exist.
  sweepTemporaryFolders();
  const kept = unfinished.backups ? [] : backups;
  const ended: PurgeResult = {
    ...unfinished.result,
    filesRemoved: doomed.length - stuck.length,
    filesLeft: unfinished.result.filesLeft + kept.length + stuck.length,
    // Backups may be named here. An upload may not, because its name may be purged data.
    warnings: stuck.map((file) =>
      backups.includes(file)
        ? `${file} could not be deleted and still contains the purged data. Delete this file yourself.`
        : `An uploaded file in ${dirname(file)} could not be deleted and still contains the purged text. Delete this file yourself.`,
    ),
  };
  database.transaction(() => {
    removeMeta(database, KEY);
    endJob(database, unfinished.job, ended);
  })();
  emptyLog(database);
  return ended;
}

function stillRead(path: string): DialogramError {
  return new DialogramError('PROJECT_IN_USE', `Another program is reading ${path}.`, {
    place: path,
    nextStep: 'Close the other program. Then open the project again to finish the purge.',
  });
}

/** Finds everything else that must be deleted with the chosen rows. */
export function planPurge(database: WriteDatabase, purged: PurgedRows, mentions: Mentions) {
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

/** Returns the state on which a plan is based. If it has changed, plan again. */
export const stateOf = (database: ReadDatabase): string =>
  `${versionOf(database, 'corpus_version')}/${versionOf(database, 'edit_version')}`;

export function selectRows(database: WriteDatabase, selection: PurgeSelection): PurgedRows {
  countDialogues(database, selection);
  return selectPurged(database, selection.sources, selection.dialogues);
}

/** Adds all removed sources to a selection. Call it in a transaction with checks of references turned off. */
export const withRemoved = (database: WriteDatabase, selection: PurgeSelection): PurgeSelection => ({
  ...selection,
  sources: [...new Set([...selection.sources, ...bringAllBack(database)])],
});

/** Returns the number of selected dialogues. @throws NOT_FOUND if nothing of the selection exists */
export function countDialogues(database: ReadDatabase, { sources, dialogues }: PurgeSelection): number {
  const counts = countSelected(database, sources, dialogues);
  const removed = listRemovedSources(database);
  if (counts.sources + counts.dialogues > 0 || removed.some(({ id }) => sources.includes(id)))
    return removed.reduce((sum, source) => sum + source.dialogues, counts.dialogues);
  throw new DialogramError('NOT_FOUND', 'The data you chose to purge is not in this project.', {
    nextStep: 'Look at the list of sources and dialogues again. The data may already be deleted.',
  });
}

const nameOf = (database: ReadDatabase, purged: PurgedRows): string =>
  onlyName(database, purged) ?? `${purged.counts.dialogues} dialogues`;

/** Returns what a purge would delete. If there are removed sources, nothing else may write meanwhile. */
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
      machineTags: countOfTurns(database, purged, 'run_tags'),
      decisions:
        countOfTurns(database, purged, 'person_tags') + countOfTurns(database, purged, 'person_marks'),
      tags: plan.tags.gone.size,
      edits: plan.edits.gone.length,
      editsShortened: plan.edits.changed.filter(({ shortened }) => shortened).length,
      automata: plan.runs.automata.length,
      vectors: countOfTurns(database, purged, 'vectors'),
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
